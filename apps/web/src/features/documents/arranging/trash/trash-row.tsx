import type { Document } from '@perenne/contract/documents';
import type { Answer } from '@perenne/contract/endpoint';
import type { listTrash } from '@perenne/contract/trash';
import { IconDots, IconFolder, IconFolderSymlink, IconRestore, IconTrashX } from '../../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../../lib/documents/document-queries.ts';
import { toneOf } from '../../../../lib/documents/document-tone.ts';
import { useFormats } from '../../../../lib/i18n/formats.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { RowCheckbox } from '../../../../ui/fields/checkbox.tsx';
import { DocThumb } from '../../../../ui/brand/doc-thumb.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { rowLinkProps } from '../../rows/use-row-focus.ts';
import type { Chosen } from '../chosen.ts';
import css from './trash-page.module.css';

export interface TrashActions {
  isTicked: (id: string) => boolean;
  tick: (id: string, isOn: boolean) => void;
  restore: (chosen: Chosen) => void;
  restoreElsewhere: (chosen: Chosen) => void;
  destroy: (chosen: Chosen) => void;
}

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;
/** From here on, the days that are left are to be noticed. */
const fewDays = 3;

export function TrashedDocument({ document, actions }: { document: Document; actions: TrashActions }) {
  const formats = useFormats();
  const { data: categories } = useQuery(categoriesQuery);
  const category = categories?.items.find(({ id }) => id === document.categoryId);
  return (
    <Row
      id={document.id}
      name={document.title}
      chosen={{ documents: [document], folders: [] }}
      days={document.remainingDays ?? 0}
      facts={[category?.title, formats.size(document.size)]}
      drawing={<DocThumb tone={toneOf(category)} height={40} />}
      actions={actions}
    >
      <Link
        to="/documents/{-$folderId}"
        params={{ folderId: undefined }}
        search={{ document: document.id }}
        state={{ isFromList: true }}
        className={css.title}
        {...rowLinkProps(document.id)}
      >
        {document.title}
      </Link>
    </Row>
  );
}

type Folder = Answer<typeof listTrash>['folders'][number];

export function TrashedFolder({ folder, actions }: { folder: Folder; actions: TrashActions }) {
  const t = useTranslations('trash');
  return (
    <Row
      id={folder.id}
      name={folder.name}
      chosen={{ documents: [], folders: [folder] }}
      days={folder.remainingDays}
      facts={[t('folder'), t('holds', { count: folder.documentCount })]}
      drawing={
        <span className={css.folder}>
          <IconFolder size={28} stroke={1.5} aria-hidden />
        </span>
      }
      actions={actions}
    >
      {/* It takes the focus of a row that has left. */}
      <span className={css.title} tabIndex={-1} {...rowLinkProps(folder.id)}>
        {folder.name}
      </span>
    </Row>
  );
}

interface RowProps {
  id: string;
  name: string;
  chosen: Chosen;
  days: number;
  facts: readonly (string | undefined)[];
  drawing: ReactNode;
  actions: TrashActions;
  children: ReactNode;
}

function Row({ id, name, chosen, days, facts, drawing, actions, children }: RowProps) {
  const t = useTranslations('trash');
  return (
    <li className={css.row} data-selected={actions.isTicked(id) || undefined}>
      <RowCheckbox
        aria-label={t('select', { title: name })}
        isSelected={actions.isTicked(id)}
        onChange={(isOn) => actions.tick(id, isOn)}
      />
      {drawing}
      <div className={css.text}>
        {children}
        <p className={css.facts}>
          {facts.filter(Boolean).join(' · ')} ·{' '}
          <span data-soon={days <= fewDays || undefined}>{t('remaining', { days })}</span>
        </p>
      </div>
      <Button className={css.restore ?? ''} onPress={() => actions.restore(chosen)}>
        {t('restore')}
      </Button>
      <RowMenu name={name} chosen={chosen} actions={actions} />
    </li>
  );
}

function RowMenu({ name, chosen, actions }: Pick<RowProps, 'name' | 'chosen' | 'actions'>) {
  const t = useTranslations('trash');
  return (
    <Menu
      label={t('actionsOf', { title: name })}
      trigger={
        <IconButton label={t('actionsOf', { title: name })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </IconButton>
      }
      entries={[
        {
          id: 'restore',
          label: t('restore'),
          icon: <IconRestore {...icon} />,
          onAction: () => actions.restore(chosen),
        },
        {
          id: 'elsewhere',
          label: t('restoreElsewhere'),
          icon: <IconFolderSymlink {...icon} />,
          onAction: () => actions.restoreElsewhere(chosen),
        },
        {
          id: 'destroy',
          label: t('destroy'),
          icon: <IconTrashX {...icon} />,
          isDanger: true,
          onAction: () => actions.destroy(chosen),
        },
      ]}
    />
  );
}
