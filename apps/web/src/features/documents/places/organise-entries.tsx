import type { Category, Folder } from '@perenne/contract/places';
import { IconFolderPlus, IconFolderSymlink, IconPencil, IconPlus, IconTrash } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import type { Organising } from '../arranging/organise-dialog.tsx';

/** The offered actions, as a menu shows them. */
export function useOrganiseEntries(offered: readonly Organising[], onAsk: (asked: Organising) => void): MenuEntry[] {
  const t = useTranslations('documents');
  return offered.map((one) => {
    const { label, Icon, isDanger = false } = entryOf[one.to];
    const icon = <Icon size={19} stroke={1.75} aria-hidden />;
    return { id: one.to, label: t(label), icon, isDanger, onAction: () => onAsk(one) };
  });
}

const entryOf: Record<Organising['to'], Entry> = {
  newCategory: { label: 'newCategory', Icon: IconPlus },
  newFolderInCategory: { label: 'newFolder', Icon: IconFolderPlus },
  newFolderInFolder: { label: 'newFolder', Icon: IconFolderPlus },
  renameCategory: { label: 'renameCategory', Icon: IconPencil },
  renameFolder: { label: 'renameFolder', Icon: IconPencil },
  moveFolder: { label: 'moveFolder', Icon: IconFolderSymlink },
  deleteCategory: { label: 'deleteCategory', Icon: IconTrash, isDanger: true },
  deleteFolder: { label: 'deleteFolder', Icon: IconTrash, isDanger: true },
};

interface Entry {
  label:
    | 'newCategory'
    | 'newFolder'
    | 'renameCategory'
    | 'renameFolder'
    | 'moveFolder'
    | 'deleteCategory'
    | 'deleteFolder';
  Icon: typeof IconPlus;
  isDanger?: boolean;
}

export const offeredOfFolder = (folder: Folder): Organising[] => [
  { to: 'newFolderInFolder', folder },
  { to: 'renameFolder', folder },
  { to: 'moveFolder', folder },
  { to: 'deleteFolder', folder },
];

export const offeredOfCategory = (category: Category): Organising[] => [
  { to: 'newFolderInCategory', category },
  { to: 'renameCategory', category },
  { to: 'deleteCategory', category },
];
