import { journalExport } from '@perenne/contract/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOfChain } from '../../testing/files/evidence-checks.ts';
import { Merger } from '../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { exportJournal } from './evidence.ts';

let t: TestApp;
let safe: Merger;
let documentId: string;
beforeAll(async () => {
  t = await createTestApp();
  safe = await Merger.make(t);
  documentId = await safe.add('Bail');
});
afterAll(() => t.close());

type Exported = ReturnType<typeof journalExport.parse>['chapters'][number]['entries'];
/** As an archive takes it along, which leaves no entry. */
async function entries(): Promise<Exported> {
  const bytes = await Array.fromAsync(exportJournal(t.platform, safe.owner));
  return journalExport.parse(JSON.parse(Buffer.concat(bytes).toString())).chapters[0]?.entries ?? [];
}

const destroy = async () => {
  const id = await safe.add('À détruire');
  await safe.call('POST', 'documents/delete', { documents: [id], folders: [] });
  await safe.call('POST', 'trash/delete', { documents: [id], folders: [], acknowledged: true });
};

/** Each with what a call of it does, and the entry that it leaves. Counting is done with the lists that show counts. */
const functions = [
  ['deposit', 'document.deposited', () => safe.add('Avis')],
  ['read', 'document.read', () => safe.call('GET', `documents/${documentId}/content`)],
  ['destroy', 'document.destroyed', destroy],
  ['read the technical metadata', 'document.metadata-read', () => safe.call('GET', `documents/${documentId}`)],
  ['check the integrity', 'document.verified', () => safe.call('POST', `documents/${documentId}/verify-integrity`)],
  ['read the journal', 'journal.read', () => safe.call('GET', 'user/journal')],
  ['list', 'document.listed', () => safe.call('GET', 'documents')],
  ['count', 'document.listed', () => safe.call('GET', 'categories')],
] as const;

it.each(functions)('a safe can %s (NF Z42-020), and its journal holds it', async (_name, action, call) => {
  const before = await entries();
  await call();
  const added = (await entries()).slice(before.length);
  expect(added.filter((entry) => entry.action === action)).toMatchObject([
    { actor: { kind: 'owner' }, result: 'done' },
  ]);
});

it('has these eight functions, of one unbroken chain', async () => {
  expect(functions).toHaveLength(8);
  expect(faultsOfChain(await entries())).toEqual([]);
});

it('answers what is asked: the digest and its kin, and how many there are', async () => {
  const shown = await safe.fetch<Record<string, unknown>>(`documents/${documentId}`);
  expect(shown).toMatchObject({ id: documentId, addedBy: 'employee', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect([typeof shown['addedAt'], typeof shown['size']]).toEqual(['string', 'number']);
  const { total } = await safe.fetch<{ total: number }>('documents');
  const { items } = await safe.fetch<{ items: Array<{ documentCount: number }> }>('categories');
  expect(items.reduce((sum, { documentCount }) => sum + documentCount, 0)).toBe(total);
});
