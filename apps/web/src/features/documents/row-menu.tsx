import type { Document } from '@perenne/contract/documents';
import { IconDots, IconDownload, IconEye, IconMail, IconMailOpened, IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { useOpenDocument } from './list-search.ts';
import { useDownload, useMarkUnread } from './use-document-actions.ts';

const RenameDialog = lazy(() => import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })));

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done with one document. */
export function RowMenu({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const open = useOpenDocument();
  const download = useDownload();
  const mark = useMarkUnread();
  const [isRenaming, setRenaming] = useState(false);
  const { id, unread } = document;
  const entries: MenuEntry[] = [
    { id: 'open', label: t('open'), icon: <IconEye {...icon} />, onAction: () => open(id) },
    {
      id: 'download',
      label: t('download'),
      icon: <IconDownload {...icon} />,
      onAction: () => download.mutate(document),
    },
    {
      id: 'rename',
      label: t('rename'),
      icon: <IconPencil {...icon} />,
      isDisabled: !document.can.rename,
      onAction: () => setRenaming(true),
    },
    {
      id: 'unread',
      label: unread ? t('markRead') : t('markUnread'),
      icon: unread ? <IconMailOpened {...icon} /> : <IconMail {...icon} />,
      onAction: () => mark.mutate({ id, unread: !unread }),
    },
  ];
  return (
    <>
      <Menu
        label={t('actionsOf', { title: document.title })}
        trigger={
          <IconButton label={t('actionsOf', { title: document.title })}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
      {isRenaming && (
        <Suspense>
          <RenameDialog document={document} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </>
  );
}
