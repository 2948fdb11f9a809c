import { describe, expect, it } from 'vitest';
import { planFolders } from './archive-folders.rules.ts';

const folder = (folderId: string, name: string, parentId: string | null = null) => ({
  ...{ folderId, name, parentId, categoryId: 'c1' },
});

const plan = planFolders('documents', {
  categories: [
    { categoryId: 'c1', title: 'Paies' },
    { categoryId: 'c2', title: 'PAIES' },
    { categoryId: 'c3', title: '..' },
    { categoryId: 'c4', title: 'CON' },
  ],
  folders: [
    folder('f3', '2026', 'f2'),
    folder('f2', 'Été\u202e', 'f1'),
    folder('f1', 'a/b'),
    folder('f4', 'E\u0301té', 'f1'),
  ],
});
const pathOf = (categoryId: string, folderId: string | null = null) => plan.folderOf({ categoryId, folderId }).path;

describe('the folders of an archive', () => {
  it('are those of the safe, whatever order they come in', () => {
    expect(pathOf('c1', 'f3')).toBe('documents/Paies/a b/Été/2026');
    expect(plan.folderOf({ categoryId: 'c1', folderId: 'f3' }).place).toBe('Paies/a/b/Été\u202e/2026');
  });

  it('have names that every system takes, each once', () => {
    expect(['c2', 'c3', 'c4'].map((id) => pathOf(id))).toEqual([
      'documents/PAIES (2)',
      'documents/document',
      'documents/_CON',
    ]);
    expect(pathOf('c1', 'f4')).toBe('documents/Paies/a b/Été (2)');
  });

  it('take no name that a file beside them has, and files none of theirs', () => {
    const { nameOf } = plan.folderOf({ categoryId: 'c1', folderId: null });
    expect([nameOf('a/b', 'x'), nameOf('a b.pdf', 'b.pdf')]).toEqual(['a b (2)', 'a b.pdf']);
  });

  it('hold what is in no folder and in no category at their top', () => {
    expect([plan.folderOf({ categoryId: null, folderId: null }).path, pathOf('c1')]).toEqual([
      'documents',
      'documents/Paies',
    ]);
  });
});
