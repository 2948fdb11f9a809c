import { describe, expect, it } from 'vitest';
import { joinFolders, parentsFirst } from './receive-places.rules.ts';

const folder = (folderId: string, place: { categoryId: string; parentId?: string; nameKey: string }) => ({
  ...{ folderId, parentId: null, isTrashed: false },
  ...place,
});

describe('folders of a safe that is received', () => {
  it('become one with those of an equal path, however deep', () => {
    const giving = [
      folder('a', { categoryId: 'given', nameKey: 'works' }),
      folder('b', { categoryId: 'given', parentId: 'a', nameKey: 'roof' }),
      folder('c', { categoryId: 'given', parentId: 'b', nameKey: 'tiles' }),
    ];
    const receiving = [
      folder('x', { categoryId: 'own', nameKey: 'works' }),
      folder('y', { categoryId: 'own', parentId: 'x', nameKey: 'roof' }),
    ];
    const joined = joinFolders(giving, receiving, () => 'own');
    expect([...joined]).toEqual([
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('become one with each other where two categories become one', () => {
    const giving = [
      folder('a', { categoryId: 'by title', nameKey: '2025' }),
      folder('b', { categoryId: 'by kind', nameKey: '2025' }),
      folder('c', { categoryId: 'by kind', parentId: 'b', nameKey: 'may' }),
    ];
    expect([...joinFolders(giving, [], () => 'own')]).toEqual([['b', 'a']]);
  });

  it('keep a path of their own in the trash, on either side', () => {
    const given = folder('a', { categoryId: 'own', nameKey: 'works' });
    const own = folder('x', { categoryId: 'own', nameKey: 'works' });
    expect(joinFolders([{ ...given, isTrashed: true }], [own], (id) => id).size).toBe(0);
    expect(joinFolders([given], [{ ...own, isTrashed: true }], (id) => id).size).toBe(0);
  });

  it('are written after those that they are in, which may be of the other safe', () => {
    const rows = [
      { folder_id: 'c', parent_id: 'b' },
      { folder_id: 'b', parent_id: 'a' },
      { folder_id: 'd', parent_id: 'of the receiver' },
      { folder_id: 'a', parent_id: null },
    ];
    expect(parentsFirst(rows).map(({ folder_id }) => folder_id)).toEqual(['d', 'a', 'b', 'c']);
  });
});
