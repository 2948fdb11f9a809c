import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../testing/people/activation-steps.ts';
import { Depositor } from '../../testing/people/depositor.ts';
import { makePdf, makeOwner, testPassword, upload } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { ShareVisitor } from '../../testing/people/share-visitor.ts';
import { toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const day = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

type Doc = Record<string, unknown> & { id: string; title: string; categoryId: string; folderId: string | null };

const documentOf = (of: Merger, id: string) => of.fetch<Doc>(`documents/${id}`);
const login = (email: string) =>
  test.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password: testPassword } });
const bytesOf = async (of: Merger, id: string) => (await of.call('GET', `documents/${id}/content`)).rawPayload;
const newCategory = async (of: Merger, title: string) =>
  (await of.call('POST', 'categories', { title })).json<{ id: string }>().id;
const newFolder = async (of: Merger, body: object) =>
  (await of.call('POST', 'folders', body)).json<{ id: string }>().id;

describe('documents of a safe that is received', () => {
  it('come with their dates, types, marks, digests and contents, and open as before', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const content = makePdf('a passport', 70_000);
    const fields = { title: 'Mon passeport', type: 'PSPR' };
    const { id } = (await upload(test, other.owner, { content, fields })).json<{ id: string }>();
    expect((await other.call('PATCH', `documents/${id}`, { expiresOn: '2031-05-04' })).statusCode).toBe(200);
    const before = await documentOf(other, id);
    const certificate = await other.call('GET', `documents/${id}/attestation`);
    expect(certificate.statusCode).toBe(200);
    test.clock.advance(day);
    await owner.signIn();
    await owner.receive(other.owner);
    const after = await documentOf(owner, id);
    expect({ ...after, categoryId: null }).toEqual({ ...before, categoryId: null });
    expect(after.categoryId).toBe(await owner.category('identity'));
    expect((await bytesOf(owner, id)).equals(content)).toBe(true);
    expect((await owner.call('POST', `documents/${id}/verify-integrity`)).json()).toMatchObject({ intact: true });
    expect((await owner.call('GET', `documents/${id}/attestation`)).statusCode).toBe(200);
    const found = await owner.fetch<{ items: Doc[] }>('documents?q=passep');
    expect(found.items.map((item) => item.id)).toEqual([id]);
    expect((await owner.fetch<{ items: Doc[] }>('documents?type=PSPR')).items).toHaveLength(1);
    expect(await owner.fetch('user/profile')).toMatchObject({ storage: { used: content.length } });
  });

  it('stay in the trash for the days that remain, and go back to their folder', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const categoryId = await newCategory(other, 'Voyages');
    const folderId = await newFolder(other, { name: 'Italie', categoryId });
    const [alone, within] = [await other.add('Seul'), await other.add('Dedans', { folderId })];
    await other.call('POST', 'documents/delete', { documents: [alone], folders: [folderId] });
    test.clock.advance(10 * day);
    await Promise.all([owner.signIn(), other.signIn()]);
    const before = (await other.trash()).items.map(({ id, remainingDays }) => [id, remainingDays]);
    await owner.receive(other.owner);
    const trash = await owner.trash();
    expect(trash.items.map(({ id, remainingDays }) => [id, remainingDays])).toEqual(before);
    expect((await owner.call('POST', 'trash/restore', { documents: [], folders: [folderId] })).statusCode).toBe(204);
    expect(await documentOf(owner, within)).toMatchObject({ folderId, categoryId });
  });

  it('keep their folders and categories, those of an equal path becoming one, under the receiver’s spelling', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test, { locale: 'en' })];
    const own = await newCategory(owner, 'Maison');
    const ownFolder = await newFolder(owner, { name: 'Travaux', categoryId: own });
    const given = await newCategory(other, 'MAISON');
    const givenFolder = await newFolder(other, { name: 'travaux', categoryId: given });
    const below = await newFolder(other, { name: 'Toiture', parentId: givenFolder });
    const elsewhere = await newCategory(other, 'Jardin');
    const [top, deep, moved] = [
      await other.add('Devis', { folderId: givenFolder }),
      await other.add('Facture', { folderId: below }),
      await other.add('Plan', { categoryId: elsewhere }),
    ];
    const lease = await other.add('Bail', { categoryId: await other.category('housing') });
    await owner.receive(other.owner);
    const titles = (await owner.categories()).map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    expect(titles).toContain('Maison');
    expect(titles).not.toContain('MAISON');
    // Nobody renamed the starting categories: two languages do not make two of each.
    expect(titles).not.toContain('Payslips');
    expect(titles.at(-1)).toBe('Jardin');
    expect(await documentOf(owner, top)).toMatchObject({ categoryId: own, folderId: ownFolder });
    expect(await documentOf(owner, deep)).toMatchObject({ categoryId: own, folderId: below });
    expect(await documentOf(owner, moved)).toMatchObject({ categoryId: elsewhere });
    expect(await documentOf(owner, lease)).toMatchObject({ categoryId: await owner.category('housing') });
    const folders = await owner.folders();
    expect(folders.find(({ id }) => id === below)).toMatchObject({ name: 'Toiture', parentId: ownFolder });
    expect(folders.map(({ name }) => name).toSorted()).toEqual(['Toiture', 'Travaux']);
  });

  it('stay two where their contents are equal, and the later one says so', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const content = makePdf('twice');
    const first = (await upload(test, owner.owner, { content })).json<{ id: string }>().id;
    test.clock.advance(1_000);
    const second = (await upload(test, other.owner, { content })).json<{ id: string }>().id;
    await owner.receive(other.owner);
    expect(await documentOf(owner, second)).toMatchObject({ duplicateOf: first });
  });
});

describe('what else belongs to a safe that is received', () => {
  it('is summed up before', async () => {
    const from = await Depositor.make(test);
    const [owner, other] = [await Merger.make(test), new Merger(test, await from.addOwner())];
    const [kept, thrown] = [await other.add('Gardé'), await other.add('Jeté')];
    await other.call('POST', 'documents/delete', { documents: [thrown], folders: [] });
    await other.share([kept]);
    const info = await owner.readInfo(other.owner);
    expect(info).toMatchObject({
      ...{ firstName: 'Camille', lastName: 'Renaudin', nbDocs: 1, trashed: 1, sharings: 1, collectors: 0 },
      employers: ['Ateliers Martin'],
    });
    expect(info.storage.needed).toBeGreaterThan(0);
    expect(info.storage.available).toBe(10_000_000_000);
  });

  it('comes from its employers from then on, with what waited and what was corrected', async () => {
    const [mine, theirs] = [await Depositor.make(test), await Depositor.make(test)];
    const owner = new Merger(test, await mine.addOwner());
    const other = new Merger(test, await theirs.addOwner());
    await theirs.deposit({ content: makePdf('the first') });
    test.clock.advance(1_000);
    await theirs.deposit({ content: makePdf('the corrected one') });
    await owner.receive(other.owner);
    expect((await theirs.deposit({ content: makePdf('after') })).body.delivery).toBe('ELECTRONIC');
    expect((await mine.deposit({ content: makePdf('mine') })).body.delivery).toBe('ELECTRONIC');
    const { items, total } = await theirs.documentsOf(owner.owner);
    expect(total).toBe(4);
    expect(items.every(({ addedBy, unread }) => addedBy === 'company' && unread === true)).toBe(true);
    const agreements = await owner.fetch<{ agreements: unknown[] }>('user/payslip-agreement-status');
    expect(agreements.agreements).toHaveLength(2);
  });

  it('keeps a refusal where either safe refused an employer that both know', async () => {
    const from = await Depositor.make(test);
    const owner = new Merger(test, await from.addOwner());
    const second = await from.addEmployee('8');
    const other = await Merger.make(test);
    await second.activate(other.owner);
    await from.setElectronic(other.owner, false);
    expect((await from.deposit()).body.delivery).toBe('ELECTRONIC');
    await owner.receive(other.owner);
    for (const employeeNumber of ['7', '8']) {
      const metadata = { employeeNumber, type: 'PAYE', title: 'Novembre', period: '2026-11' };
      const sent = await from.deposit({ metadata, content: makePdf(`november ${employeeNumber}`) });
      expect(sent.body.delivery).toBe('PAPER');
    }
  });

  it('ends: shares and requests answer 410, sessions 401, the address opens nothing and is free', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const id = await other.add('Partagé');
    const recipient = `agence.${other.owner.safeId}@example.org`;
    await other.share([id], { recipients: [{ email: recipient }] });
    const visitor = await (await ShareVisitor.mailed(test, recipient)).enter();
    expect(await visitor.list()).toHaveLength(1);
    await owner.receive(other.owner);
    const gone = { status: 410, code: 'EntityNotFound' };
    expect(await visitor.tell('GET', 'sharings/context')).toEqual(gone);
    expect(await visitor.tell('GET', 'public/sharings')).toEqual(gone);
    expect((await other.call('GET', 'user/profile')).statusCode).toBe(401);
    expect(toldOf(await login(other.owner.email))).toEqual({ status: 401, code: 'Unauthorized' });
    expect((await login((await makeOwner(test, { email: other.owner.email })).email)).statusCode).toBe(200);
    await waitFor(() => test.mails.find(({ to, subject }) => to === owner.owner.email && /réunis/.test(subject)));
    await waitFor(() => test.mails.find(({ to, subject }) => to === other.owner.email && /réuni à/.test(subject)));
    const merges = await owner.fetch<{ items: unknown[]; total: number }>('user/merges');
    expect(merges).toMatchObject({ items: [{ email: other.owner.email, nbDocs: 1 }], total: 1, nextCursor: null });
  });

  it('needs room, and refuses without spending the token', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    await other.add('Lourd');
    const limit = (bytes: number) =>
      test.platform.db
        .updateTable('safes')
        .set({ storage_limit: bytes })
        .where('safe_id', '=', owner.owner.safeId)
        .execute();
    await limit(10);
    const mergeToken = await owner.grant(other.owner);
    expect(toldOf(await owner.merge(mergeToken))).toEqual({ status: 507, code: 'UserSpaceStorageFull' });
    expect((await owner.info(mergeToken)).json()).toMatchObject({ storage: { available: 10 } });
    await limit(1_000_000);
    expect((await owner.merge(mergeToken)).statusCode).toBe(204);
    // A safe that brings nothing needs none, even where too much is there already.
    await limit(1);
    await owner.receive(await makeOwner(test));
  });

  it('is not received while it closes, and the token stays good', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const mergeToken = await owner.grant(other.owner);
    const closes = (at: Date | null) =>
      test.platform.db
        .updateTable('accounts')
        .set({ closes_at: at })
        .where('safe_id', '=', other.owner.safeId)
        .execute();
    await closes(new Date(test.clock.now().getTime() + day));
    expect(toldOf(await owner.merge(mergeToken))).toEqual({ status: 409, code: 'MergeInProgress' });
    await closes(null);
    expect((await owner.merge(mergeToken)).statusCode).toBe(204);
  });
});
