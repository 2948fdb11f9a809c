import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/identifiers.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sealAdded, storeAdded } from '../upload/add-document.ts';
import { receiveContent } from '../upload/receive-content.ts';
import { readDocument } from '../extraction/read-document.ts';
import { readRecovery, recoverDocuments, resumeRecoveries, startRecovery } from './recovery.ts';
import { createSafe } from './safes.ts';
import { scrubObjects } from '../integrity/scrub.ts';
import { announceUpload } from '../upload/upload-intents.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const employer = { kind: 'employer' as const, id: '018f0000-0000-7000-8000-00000000000e', name: 'Atelier Morvan' };

/** A safe that waits, with so many payslips in it. */
async function makeWaitingSafe(count: number): Promise<string> {
  const { platform } = t;
  const safeId = newId(platform.clock);
  await platform.db
    .transaction()
    .execute((tx) => createSafe(tx, platform, { safeId, kind: 'waiting', use: 'deposit', actor: employer }));
  for (let index = 0; index < count; index++) {
    const intent = announceUpload(platform, employer.id);
    const chunks = (async function* () {
      yield makePdf(`payslip ${index}`);
    })();
    const content = await receiveContent(
      platform,
      { intent, party: 'test' },
      { fileName: `bulletin-${index}.pdf`, chunks },
    );
    await platform.db.transaction().execute(async (tx) => {
      const sealed = await sealAdded(tx, platform, {
        ...{ safeId, content, title: `Bulletin ${index}`, type: 'PAYE', addedBy: 'company', actor: employer },
        ...{ origin: employer, period: '2026-10' },
      });
      await storeAdded(tx, platform, sealed);
    });
  }
  return safeId;
}

const begin = (owner: TestOwner, fromSafeId: string) =>
  t.platform.db.transaction().execute((tx) => startRecovery(tx, t.platform, { safeId: owner.safeId, fromSafeId }));

const list = async (owner: TestOwner, query = '?sort=title') =>
  (await t.app.inject({ url: `/backend/api/v1/documents${query}`, headers: owner.headers })).json();

describe('what waited for its owner', () => {
  it('is looked at and found by its words once it is theirs, not before', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(1);
    const waiting = () => t.platform.db.selectFrom('waiting_readings').select('safe_id as safeId').execute();
    expect(await waiting()).toEqual([]);
    await begin(owner, fromSafeId);
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    expect(await waiting()).toEqual([{ safeId: owner.safeId }]);
    const [found] = (await list(owner, '?q=bull')).items;
    expect(found).toMatchObject({ title: 'Bulletin 0', hasThumbnail: false });
    const run = { signal: new AbortController().signal, retry: 0 };
    await readDocument(t.platform, { safeId: owner.safeId, documentId: found.id }, run);
    expect((await list(owner, '?q=bulletin')).items[0]).toMatchObject({ hasThumbnail: true });
  });

  it('reaches the owner’s safe whole, in its category and unread', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(3);
    await begin(owner, fromSafeId);
    expect(await readRecovery(t.platform.db, owner.safeId)).toEqual({ recovering: true, recovered: 0, total: 3 });
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    expect(await readRecovery(t.platform.db, owner.safeId)).toEqual({ recovering: false, recovered: 3, total: 3 });
    const { items, total } = await list(owner);
    expect(total).toBe(3);
    expect(items[0]).toMatchObject({
      ...{ title: 'Bulletin 0', type: 'PAYE', addedBy: 'company', unread: true, period: '2026-10' },
      origin: { name: 'Atelier Morvan' },
      can: { changeType: false },
    });
    const content = await t.app.inject({
      url: `/backend/api/v1/documents/${items[2].id}/content`,
      headers: owner.headers,
    });
    expect(content.rawPayload.equals(makePdf('payslip 2'))).toBe(true);
  });

  it('tells its owner who deposited it, when, and the hash on the receipt', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(1);
    const deposited = await t.platform.db
      .selectFrom('journal_entries')
      .select(['at', 'hash'])
      .where('safe_id', '=', fromSafeId)
      .where('action', '=', 'document.deposited')
      .executeTakeFirstOrThrow();
    await begin(owner, fromSafeId);
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    const { items } = (await t.app.inject({ url: '/backend/api/v1/user/journal', headers: owner.headers })).json();
    expect(items[0]).toMatchObject({
      ...{ action: 'document.recovered', title: 'Bulletin 0' },
      actor: { kind: 'employer', name: 'Atelier Morvan' },
      depositedAt: deposited.at.toISOString(),
      depositHash: deposited.hash.toString('hex'),
    });
  });

  it('is found by its type, and counts for no room', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(1);
    await begin(owner, fromSafeId);
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    const found = await t.app.inject({ url: '/backend/api/v1/documents?type=PAYE', headers: owner.headers });
    expect(found.json().total).toBe(1);
    const profile = await t.app.inject({ url: '/backend/api/v1/user/profile', headers: owner.headers });
    expect(profile.json().storage.used).toBe(0);
  });

  it('comes once, in more than one batch, with two workers at it', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(60);
    await begin(owner, fromSafeId);
    const recovery = { safeId: owner.safeId, fromSafeId };
    await Promise.all([recoverDocuments(t.platform, recovery), recoverDocuments(t.platform, recovery)]);
    expect(await readRecovery(t.platform.db, owner.safeId)).toEqual({ recovering: false, recovered: 60, total: 60 });
    expect((await list(owner)).total).toBe(60);
  });

  it('is brought but for a document that cannot be opened, which stays where it waited', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(55);
    const rows = t.platform.db.selectFrom('documents').select(['document_id as id', 'sealed']);
    const waiting = rows.where('safe_id', '=', fromSafeId).orderBy('document_id');
    const { id: broken, sealed } = await waiting.offset(2).limit(1).executeTakeFirstOrThrow();
    const setSealed = (bytes: Buffer) =>
      t.platform.db.updateTable('documents').set({ sealed: bytes }).where('document_id', '=', broken).execute();
    await setSealed(Buffer.alloc(64));
    await begin(owner, fromSafeId);
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    expect(await readRecovery(t.platform.db, owner.safeId)).toEqual({ recovering: false, recovered: 54, total: 55 });
    expect((await list(owner)).total).toBe(54);
    expect((await waiting.execute()).map(({ id }) => id)).toEqual([broken]);
    expect(t.logged.join('')).toContain('a document that waits for its owner cannot be opened');
    await setSealed(sealed);
    await recoverDocuments(t.platform, { safeId: owner.safeId, fromSafeId });
    expect((await list(owner)).total).toBe(55);
  });

  it('goes on where its job has given up', async () => {
    const owner = await makeOwner(t);
    const fromSafeId = await makeWaitingSafe(1);
    await begin(owner, fromSafeId);
    await sql`delete from pgboss.job where name = 'documents.recover'`.execute(t.platform.db);
    await resumeRecoveries(t.platform);
    await resumeRecoveries(t.platform);
    const { rows } = await sql`select data from pgboss.job where name = 'documents.recover'`.execute(t.platform.db);
    expect(rows).toEqual([{ data: { safeId: owner.safeId, fromSafeId } }]);
  });

  it('is brought by the worker, without being asked twice', async () => {
    const owner = await makeOwner(t);
    await t.startWorker();
    await begin(owner, await makeWaitingSafe(2));
    await expect
      .poll(() => readRecovery(t.platform.db, owner.safeId))
      .toEqual({ recovering: false, recovered: 2, total: 2 });
  });
});

describe('the scrubber', () => {
  it('says nothing of what is whole, and alarms for what is missing or damaged, removing nothing', async () => {
    const fromSafeId = await makeWaitingSafe(3);
    const documents = await t.platform.db
      .selectFrom('documents')
      .select(['document_id as id', 'object_id as objectId'])
      .where('safe_id', '=', fromSafeId)
      .orderBy('document_id')
      .execute();
    const [missing, damaged] = documents;
    if (!missing || !damaged) throw new Error('no documents');
    await t.platform.objects.remove(missing.objectId);
    await t.platform.objects.remove(damaged.objectId);
    await t.platform.objects.put(
      damaged.objectId,
      (async function* () {
        yield Buffer.alloc(200);
      })(),
    );
    t.clock.advance(2 * 86_400_000);
    for (let round = 0; round < 8; round++) await scrubObjects(t.platform);
    const alarms = t.logged
      .filter((line) => line.includes('a stored content is not whole'))
      .map((line) => JSON.parse(line));
    expect(alarms.map(({ documentId, state }) => ({ documentId, state }))).toEqual(
      expect.arrayContaining([
        { documentId: missing.id, state: 'missing' },
        { documentId: damaged.id, state: 'damaged' },
      ]),
    );
    expect(alarms).toHaveLength(2);
    const left = await t.platform.db
      .selectFrom('documents')
      .select('document_id')
      .where('safe_id', '=', fromSafeId)
      .execute();
    expect(left).toHaveLength(3);
  });
});
