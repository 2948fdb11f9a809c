import type { Category, Folder } from '@perenne/contract/places';
import type { Place } from './chosen.ts';

export interface PlaceLine {
  /** Unlike that of any other place. */
  key: string;
  place: Place;
  name: string;
  /** 0 for a category. */
  depth: number;
  /** The folders around it, the outermost first. */
  within: readonly string[];
  category: Category;
}

interface Places {
  categories: readonly Category[];
  folders: readonly Folder[];
  /** Folders that are being moved: neither they nor what they hold can receive them. */
  without?: readonly string[];
}

/** Every category with its folders under it, as a tree reads from top to bottom. */
export function placeLines({ categories, folders, without = [] }: Places): PlaceLine[] {
  const inOrder = folders.filter(({ id }) => !without.includes(id)).sort((a, b) => a.name.localeCompare(b.name));
  const under = (parent: PlaceLine, parentId: string | null): PlaceLine[] =>
    inOrder
      .filter((folder) => folder.parentId === parentId && folder.categoryId === parent.category.id)
      .flatMap(({ id, name }) => {
        const line: PlaceLine = {
          key: id,
          place: { folderId: id },
          name,
          depth: parent.depth + 1,
          within: [...parent.within, parent.name],
          category: parent.category,
        };
        return [line, ...under(line, id)];
      });
  return categories.flatMap((category) => {
    const place = { categoryId: category.id };
    const line = { key: category.id, place, name: category.title, depth: 0, within: [], category };
    return [line, ...under(line, null)];
  });
}
