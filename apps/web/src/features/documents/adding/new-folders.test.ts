import type { Folder } from '@perenne/contract/places';
import { expect, it } from 'vitest';
import { pathsOf, roomUnder, withinRoom } from './new-folders.ts';

const file = (path: string) => ({ file: { name: 'a.pdf' } as File, path: path.split('/').filter(Boolean) });
const folder = (id: string, parentId: string | null): Folder => ({
  ...{ id, parentId, name: id, categoryId: 'c', documentCount: 0 },
});

it('makes each folder once, the outer ones first', () => {
  const files = [file('Maison/Travaux/2025'), file('Maison'), file('maison/Travaux'), file('')];
  expect(pathsOf(files)).toEqual([['Maison'], ['Maison', 'Travaux'], ['Maison', 'Travaux', '2025']]);
});

it('takes names for the same that the server does: by case, not by accent', () => {
  const files = [file('Cote'), file('Côte'), file('COTE'), file('Co\u0302te')];
  expect(pathsOf(files)).toEqual([['Cote'], ['Côte']]);
});

it('knows how many levels are left under a folder', () => {
  const folders = [folder('1', null), folder('2', '1'), folder('3', '2')];
  expect(roomUnder({ categoryId: 'c' }, folders)).toBe(10);
  expect(roomUnder({ folderId: '3' }, folders)).toBe(7);
});

it('puts what lies deeper than ten levels into the tenth, and tells how much', () => {
  const deep = '1/2/3/4/5/6/7/8/9/10/11/12';
  const { placed, tooDeep } = withinRoom([file(deep), file('1/2')], 10);
  expect(placed.map(({ path }) => path.length)).toEqual([10, 2]);
  expect(tooDeep).toBe(1);
});

it('gives folders names that a safe accepts', () => {
  const { placed } = withinRoom([file(`  \u202eTxt /${'x'.repeat(80)}/\u0007/\u3164\u200b`)], 10);
  expect(placed[0]?.path).toEqual(['Txt', 'x'.repeat(60), '_', '_']);
});

it('makes the folders that hold nothing too', () => {
  const folders = [file('Maison'), { path: ['Maison', 'Vide', 'Creux'] }];
  const { placed, tooDeep } = withinRoom(folders, 2);
  expect(pathsOf(placed)).toEqual([['Maison'], ['Maison', 'Vide']]);
  // A folder without files has none that goes elsewhere.
  expect(tooDeep).toBe(0);
});
