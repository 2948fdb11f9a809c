import { createCategory, createFolder, patchCategory, patchFolder } from '@perenne/contract/arranging';
import type { Category, Folder } from '@perenne/contract/places';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { refreshArranged } from './use-arranging.ts';

/** The action that was asked for on the page. */
export type Organising =
  | Named
  | { to: 'deleteCategory'; category: Category }
  | { to: 'moveFolder'; folder: Folder }
  | { to: 'deleteFolder'; folder: Folder };

type Named =
  | { to: 'newCategory' }
  | { to: 'renameCategory'; category: Category }
  | { to: 'newFolderInCategory'; category: Category }
  | { to: 'renameFolder'; folder: Folder }
  | { to: 'newFolderInFolder'; folder: Folder };

interface OrganiseDialogProps {
  asked: Organising;
  /** The place of the page is gone. */
  onGone: () => void | Promise<void>;
  /** The folder is elsewhere. */
  onMoved?: () => void;
  onClose: () => void;
}

/** The dialogs of folders and categories. */
export function OrganiseDialog({ asked, onGone, onMoved, onClose }: OrganiseDialogProps) {
  if (asked.to === 'deleteCategory') {
    return <DeleteCategoryDialog category={asked.category} onDone={onGone} onClose={onClose} />;
  }
  if (asked.to === 'deleteFolder') {
    return <DeleteDialog chosen={{ documents: [], folders: [asked.folder] }} onDone={onGone} onClose={onClose} />;
  }
  if (asked.to === 'moveFolder') {
    const { categoryId, parentId } = asked.folder;
    const formerly = parentId === null ? { categoryId } : { folderId: parentId };
    const chosen = { documents: [], folders: [asked.folder] };
    return <MoveDialog chosen={chosen} formerly={formerly} onClose={onClose} onDone={onMoved} />;
  }
  return <Naming asked={asked} onClose={onClose} />;
}

function Naming({ asked, onClose }: { asked: Named; onClose: () => void }) {
  const { done, save, ...words } = useNaming(asked);
  const queries = useQueryClient();
  const notify = useNotify();
  const submit = async (name: string, formerly: string) => {
    await save(name, formerly);
    notify({ text: done });
    await refreshArranged(queries);
  };
  const keep = () => void refreshArranged(queries);
  return <NameDialog {...words} onSubmit={submit} onKeep={keep} onClose={onClose} />;
}

function useNaming(asked: Named) {
  const t = useTranslations('organising');
  const create = t('create');
  const rename = t('rename');
  switch (asked.to) {
    case 'newCategory': {
      const save = (title: string): Promise<unknown> => call(createCategory, { body: { title } });
      const [title, hint, done] = [t('newCategoryTitle'), t('newCategoryHint'), t('categoryCreated')];
      return { title, hint, submitLabel: create, done, save };
    }
    case 'renameCategory': {
      const { id, title: name } = asked.category;
      const save = (title: string, formerly: string): Promise<unknown> =>
        call(patchCategory, { params: { id }, body: { title, formerly: { title: formerly } } });
      return { title: t('renameCategoryTitle'), name, submitLabel: rename, done: t('categoryRenamed'), save };
    }
    case 'renameFolder': {
      const { id, name } = asked.folder;
      const save = (to: string, formerly: string): Promise<unknown> =>
        call(patchFolder, { params: { id }, body: { name: to, formerly: { name: formerly } } });
      return { title: t('renameFolderTitle'), name, submitLabel: rename, done: t('folderRenamed'), save };
    }
    case 'newFolderInCategory':
    case 'newFolderInFolder': {
      const [place, parent] =
        asked.to === 'newFolderInCategory'
          ? [asked.category.title, { categoryId: asked.category.id }]
          : [asked.folder.name, { parentId: asked.folder.id }];
      const save = (name: string): Promise<unknown> => call(createFolder, { body: { name, ...parent } });
      const [title, hint, done] = [t('newFolderTitle'), t('newFolderHint', { place }), t('folderCreated')];
      return { title, hint, submitLabel: create, done, save };
    }
  }
}
