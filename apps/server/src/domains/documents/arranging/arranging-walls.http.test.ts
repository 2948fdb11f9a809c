import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arranger, type Told } from '../../../testing/people/arranger.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

type Things = {
  documentId: string;
  folderId: string;
  categoryId: string;
  /** In the trash. */
  trashedDocumentId: string;
  trashedFolderId: string;
};

let t: TestApp;
let own: Arranger;
let ownThings: Things;
let foreign: Arranger;
let foreignThings: Things;
beforeAll(async () => {
  t = await createTestApp();
  [own, foreign] = [new Arranger(t, await makeOwner(t)), new Arranger(t, await makeOwner(t))];
  [ownThings, foreignThings] = [await fill(own), await fill(foreign)];
});
afterAll(() => t.close());

async function fill(owner: Arranger): Promise<Things> {
  const categoryId = await owner.category('housing');
  const things = {
    categoryId,
    documentId: await owner.document('Bail', { categoryId }),
    folderId: await owner.folder('Maison', { categoryId }),
    trashedDocumentId: await owner.document('Devis', { categoryId }),
    trashedFolderId: await owner.folder('Travaux', { categoryId }),
  };
  const trashed = { documents: [things.trashedDocumentId], folders: [things.trashedFolderId] };
  await owner.call('POST', 'documents/delete', trashed);
  return things;
}

const nowhere = '018f0000-0000-7000-8000-000000000000';
const missing: Things = {
  ...{ documentId: nowhere, folderId: nowhere, categoryId: nowhere },
  ...{ trashedDocumentId: nowhere, trashedFolderId: nowhere },
};
const nonsense: Things = {
  ...{ documentId: 'nothing', folderId: 'nothing', categoryId: 'nothing' },
  ...{ trashedDocumentId: '%00', trashedFolderId: '../x' },
};

type Call = readonly [method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object];

/** Each call with things that are not the caller's, beside others that are. */
const calls: ReadonlyArray<readonly [string, string, (other: Things, mine: Things) => Call]> = [
  ['reads', 'DocumentNotFound', ({ documentId }) => ['GET', `documents/${documentId}`]],
  [
    'reads in the trash',
    'DocumentNotFound',
    ({ trashedDocumentId }) => ['GET', `documents/${encodeURIComponent(trashedDocumentId)}`],
  ],
  ['reads the content', 'DocumentNotFound', ({ documentId }) => ['GET', `documents/${documentId}/content`]],
  ['renames', 'DocumentNotFound', ({ documentId }) => ['PATCH', `documents/${documentId}`, { title: 'x' }]],
  [
    'downloads',
    'DocumentNotFound',
    ({ documentId }, mine) => ['POST', 'documents/download', { documents: [mine.documentId, documentId] }],
  ],
  [
    'moves a document',
    'DocumentNotFound',
    ({ documentId }, mine) => [
      'POST',
      'documents/move',
      { documents: [mine.documentId, documentId], to: { folderId: mine.folderId } },
    ],
  ],
  [
    'moves a folder',
    'FolderNotFound',
    ({ folderId }, mine) => [
      'POST',
      'documents/move',
      { folders: [mine.folderId, folderId], to: { categoryId: mine.categoryId } },
    ],
  ],
  [
    'moves to a folder',
    'FolderNotFound',
    ({ folderId }, mine) => ['POST', 'documents/move', { documents: [mine.documentId], to: { folderId } }],
  ],
  [
    'moves to a category',
    'CategoryNotFound',
    ({ categoryId }, mine) => ['POST', 'documents/move', { documents: [mine.documentId], to: { categoryId } }],
  ],
  [
    'deletes a document',
    'DocumentNotFound',
    ({ documentId }, mine) => ['POST', 'documents/delete', { documents: [mine.documentId, documentId] }],
  ],
  [
    'deletes a folder',
    'FolderNotFound',
    ({ folderId }, mine) => ['POST', 'documents/delete', { documents: [mine.documentId], folders: [folderId] }],
  ],
  [
    'makes a folder in a folder',
    'FolderNotFound',
    ({ folderId }) => ['POST', 'folders', { name: 'x', parentId: folderId }],
  ],
  [
    'makes a folder in a category',
    'CategoryNotFound',
    ({ categoryId }) => ['POST', 'folders', { name: 'x', categoryId }],
  ],
  ['renames a folder', 'FolderNotFound', ({ folderId }) => ['PATCH', `folders/${folderId}`, { name: 'x' }]],
  [
    'renames a folder in the trash',
    'FolderNotFound',
    ({ trashedFolderId }) => ['PATCH', `folders/${encodeURIComponent(trashedFolderId)}`, { name: 'x' }],
  ],
  [
    'moves its folder into another',
    'FolderNotFound',
    ({ folderId }, mine) => ['PATCH', `folders/${mine.folderId}`, { parentId: folderId }],
  ],
  [
    'moves its folder to a category',
    'CategoryNotFound',
    ({ categoryId }, mine) => ['PATCH', `folders/${mine.folderId}`, { categoryId }],
  ],
  ['deletes a folder by its address', 'FolderNotFound', ({ folderId }) => ['DELETE', `folders/${folderId}`]],
  ['renames a category', 'CategoryNotFound', ({ categoryId }) => ['PATCH', `categories/${categoryId}`, { title: 'x' }]],
  [
    'deletes a category',
    'CategoryNotFound',
    ({ categoryId }) => ['DELETE', `categories/${categoryId}`, { acknowledged: true }],
  ],
  [
    'restores a document',
    'DocumentNotFound',
    ({ trashedDocumentId }, mine) => [
      'POST',
      'trash/restore',
      { documents: [mine.trashedDocumentId, trashedDocumentId] },
    ],
  ],
  [
    'restores a folder',
    'FolderNotFound',
    ({ trashedFolderId }, mine) => [
      'POST',
      'trash/restore',
      { documents: [mine.trashedDocumentId], folders: [trashedFolderId] },
    ],
  ],
  [
    'restores into a folder',
    'FolderNotFound',
    ({ folderId }, mine) => ['POST', 'trash/restore', { documents: [mine.trashedDocumentId], to: { folderId } }],
  ],
  [
    'restores into a category',
    'CategoryNotFound',
    ({ categoryId }, mine) => ['POST', 'trash/restore', { documents: [mine.trashedDocumentId], to: { categoryId } }],
  ],
  [
    'destroys a document',
    'DocumentNotFound',
    ({ trashedDocumentId }, mine) => [
      'POST',
      'trash/delete',
      { documents: [mine.trashedDocumentId, trashedDocumentId], acknowledged: true },
    ],
  ],
  [
    'destroys a folder',
    'FolderNotFound',
    ({ trashedFolderId }, mine) => [
      'POST',
      'trash/delete',
      { documents: [mine.trashedDocumentId], folders: [trashedFolderId], acknowledged: true },
    ],
  ],
];

const everything = async () => {
  const tables = ['documents', 'folders', 'categories'] as const;
  const rows = tables.map((table) => t.platform.db.selectFrom(table).selectAll().orderBy('safe_id').execute());
  return JSON.stringify((await Promise.all(rows)).map((each) => each.map((row) => JSON.stringify(row)).sort()));
};

describe.each(calls)('who %s of another safe', (_what, code, callOf) => {
  it('is told what is told of nothing at all, and nothing happens', async () => {
    const before = await everything();
    const told: Told[] = [];
    for (const other of [foreignThings, missing, nonsense]) told.push(await own.tell(...callOf(other, ownThings)));
    expect(told).toEqual([0, 1, 2].map(() => ({ status: 404, code })));
    expect(await everything()).toBe(before);
  });
});
