import type { Category, Folder } from '@perenne/contract/places';

export interface PlaceOption {
  id: string;
  label: string;
  place: { categoryId: string } | { folderId: string };
}

/** Every category with its folders after it, each named by its whole path. */
export function placeOptions(
  categories: readonly Category[],
  folders: readonly Folder[],
  join: (place: string, name: string) => string,
): PlaceOption[] {
  const under = (parent: PlaceOption, categoryId: string, parentId: string | null): PlaceOption[] =>
    folders
      .filter((folder) => folder.categoryId === categoryId && folder.parentId === parentId)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ id, name }) => {
        const option: PlaceOption = { id, label: join(parent.label, name), place: { folderId: id } };
        return [option, ...under(option, categoryId, id)];
      });
  return categories.flatMap(({ id, title }) => {
    const option: PlaceOption = { id, label: title, place: { categoryId: id } };
    return [option, ...under(option, id, null)];
  });
}
