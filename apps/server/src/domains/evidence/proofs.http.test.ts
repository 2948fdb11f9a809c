import type { DocumentProof, EvidenceEntry } from '@perenne/contract/evidence';
import { documentProof, journalExport } from '@perenne/contract/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Depositor, october } from '../../testing/people/depositor.ts';
import { faultsOfChain, faultsOfProof } from '../../testing/files/evidence-checks.ts';
import { Merger } from '../../testing/people/merger.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { exportJournal, makeCheckpoint, proveDocuments, stampCheckpoint } from './evidence.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

/** With its timestamp, as an export makes it. */
async function checkpoint(): Promise<void> {
  const made = await makeCheckpoint(t.platform);
  if (made) await stampCheckpoint(t.platform, made.n);
}
const get = (path: string, who: Pick<TestOwner, 'headers'> = owner) =>
  t.app.inject({ url: `/backend/api/v1/${path}`, headers: who.headers });
const add = async (text: string): Promise<{ id: string; addedAt: string }> =>
  (await upload(t, owner, { content: makePdf(text), fields: { title: text } })).json();
const proof = async (id: string, who: Pick<TestOwner, 'headers'> = owner): Promise<DocumentProof> => {
  const answer = await get(`documents/${id}/proof`, who);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return documentProof.strict().parse(answer.json());
};
const exported = async (who: Pick<TestOwner, 'headers'> = owner) =>
  journalExport.strict().parse((await get('user/journal/export', who)).json());
const codeOf = (answer: Awaited<ReturnType<typeof get>>) => [answer.statusCode, answer.json().errors?.[0]?.code];

describe('the proof of a document', () => {
  it('is not ready until the next checkpoint, and holds from then on', async () => {
    const { id, addedAt } = await add('bail');
    expect(codeOf(await get(`documents/${id}/proof`))).toEqual([409, 'ProofNotReady']);
    await checkpoint();
    const proved = await proof(id);
    expect(faultsOfProof(proved)).toEqual([]);
    const shown = (await get(`documents/${id}`)).json();
    expect(proved.document).toMatchObject({ id, sha256: shown.sha256 });
    expect(Math.abs(Date.parse(proved.document.depositedAt) - Date.parse(addedAt))).toBeLessThan(1_000);
    expect(proved.journal[0]).toMatchObject({ action: 'document.deposited', details: { title: 'bail' } });
    const kept = (await get(`evidence/checkpoints/${proved.checkpoint.n}`)).json();
    expect(proved.checkpoint).toEqual(kept);
  });

  it('stays the same while the log grows', async () => {
    const { id } = await add('quittance');
    await checkpoint();
    const before = await proof(id);
    await add('autre');
    await checkpoint();
    expect(await proof(id)).toEqual(before);
  });

  it('tells nothing of other documents', async () => {
    const { id } = await add('à moi');
    const other = await add('un secret');
    await get(`documents/${id}/content`);
    await checkpoint();
    const { journal } = await proof(id);
    expect(journal.map(({ action }) => action)).toEqual(['document.deposited', 'document.deposited', 'document.read']);
    expect(journal.map((entry) => 'salt' in entry && 'details' in entry)).toEqual([true, false, true]);
    const other64 = journal.map((entry) => Buffer.from(entry.canonical, 'base64').toString()).join();
    expect(other64).toContain(other.id);
    expect(JSON.stringify(journal)).not.toContain('un secret');
  });

  it('is short, however many entries come within the hour', async () => {
    const made: string[] = [];
    for (let index = 0; index < 70; index++) made.push((await add(`lot ${index}`)).id);
    await checkpoint();
    const lengths = [];
    for (const id of made.filter((_, index) => index % 10 === 0)) {
      const proved = await proof(id);
      expect(faultsOfProof(proved)).toEqual([]);
      lengths.push(proved.journal.length);
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(32);
  });

  it('is of a content that was read again: a damaged one has none, and the journal says so', async () => {
    const { id } = await add('abîmé');
    const { object_id } = await t.platform.db
      .selectFrom('documents')
      .select('object_id')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    await t.platform.objects.remove(object_id);
    expect(codeOf(await get(`documents/${id}/proof`))).toEqual([500, 'DocumentDamaged']);
    const { items } = (await get('user/journal?kind=document&limit=1')).json();
    expect(items[0]).toMatchObject({ action: 'document.integrity-refused', documentId: id });
  });

  it('is nobody else’s, nor of what is not there', async () => {
    const { id } = await add('privé');
    await checkpoint();
    const stranger = await makeOwner(t);
    expect(codeOf(await get(`documents/${id}/proof`, stranger))).toEqual([404, 'DocumentNotFound']);
    expect(codeOf(await get('documents/none/proof'))).toEqual([404, 'DocumentNotFound']);
    expect((await get(`documents/${id.toUpperCase()}/proof`)).statusCode).toBe(200);
  });

  it('of what waited for its owner names the day of the deposit', async () => {
    const martin = await Depositor.make(t);
    const employee = await martin.addEmployee('9');
    const { body } = await martin.deposit({ metadata: { ...october, employeeNumber: '9' } });
    const latecomer = await makeOwner(t);
    await employee.activate(latecomer);
    await t.startWorker();
    await expect.poll(async () => (await martin.documentsOf(latecomer)).total).toBe(1);
    await checkpoint();
    const proved = await proof((await martin.documentsOf(latecomer)).items[0]?.id ?? '', latecomer);
    expect(faultsOfProof(proved)).toEqual([]);
    expect(proved.journal[0]?.action).toBe('document.recovered');
    expect(proved.document.depositedAt).toBe(proved.journal[0]?.details?.['depositedAt']);
    expect(body.receipt.depositedAt.slice(0, 16)).toBe(proved.document.depositedAt.slice(0, 16));
  });

  it('of a received safe is in the chapter of that safe', async () => {
    const [receiver, giver] = [await Merger.make(t), await Merger.make(t)];
    const id = await giver.add('Acte de vente');
    await checkpoint();
    const before = await proof(id, giver.owner);
    await receiver.receive(giver.owner);
    expect(await proof(id, receiver.owner)).toEqual(before);
    expect(faultsOfProof(before)).toEqual([]);
  });
});

describe('the proofs of an archive', () => {
  const proveAll = async (ids: readonly string[]) => {
    async function* documents() {
      for (const documentId of ids) {
        const { sha256, sha512 } = (await proof(documentId)).document;
        yield { documentId, sha256, sha512 };
      }
    }
    return Array.fromAsync(proveDocuments(t.platform, { safeId: owner.safeId, documents: documents() }));
  };

  it('come in the order of the documents, each as it is downloaded', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push((await add(`archive ${index}`)).id);
    await checkpoint();
    const order = [3, 0, 4, 1, 2].map((index) => ids[index] ?? '');
    const proofs = await proveAll(order);
    expect(proofs.map(({ document }) => document.id)).toEqual(order);
    for (const one of proofs) expect(one).toEqual(await proof(one.document.id));
  });

  it('leave out what no checkpoint holds, and what is another’s', async () => {
    const { id } = await add('trop tôt');
    const stranger = await makeOwner(t);
    async function* documents() {
      yield { documentId: id, sha256: '', sha512: '' };
    }
    const prove = (safeId: string) => Array.fromAsync(proveDocuments(t.platform, { safeId, documents: documents() }));
    expect(await prove(owner.safeId)).toEqual([]);
    await checkpoint();
    expect(await prove(owner.safeId)).toHaveLength(1);
    expect(await prove(stranger.safeId)).toEqual([]);
  });
});

describe('the journal as anyone checks it', () => {
  it('holds all entries, oldest first, and what their hashes cover', async () => {
    await Promise.all(Array.from({ length: 80 }, () => get('documents')));
    const journal = await exported();
    const [chapter, ...others] = journal.chapters;
    expect([journal.safeId, chapter?.id, others]).toEqual([owner.safeId, owner.safeId, []]);
    const entries = chapter?.entries ?? [];
    expect(entries.length).toBeGreaterThan(80);
    expect(faultsOfChain(entries)).toEqual([]);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries[0]?.previousHash).toBeNull();
    expect(entries.every(({ salt, details }) => salt !== undefined && details !== undefined)).toBe(true);
  });

  it('is itself the next entry', async () => {
    const before = (await exported()).chapters[0]?.entries.length ?? 0;
    const after = await get('user/journal/export');
    expect(after.headers['content-disposition']).toMatch(
      /^attachment; filename="perenne-journal-\d{4}-\d\d-\d\d\.json"$/,
    );
    const entries: EvidenceEntry[] = after.json().chapters[0].entries;
    expect(entries.length).toBe(before + 1);
    expect(entries.at(-1)?.action).toBe('journal.read');
  });

  it('has the received safes as chapters, newest first, of the same bytes as the archive holds', async () => {
    const [last, middle, first] = [await Merger.make(t), await Merger.make(t), await Merger.make(t)];
    await middle.receive(first.owner);
    await last.receive(middle.owner);
    const { chapters } = await exported(last.owner);
    expect(chapters.map(({ id }) => id)).toEqual([last, middle, first].map((one) => one.owner.safeId));
    for (const { entries } of chapters) expect(faultsOfChain(entries)).toEqual([]);
    for (const { entries } of chapters.slice(1)) expect(entries.at(-1)?.action).toBe('safe.closing');
    const chunks = await Array.fromAsync(exportJournal(t.platform, last.owner));
    const archived = JSON.parse(Buffer.concat(chunks).toString());
    expect(archived.chapters.slice(1)).toEqual(chapters.slice(1));
  });

  it('is listed with the hashes and the salt of each entry', async () => {
    const { items } = (await get('user/journal?limit=200')).json();
    const entries = new Map((await exported()).chapters[0]?.entries.map((entry) => [entry.seq, entry]));
    for (const { seq, hash, previousHash, salt } of items)
      expect({ hash, previousHash, salt }).toEqual({
        hash: entries.get(seq)?.hash,
        previousHash: entries.get(seq)?.previousHash,
        salt: entries.get(seq)?.salt,
      });
  });
});
