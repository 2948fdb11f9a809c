import { makeNamer } from '../download/archive-names.rules.ts';

type Category = { categoryId: string; title: string };
type Folder = { folderId: string; parentId: string | null; categoryId: string; name: string };

/** A folder of the archive: its path, its titles as they are in the safe, and the names that are taken in it. */
export type ArchiveFolder = { path: string; place: string; nameOf: (title: string, fileName: string) => string };

/**
 * The folders of an archive, for the categories and folders of a safe: below `root`, each once, with names that every
 * system takes. A document goes into the folder that `folderOf` gives.
 */
export function planFolders(root: string, { categories, folders }: { categories: Category[]; folders: Folder[] }) {
  const top: ArchiveFolder = { path: root, place: '', nameOf: makeNamer() };
  const planned = new Map<string, ArchiveFolder>();
  for (const { categoryId, title } of categories) planned.set(categoryId, inside(top, title));
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]));
  const plan = ({ folderId, parentId, categoryId, name }: Folder): ArchiveFolder => {
    const known = planned.get(folderId);
    if (known) return known;
    const parent = parentId === null ? undefined : byId.get(parentId);
    const folder = inside(parent ? plan(parent) : (planned.get(categoryId) ?? top), name);
    planned.set(folderId, folder);
    return folder;
  };
  for (const folder of folders) plan(folder);
  const folderOf = ({ categoryId, folderId }: { categoryId: string | null; folderId: string | null }) =>
    planned.get(folderId ?? '') ?? planned.get(categoryId ?? '') ?? top;
  return { folderOf };
}

const inside = (parent: ArchiveFolder, title: string): ArchiveFolder => ({
  path: `${parent.path}/${parent.nameOf(title, '')}`,
  place: parent.place === '' ? title : `${parent.place}/${title}`,
  nameOf: makeNamer(),
});
