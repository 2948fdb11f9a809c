import { isStartingTitle } from '../record/documents.rules.ts';

type Category = { categoryId: string; kind: string | null; title: string; titleKey: string };

const isUntouched = ({ kind, title }: Category): boolean => isStartingTitle(kind, title);

/**
 * The category that each category of the giving safe becomes one with: of an equal title; else of the same kind, where
 * nobody has renamed either, so that two languages do not make two of each. The others keep their own.
 */
export function joinCategories(giving: readonly Category[], receiving: readonly Category[]): Map<string, string> {
  const joined = new Map<string, string>();
  for (const given of giving) {
    const equal = receiving.find(({ titleKey }) => titleKey === given.titleKey);
    const alike = receiving.find(({ kind }) => kind !== null && kind === given.kind);
    const into = equal ?? (alike && isUntouched(given) && isUntouched(alike) ? alike : undefined);
    if (into) joined.set(given.categoryId, into.categoryId);
  }
  return joined;
}

type Folder = {
  folderId: string;
  categoryId: string;
  parentId: string | null;
  nameKey: string;
  isTrashed: boolean;
};

/**
 * The folder of the receiving safe that each folder becomes one with: of an equal path, of those that are not in the
 * trash. `categoryOf` gives the category that a category has become.
 */
export function joinFolders(
  giving: readonly Folder[],
  receiving: readonly Folder[],
  categoryOf: (categoryId: string) => string,
): Map<string, string> {
  const pathOf = (categoryId: string, parentId: string | null, nameKey: string) =>
    JSON.stringify([categoryId, parentId, nameKey]);
  const known = new Map(
    receiving
      .filter(({ isTrashed }) => !isTrashed)
      .map((folder) => [pathOf(folder.categoryId, folder.parentId, folder.nameKey), folder.folderId]),
  );
  const childrenOf = Map.groupBy(giving, ({ parentId }) => parentId);
  const joined = new Map<string, string>();
  const join = (folder: Folder): void => {
    // The folder above may have become one with another, or only have moved.
    const parentId = folder.parentId === null ? null : (joined.get(folder.parentId) ?? folder.parentId);
    const path = pathOf(categoryOf(folder.categoryId), parentId, folder.nameKey);
    const equal = folder.isTrashed ? undefined : known.get(path);
    if (equal !== undefined) joined.set(folder.folderId, equal);
    // Two categories that become one may both have such a folder.
    else if (!folder.isTrashed) known.set(path, folder.folderId);
    for (const child of childrenOf.get(folder.folderId) ?? []) join(child);
  };
  for (const folder of childrenOf.get(null) ?? []) join(folder);
  return joined;
}

/** Each folder after the one that it is in. */
export function parentsFirst<F extends { folder_id: string; parent_id: string | null }>(folders: readonly F[]): F[] {
  const childrenOf = Map.groupBy(folders, (folder) => folder.parent_id);
  const ids = new Set(folders.map((folder) => folder.folder_id));
  const ordered = folders.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
  // It grows while it is gone through.
  for (const folder of ordered) ordered.push(...(childrenOf.get(folder.folder_id) ?? []));
  return ordered;
}
