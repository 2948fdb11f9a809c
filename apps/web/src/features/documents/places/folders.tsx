import { IconFolder } from '../../../ui/buttons/icons.ts';
import type { Folder } from '@perenne/contract/places';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { foldersQuery } from '../../../lib/documents/document-queries.ts';
import { FolderMenu } from './folder-menu.tsx';
import css from './folders.module.css';
import { DragLayer } from '../list/lazy-parts.ts';
import { kept } from '../state/list-search.ts';
import { placeProps } from '../state/place-target.ts';

/** The place of the page: a category, or a folder in one. */
interface Place {
  categoryId: string | undefined;
  folderId: string | undefined;
}

/** The folder of the address, and those above it, the outermost first. */
export function useFolderPath(folderId: string | undefined) {
  const { data } = useQuery({ ...foldersQuery, enabled: folderId !== undefined });
  const folders = new Map(data?.items.map((folder) => [folder.id, folder]));
  const path = [];
  for (let id = folderId ?? null; id !== null;) {
    const folder = folders.get(id);
    if (folder) path.unshift(folder);
    id = folder?.parentId ?? null;
  }
  return path;
}

const standsIn = ({ categoryId, parentId }: Folder) => (parentId === null ? { categoryId } : { folderId: parentId });

/** A folder is dragged onto another, onto a shelf, or up the trail. */
function useFolderDrag(folders: readonly Folder[] | undefined, onDrag: (folder: Folder) => void): void {
  const drag = useEffectEvent((event: DragEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
    const folder = folders?.find(({ id }) => id === link?.dataset.folder);
    if (!folder || !event.dataTransfer) return;
    // A finger scrolls.
    if (matchMedia('(hover: none)').matches) return event.preventDefault();
    event.dataTransfer.effectAllowed = 'move';
    onDrag(folder);
  });
  useEffect(() => {
    document.addEventListener('dragstart', drag);
    return () => document.removeEventListener('dragstart', drag);
  }, []);
}

/** The folders right under the place, if it has any. */
export function Folders({ categoryId, folderId }: Place) {
  const t = useTranslations('documents');
  const { data } = useQuery({ ...foldersQuery, enabled: categoryId !== undefined || folderId !== undefined });
  const folders = data?.items.filter((folder) =>
    folderId === undefined
      ? folder.categoryId === categoryId && folder.parentId === null
      : folder.parentId === folderId,
  );
  const [dragged, setDragged] = useState<Folder>();
  useFolderDrag(folders, setDragged);
  if (!folders?.length) return null;
  const end = () => setDragged(undefined);
  return (
    <nav aria-label={t('folders')}>
      <ul className={css.folders}>
        {folders.map((folder) => (
          <li key={folder.id} className={css.tile}>
            <Link
              to="/documents/{-$folderId}"
              params={{ folderId: folder.id }}
              search={kept}
              className={css.folder}
              data-folder={folder.id}
              {...placeProps({ folderId: folder.id }, folder.name)}
            >
              <IconFolder size={20} stroke={1.6} aria-hidden />
              <span className={css.name}>{folder.name}</span>
              <small>{t('count', { count: folder.documentCount })}</small>
            </Link>
            <FolderMenu folder={folder} />
          </li>
        ))}
      </ul>
      {dragged && (
        <DragLayer
          chosen={{ documents: [], folders: [dragged] }}
          formerly={standsIn(dragged)}
          onClose={end}
          onDone={end}
        />
      )}
    </nav>
  );
}
