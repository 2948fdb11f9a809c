import { type Collector, collectorLimits } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { followedCollectors } from '../../lib/documents/collector-queries.ts';
import { catchFocus } from '../../lib/browser/catch-focus.ts';
import { makePart } from '../../lib/lazy/part.tsx';
import { QueryState } from '../../lib/api/query-state.tsx';
import { useOnline } from '../../lib/browser/use-online.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconPlugConnected, IconPlus } from '../../ui/buttons/icons.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type Asked, CollectorList } from './collector-list.tsx';
import css from './collectors.module.css';
import { SpokenStates } from './alerts/spoken-states.tsx';
import { useFreshDocuments } from './runs/use-fresh-documents.ts';

const ConnectDialog = makePart(() => import('./connect/connect-dialog.tsx').then((module) => module.ConnectDialog));
const RunDialog = makePart(() => import('./runs/run-dialog.tsx').then((module) => module.RunDialog));
const RunsDialog = makePart(() => import('./runs/runs-dialog.tsx').then((module) => module.RunsDialog));
const ModifyDialog = makePart(() => import('./modify-dialog.tsx').then((module) => module.ModifyDialog));
const DeleteDialog = makePart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));

/** The accounts from which documents arrive by themselves, and how each is doing. */
export function CollectorsPage() {
  const t = useTranslations('collectors');
  const query = useQuery(followedCollectors);
  const isOnline = useOnline();
  const { add, collector: shownId } = useSearch({ from: '/safe/collectors' });
  const navigate = useNavigate({ from: '/collectors' });
  const [asked, setAsked] = useState<{ to: Asked; collector: Collector }>();
  const collectors = query.data?.items ?? [];
  useFreshDocuments(query.data?.items);
  const isFull = collectors.length >= collectorLimits.collectors;
  const connect = () => void navigate({ to: '.', search: { add: 'true' }, replace: true });
  const close = () => void navigate({ to: '.', search: {}, replace: true });
  const addButton = (
    <Button variant="primary" isDisabled={isFull} onPress={connect}>
      <IconPlus size={19} stroke={2.25} aria-hidden />
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeading title={t('title')} subtitle={t('subtitle')} actions={collectors.length > 0 && addButton} />
      {query.data && (query.isError || !isOnline) && (
        <div className={css.notice}>
          <Alert tone="warning">{t('lost')}</Alert>
        </div>
      )}
      {isFull && (
        <div className={css.notice}>
          <Alert tone="info">{t('limit', { max: collectorLimits.collectors })}</Alert>
        </div>
      )}
      <QueryState query={query} isCompact={false} skeleton={<ListSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<IconPlugConnected size={36} stroke={1.5} />} title={t('emptyTitle')} actions={addButton}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <CollectorList
              collectors={items}
              shownId={shownId}
              // An answer that comes late opens nothing over a dialog that its owner has opened since.
              onAsk={(to, collector) => setAsked((open) => open ?? { to, collector })}
            />
          )
        }
      </QueryState>
      {query.data && <SpokenStates collectors={query.data.items} />}
      {add !== undefined && query.data && !asked && (
        <Connecting
          isFull={isFull}
          onMend={(collector, mending) => {
            close();
            setAsked({ to: mending, collector });
          }}
          onClose={close}
        />
      )}
      {asked && (
        <AskedDialog
          key={`${asked.to} ${asked.collector.id}`}
          to={asked.to}
          asked={asked.collector}
          collectors={collectors}
          isLost={query.isError}
          onAsk={(to) => setAsked({ ...asked, to })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type ConnectingProps = ComponentProps<typeof ConnectDialog> & { isFull: boolean };

/** Opens where there is room for another. It stays until its owner closes it, since what it connects may fill the list. */
function Connecting({ isFull, onClose, ...props }: ConnectingProps) {
  const [isRefused] = useState(isFull);
  const refuse = useEffectEvent(() => isRefused && onClose());
  useEffect(() => void refuse(), []);
  const close = () => {
    onClose();
    // The button that opened it is disabled once the list is full.
    catchFocus(() => null);
  };
  return isRefused ? null : <ConnectDialog {...props} onClose={close} />;
}

interface AskedDialogProps {
  to: Asked;
  /** As it was when its dialog was asked for. */
  asked: Collector;
  collectors: readonly Collector[];
  isLost: boolean;
  onAsk: (to: Asked) => void;
  onClose: () => void;
}

function AskedDialog({ to, asked, collectors, isLost, onAsk, onClose }: AskedDialogProps) {
  const now = collectors.find(({ id }) => id === asked.id);
  const collector = now ?? asked;
  switch (to) {
    case 'code':
      return (
        <RunDialog
          collector={collector}
          isGone={!now}
          isLost={isLost}
          onMend={(mending) => onAsk(mending)}
          onClose={onClose}
        />
      );
    case 'runs':
      return <RunsDialog collector={collector} onClose={onClose} />;
    case 'credentials':
    case 'modify':
      return <ModifyDialog collector={collector} isMending={to === 'credentials'} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog collector={collector} onClose={onClose} />;
  }
}

const ListSkeleton = () => (
  <div className={css.list}>
    <Skeleton height={196} radius="var(--r-xl)" />
    <Skeleton height={196} radius="var(--r-xl)" />
  </div>
);
