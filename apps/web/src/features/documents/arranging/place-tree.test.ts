import type { Category, Folder } from '@perenne/contract/places';
import { expect, it } from 'vitest';
import { byPlace, countOf, holdsOriginals } from './chosen.ts';
import { placeLines } from './place-tree.ts';

const category = (id: string): Category => ({ id, title: id, kind: null, documentCount: 0, unreadCount: 0 });
const folder = (id: string, parentId: string | null, categoryId = 'A'): Folder => ({
  ...{ id, name: `Dossier ${id}`, categoryId, parentId },
  documentCount: 0,
});

const categories = [category('A'), category('B')];
const folders = [folder('2', null), folder('1', null), folder('11', '1'), folder('111', '11'), folder('3', null, 'B')];

it('draws folders under theirs, in the order of their names', () => {
  const lines = placeLines({ categories, folders });
  expect(lines.map(({ key, depth }) => `${'.'.repeat(depth)}${key}`)).toEqual([
    ...['A', '.1', '..11', '...111', '.2'],
    ...['B', '.3'],
  ]);
  expect(lines.find(({ key }) => key === '111')?.within).toEqual(['A', 'Dossier 1', 'Dossier 11']);
});

it('leaves out what is being moved, with all that it holds', () => {
  const lines = placeLines({ categories, folders, without: ['1'] });
  expect(lines.map(({ key }) => key)).toEqual(['A', '2', 'B', '3']);
});

it('puts documents back by the place that each had', () => {
  const at = (id: string, categoryId: string, folderId: string | null) =>
    ({ id, categoryId, folderId, type: 'AUDO' }) as Parameters<typeof byPlace>[0][number];
  const documents = [at('a', 'A', null), at('b', 'A', '1'), at('c', 'A', null), at('d', 'A', '1')];
  expect(byPlace(documents).map(({ to, documents: group }) => [to, group.map(({ id }) => id)])).toEqual([
    [{ categoryId: 'A' }, ['a', 'c']],
    [{ folderId: '1' }, ['b', 'd']],
  ]);
  expect(countOf({ documents, folders: [{ id: '1', name: '' }] })).toBe(5);
  expect(holdsOriginals({ documents, folders: [] })).toBe(false);
  const payslip = { ...at('p', 'A', null), type: 'PAYE' as const };
  expect(holdsOriginals({ documents: [...documents, payslip], folders: [] })).toBe(true);
});
