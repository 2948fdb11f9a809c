import type { Document } from '@perenne/contract/documents';
import {
  IconCheckbox,
  IconDots,
  IconDownload,
  IconEye,
  IconFolderSymlink,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconShare2,
  IconTrash,
} from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { MenuPanel } from '../../../ui/overlays/menu-panel.tsx';
import { useListActions } from './list-actions.tsx';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

interface OpenRowMenuProps {
  document: Document;
  isOpenedByKeys: boolean;
}

/** The actions on one document: they replace the plain button that was pressed. */
export function OpenRowMenu({ document, isOpenedByKeys }: OpenRowMenuProps) {
  const t = useTranslations('documents');
  const { open, download, share, rename, markUnread, move, remove, selection } = useListActions();
  const { id, unread, title } = document;
  return (
    <MenuPanel
      isOpenedByKeys={isOpenedByKeys}
      label={t('actionsOf', { title })}
      trigger={
        <IconButton label={t('actionsOf', { title })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </IconButton>
      }
      entries={[
        { id: 'open', label: t('open'), icon: <IconEye {...icon} />, onAction: () => open(id) },
        { id: 'download', label: t('download'), icon: <IconDownload {...icon} />, onAction: () => download(document) },
        { id: 'share', label: t('share'), icon: <IconShare2 {...icon} />, onAction: () => share(document) },
        {
          id: 'rename',
          label: t('rename'),
          icon: <IconPencil {...icon} />,
          isDisabled: !document.can.rename,
          onAction: () => rename(document),
        },
        {
          id: 'move',
          label: t('move'),
          icon: <IconFolderSymlink {...icon} />,
          isDisabled: !document.can.move,
          onAction: () => move(document),
        },
        {
          id: 'unread',
          label: unread ? t('markRead') : t('markUnread'),
          icon: unread ? <IconMailOpened {...icon} /> : <IconMail {...icon} />,
          onAction: () => markUnread({ id, unread: !unread }),
        },
        {
          id: 'select',
          label: t('select'),
          icon: <IconCheckbox {...icon} />,
          isDisabled: selection.has(id),
          onAction: () => selection.toggle(id, false),
        },
        {
          id: 'delete',
          label: t('delete'),
          icon: <IconTrash {...icon} />,
          isDanger: true,
          isDisabled: !document.can.delete,
          onAction: () => remove(document),
        },
      ]}
    />
  );
}
