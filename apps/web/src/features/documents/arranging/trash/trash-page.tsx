import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { IconFolderSymlink, IconRestore, IconTrash, IconTrashX } from '../../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { useOnline } from '../../../../lib/browser/use-online.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { RowCheckbox } from '../../../../ui/fields/checkbox.tsx';
import { ListSkeleton } from '../../list/list-skeleton.tsx';
import { focusBeside } from '../../rows/use-row-focus.ts';
import { type Chosen, countOf } from '../chosen.ts';
import { DestroyDialog } from './destroy-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import css from './trash-page.module.css';
import { type TrashActions, TrashedDocument, TrashedFolder } from './trash-row.tsx';
import { useRestoreWhereItWas, useTicked, useTrash } from './use-trash.ts';

type Trash = ReturnType<typeof useTrash>;

/** The items deleted in the last 30 days, and the two ways out of here. */
export function TrashPage() {
  const t = useTranslations('trash');
  const trash = useTrash();
  return (
    <>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      {trash.destroying && <Destroying {...trash.destroying} />}
      <TrashState trash={trash} />
    </>
  );
}

/** A large destruction, which goes on though its owner leaves. */
function Destroying({ total, left }: NonNullable<Trash['destroying']>) {
  const t = useTranslations('trash');
  return (
    <div className={css.destroying}>
      <ProgressBar
        label={t('destroying')}
        value={(total - left) / total}
        valueLabel={t('destroyedOf', { count: total - left, total })}
      />
      <p className={css.facts}>{t('destroyingText')}</p>
    </div>
  );
}

function TrashState({ trash }: { trash: Trash }) {
  const network = useTranslations('network');
  const errorMessage = useErrorMessage();
  const isOnline = useOnline();
  const { query, total } = trash;
  if (query.data) return total > 0 ? <TrashPanel trash={trash} /> : <NothingThere />;
  if (query.isPending && !isOnline) return <ErrorState isOffline message={network('offline')} />;
  if (query.isError) {
    return (
      <ErrorState
        message={errorMessage(query.error)}
        isOffline={query.error instanceof NetworkError}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div className={css.panel}>
      <ListSkeleton view="list" />
    </div>
  );
}

function NothingThere() {
  const t = useTranslations('trash');
  return (
    <EmptyState
      icon={<IconTrash size={36} stroke={1.5} />}
      title={t('emptyTitle')}
      actions={
        <Link to="/documents/{-$folderId}" className={buttonClass()}>
          {t('toDocuments')}
        </Link>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
}

function TrashPanel({ trash: { query, documents, folders, total } }: { trash: Trash }) {
  const t = useTranslations('trash');
  const { ticked, isTicked, tick, tickAll, loadAll } = useTicked({ query, documents, folders });
  const [asked, setAsked] = useState<{ to: 'restore' | 'destroy'; chosen: Chosen }>();
  const leave = (chosen: Chosen) => focusBeside([...folders, ...documents], [...chosen.folders, ...chosen.documents]);
  const { restore, isPending } = useRestoreWhereItWas(leave);
  const actions: TrashActions = {
    isTicked,
    tick,
    restore,
    restoreElsewhere: (chosen) => setAsked({ to: 'restore', chosen }),
    destroy: (chosen) => setAsked({ to: 'destroy', chosen }),
  };
  const count = countOf(ticked);
  const isMost = ticked.documents.length >= limits.selection;
  const isAllLoaded = isMost || (count > 0 && count === documents.length + folders.length);
  const close = () => setAsked(undefined);
  return (
    <section className={css.panel} aria-label={t('caption')}>
      <div className={css.head}>
        <RowCheckbox
          aria-label={t('selectAll')}
          isSelected={count === total}
          isIndeterminate={count > 0 && count < total}
          onChange={() => tickAll(!isAllLoaded)}
        />
        <TickedActions ticked={ticked} total={total} actions={actions} isPending={isPending} />
      </div>
      {isAllLoaded && count < total && <Reach count={count} total={total} loadAll={isMost ? undefined : loadAll} />}
      <ul className={css.rows} aria-label={t('caption')}>
        {folders.map((folder) => (
          <TrashedFolder key={folder.id} folder={folder} actions={actions} />
        ))}
        {documents.map((document: Document) => (
          <TrashedDocument key={document.id} document={document} actions={actions} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={css.more}>
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </div>
      )}
      {asked?.to === 'restore' && <RestoreDialog chosen={asked.chosen} onClose={close} onDone={leave} />}
      {asked?.to === 'destroy' && <DestroyDialog chosen={asked.chosen} onClose={close} onDone={leave} />}
    </section>
  );
}

interface ReachProps {
  count: number;
  total: number;
  /** Absent where no more can be ticked. */
  loadAll: ReturnType<typeof useTicked>['loadAll'] | undefined;
}

/** How far the ticks go where the trash holds more, and the way to all of it. */
function Reach({ count, total, loadAll }: ReachProps) {
  const t = useTranslations('organising');
  const most = limits.selection;
  return (
    <div className={css.reach}>
      <output>
        {[t('chosenOf', { count, total }), total > most && t('chosenMost', { most })].filter(Boolean).join(' ')}
      </output>
      {loadAll && (
        <Button variant="quiet" isPending={loadAll.isPending} onPress={() => loadAll.mutate()}>
          {total > most ? t('chooseFirst', { count: most }) : t('chooseAll', { count: total })}
        </Button>
      )}
    </div>
  );
}

interface TickedActionsProps {
  ticked: Chosen;
  total: number;
  actions: TrashActions;
  isPending: boolean;
}

/** How many there are, or how many are ticked and what can be done with them. */
function TickedActions({ ticked, total, actions, isPending }: TickedActionsProps) {
  const t = useTranslations('trash');
  const organising = useTranslations('organising');
  const count = countOf(ticked);
  return (
    <>
      <output className={css.count}>
        {count > 0 ? organising('selected', { count }) : t('count', { count: total })}
      </output>
      {count > 0 && (
        <div className={css.actions} role="toolbar" aria-label={organising('selection')}>
          <Action
            icon={<IconRestore size={19} stroke={1.75} aria-hidden />}
            isPending={isPending}
            onPress={() => actions.restore(ticked)}
          >
            {t('restore')}
          </Action>
          <Action
            icon={<IconFolderSymlink size={19} stroke={1.75} aria-hidden />}
            onPress={() => actions.restoreElsewhere(ticked)}
          >
            {t('restoreElsewhere')}
          </Action>
          <Action icon={<IconTrashX size={19} stroke={1.75} aria-hidden />} onPress={() => actions.destroy(ticked)}>
            {t('destroy')}
          </Action>
        </div>
      )}
    </>
  );
}

interface ActionProps {
  icon: ReactNode;
  isPending?: boolean;
  onPress: () => void;
  children: string;
}

/** Its words make room for others on phones. */
const Action = ({ icon, isPending = false, onPress, children }: ActionProps) => (
  <Button variant="quiet" className={css.action ?? ''} aria-label={children} isPending={isPending} onPress={onPress}>
    {icon}
    <span className={css.words}>{children}</span>
  </Button>
);
