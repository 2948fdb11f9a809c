import type { Category, Folder } from '@perenne/contract/places';
import { IconFolderCog, IconFolderPlus, IconFolderSymlink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../lib/document-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import type { Organising } from './arranging/organise-dialog.tsx';
import { useFolderPath } from './folders.tsx';
import { OrganiseDialog } from './lazy-parts.ts';

interface OrganiseMenuProps {
  categoryId: string | undefined;
  folderId: string | undefined;
}

/** What can be done with the folder or the category that the page stands in, and with categories at all. */
export function OrganiseMenu({ categoryId, folderId }: OrganiseMenuProps) {
  const t = useTranslations('documents');
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const { data: categories } = useQuery(categoriesQuery);
  const folder = useFolderPath(folderId).at(-1);
  const category = categories?.items.find(({ id }) => id === categoryId);
  const [asked, setAsked] = useState<Organising>();
  const goUp = () => {
    const search = folder?.parentId === null ? { category: folder.categoryId } : {};
    return navigate({ to: '.', params: { folderId: folder?.parentId ?? undefined }, search });
  };
  const asking = folder
    ? askingOfFolder(folder)
    : [...(category ? askingOfCategory(category) : []), { to: 'newCategory' } as const];
  const entries = asking.map((one): MenuEntry => {
    const { label, Icon, isDanger = false } = entryOf[one.to];
    const icon = <Icon size={19} stroke={1.75} aria-hidden />;
    return { id: one.to, label: t(label), icon, isDanger, onAction: () => setAsked(one) };
  });
  return (
    <>
      <Menu
        label={t('organise')}
        trigger={
          <Button>
            <IconFolderCog size={19} stroke={1.75} aria-hidden />
            {t('organise')}
          </Button>
        }
        entries={entries}
      />
      {asked && <OrganiseDialog asked={asked} onGone={goUp} onClose={() => setAsked(undefined)} />}
    </>
  );
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

const askingOfFolder = (folder: Folder): Organising[] => [
  { to: 'newFolderInFolder', folder },
  { to: 'renameFolder', folder },
  { to: 'moveFolder', folder },
  { to: 'deleteFolder', folder },
];

const askingOfCategory = (category: Category): Organising[] => [
  { to: 'newFolderInCategory', category },
  { to: 'renameCategory', category },
  { to: 'deleteCategory', category },
];
