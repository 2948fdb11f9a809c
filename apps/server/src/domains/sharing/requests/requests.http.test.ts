import type { DocumentRequest } from '@perenne/contract/document-requests';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Antivirus } from '../../../platform/antivirus/antivirus.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { makeForm, makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { streamsOf } from '../../../testing/files/pdf-streams.ts';
import { openLinksIn, tokenOf } from '../../../testing/people/links.ts';
import { Sharer, toldOf } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { holdSafe } from '../../documents/documents.ts';
import { expireRequests } from './requests.ts';

const day = 86_400_000;
const hour = 3_600_000;
const v1 = '/backend/api/v1';
const sizeBytes = makePdf('rib').length;
const gone = { status: 410, code: 'EntityNotFound' };
const unknown = { status: 404, code: 'DocumentRequestNotFound' };
const missing = '018f0000-0000-7000-8000-000000000000';

/** Finds what says so. */
const antivirus: Antivirus = {
  enabled: true,
  begin: async () => {
    let seen = '';
    return {
      write: async (chunk) => void (seen += Buffer.from(chunk).toString('latin1')),
      finish: async () => {
        await whenScanned();
        return seen.includes('malware') ? { verdict: 'infected', signature: 'Test' } : { verdict: 'clean' };
      },
      abort: () => {},
    };
  },
  check: async () => {},
};

let test: TestApp;
let owner: Sharer;
let whenScanned: () => Promise<void>;
beforeEach(async () => {
  whenScanned = async () => {};
  test = await createTestApp({ antivirus, storageLimitBytes: 500_000 });
  owner = new Sharer(test, await makeOwner(test));
});
afterEach(() => test.close());

const ask = async (wanted: object = {}) => {
  const answer = await owner.call('POST', 'document-requests', { title: 'Justificatifs', ...wanted });
  if (answer.statusCode !== 201) throw new Error(`the request answered ${answer.body}`);
  const made = answer.json<DocumentRequest & { link: string }>();
  return { ...made, token: await tokenOf(test, made.link) };
};
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
const context = (token: string) =>
  test.app.inject({ url: `${v1}/public/document-requests/context`, headers: headersOf(token) });
const send = (token: string, content = makePdf('rib'), fileName = 'RIB.pdf') => {
  const { headers, payload } = makeForm([{ name: 'file', fileName, content }]);
  const url = `${v1}/public/document-requests/files`;
  return test.app.inject({ method: 'POST', url, headers: { ...headers, ...headersOf(token) }, payload });
};
/** The application may not read the heads of journals. */
async function asOwnerOfTables(statement: string, values: string[]): Promise<void> {
  const client = new Client({ connectionString: test.database.ownerUrl });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
const read = async (id: string) => (await owner.call('GET', `document-requests/${id}`)).json<DocumentRequest>();

describe('a request for documents', () => {
  it('takes files from outside into the folder that was named, unread, and says where they come from', async () => {
    const folderId = await owner.folder('Dossier', { categoryId: await owner.category('housing') });
    const asked = await ask({ folderId, message: 'Merci', maxFiles: 3 });
    expect(asked.link).toMatch(/^https:\/\/safe\.example\/p#[\w-]{22}$/);
    expect((await context(asked.token)).json()).toEqual({
      ...{ title: 'Justificatifs', message: 'Merci', sender: 'Camille Renaudin', maxFiles: 3, filesLeft: 3 },
      expirationDate: asked.expirationDate,
    });
    const sent = await send(asked.token);
    expect([sent.statusCode, sent.json()]).toEqual([201, { fileName: 'RIB.pdf', size: sizeBytes, filesLeft: 2 }]);
    const [document] = (await owner.call('GET', `documents?folderId=${folderId}`)).json<{ items: object[] }>().items;
    expect(document).toMatchObject({ title: 'RIB', type: 'AUDO', unread: true, origin: { name: 'Justificatifs' } });
    expect(await owner.room()).toEqual({ used: sizeBytes, count: 1 });
    expect((await read(asked.id)).received).toMatchObject({ count: 1, size: sizeBytes });
    expect(await owner.actions(3)).toEqual(['document.deposited', 'request.received', 'request.created']);
  });

  it('gives its link, and ends, by its identifier in capitals, too', async () => {
    const asked = await ask();
    const path = `document-requests/${asked.id.toUpperCase()}`;
    expect((await owner.call('POST', `${path}/link`)).json()).toMatchObject({ link: asked.link });
    expect((await owner.call('DELETE', path)).statusCode).toBe(204);
  });

  it('says to whom its link was sent, and for what, where someone was written to', async () => {
    const email = 'agence@example.org';
    const asked = await ask({ email, title: 'Avis d’imposition' });
    await send(asked.token, makePdf('avis'), 'Avis.pdf');
    const [document] = (await owner.call('GET', 'documents?q=avis')).json<{ items: Array<{ id: string }> }>().items;
    expect(document).toMatchObject({
      addedBy: 'employee',
      origin: { name: `${email} (Avis d’imposition)`, linkSentTo: email },
    });
    const attestation = await owner.call('GET', `documents/${document?.id}/attestation?locale=en`);
    const facts = streamsOf(attestation.rawPayload).find((stream) => stream.startsWith('{"attests"')) ?? '';
    // A person who followed the link has not proved to be the one who was written to.
    expect(JSON.parse(facts)).toMatchObject({
      deposit: { by: 'employee', depositor: null, link: { request: `${email} (Avis d’imposition)`, sentTo: email } },
    });
  });

  it('keeps the name and the word that come with a file, sealed, as the sender’s own', async () => {
    const { token } = await ask({ title: 'Quittances' });
    const { headers, payload } = makeForm([
      { name: 'senderName', value: 'Marie Dupont' },
      { name: 'note', value: 'Les trois dernières.' },
      { name: 'file', fileName: 'Quittance.pdf', content: makePdf('quittance') },
    ]);
    const url = `${v1}/public/document-requests/files`;
    const sent = await test.app.inject({ method: 'POST', url, headers: { ...headers, ...headersOf(token) }, payload });
    expect(sent.statusCode).toBe(201);
    const found = await owner.call('GET', 'documents?q=quittance');
    expect(found.json()).toMatchObject({
      items: [{ origin: { name: 'Quittances', sentBy: { name: 'Marie Dupont', note: 'Les trois dernières.' } } }],
    });
    const { db } = test.platform;
    const rows = [
      ...(await db.selectFrom('documents').selectAll().execute()),
      ...(await db.selectFrom('document_requests').selectAll().execute()),
      ...(await db.selectFrom('journal_entries').selectAll().execute()),
      ...(await db.selectFrom('journal_details').selectAll().execute()),
    ];
    expect(rows.length).toBeGreaterThan(2);
    const kept = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : JSON.stringify(value))),
    );
    for (const word of ['Marie', 'Dupont', 'trois', 'Quittance', 'quittance'])
      expect(
        kept.filter((value) => value?.includes(word)),
        word,
      ).toEqual([]);
  });

  it('takes a message and an address that are empty or null as left out', async () => {
    for (const empty of ['', null]) {
      const answer = await owner.call('POST', 'document-requests', { title: 'Bail', message: empty, email: empty });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({ message: null, email: null });
    }
  });

  it('is told to its owner, once an hour', async () => {
    await test.startWorker();
    const { token } = await ask();
    for (let count = 0; count < 3; count += 1) await send(token, makePdf(String(count)));
    const told = () => test.mails.map(({ subject }) => subject);
    await expect.poll(told).toEqual(['Un document est arrivé']);
    test.clock.advance(3_600_000);
    await send(token);
    await expect.poll(told).toEqual(['Un document est arrivé', 'Un document est arrivé']);
  });

  it('is written to who is asked', async () => {
    const asked = await ask({ email: 'proprietaire@example.org' });
    expect(asked.delivery).toBe('QUEUED');
    await test.startWorker();
    await expect
      .poll(() => test.mails.map(({ to, subject }) => [to, subject]))
      .toEqual([['proprietaire@example.org', 'Des documents vous sont demandés']]);
    expect(test.mails[0]?.text, 'an antivirus is set').toContain('Vos fichiers sont vérifiés');
    const [{ token } = { token: '' }] = await openLinksIn(test, test.mails[0]?.text ?? '');
    expect((await send(token)).statusCode).toBe(201);
    await expect.poll(async () => (await read(asked.id)).delivery).toBe('SENT');
  });

  it('holds the rules of uploads: type, malware, room', async () => {
    const { token } = await ask();
    expect(toldOf(await send(token, Buffer.from('MZ'), 'jeu.exe'))).toEqual({
      status: 415,
      code: 'UnsupportedFileType',
    });
    expect(toldOf(await send(token, makePdf('malware')))).toEqual({ status: 422, code: 'MalwareDetected' });
    expect(toldOf(await send(token, makePdf('grand', 600_000)))).toEqual({ status: 507, code: 'UserSpaceStorageFull' });
    const { headers, payload } = makeForm([{ name: 'title', value: 'Le mien' }]);
    const url = `${v1}/public/document-requests/files`;
    const answer = await test.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...headersOf(token) },
      payload,
    });
    expect(toldOf(answer)).toEqual({ status: 400, code: 'InvalidRequest' });
    expect(await owner.documents()).toEqual([]);
    expect(await owner.room()).toEqual({ used: 0, count: 0 });
  });

  it('takes as many files as it says, also all at once', async () => {
    const { id, token } = await ask({ maxFiles: 2 });
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => send(token, makePdf(String(at)))));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 403, 403]);
    expect((await read(id)).received.count).toBe(2);
    expect(await owner.documents()).toHaveLength(2);
    expect(toldOf(await send(token))).toEqual({ status: 403, code: 'Forbidden' });
  });

  it('takes a file once that is sent again because its answer was lost, the last one too', async () => {
    const { id, token } = await ask({ maxFiles: 2 });
    const first = await send(token);
    expect(first.json()).toEqual({ fileName: 'RIB.pdf', size: sizeBytes, filesLeft: 1 });
    for (const again of [await send(token), ...(await Promise.all([send(token), send(token)]))])
      expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect((await context(token)).json()).toMatchObject({ filesLeft: 1 });
    // Another name, or other bytes, is another file.
    const second = await send(token, makePdf('rib'), 'RIB 2.pdf');
    expect([second.statusCode, second.json()]).toEqual([201, { fileName: 'RIB 2.pdf', size: sizeBytes, filesLeft: 0 }]);
    expect((await send(token, makePdf('rib'), 'RIB 2.pdf')).json()).toEqual(second.json());
    expect(toldOf(await send(token, makePdf('autre'), 'RIB.pdf'))).toEqual({ status: 403, code: 'Forbidden' });
    expect((await read(id)).received).toMatchObject({ count: 2, size: 2 * sizeBytes });
    expect(await owner.room()).toEqual({ used: 2 * sizeBytes, count: 2 });
    expect(await test.platform.db.selectFrom('upload_intents').selectAll().execute()).toEqual([]);
    // By another request it is another one.
    expect((await send((await ask()).token)).statusCode).toBe(201);
    expect(await owner.documents()).toHaveLength(3);
  });

  it('takes the same file once when it comes twice at the same time', async () => {
    const { id, token } = await ask({ maxFiles: 5 });
    const answers = await Promise.all([1, 2, 3].map(() => send(token)));
    expect(answers.map((answer) => answer.json())).toEqual(
      answers.map(() => ({ fileName: 'RIB.pdf', size: sizeBytes, filesLeft: 4 })),
    );
    expect((await read(id)).received.count).toBe(1);
    expect(await owner.documents()).toHaveLength(1);
  });

  it('keeps a file that comes again while the first is in the trash, and tells its owner', async () => {
    await test.startWorker();
    const { token } = await ask({ maxFiles: 5 });
    const unread = { unread: true, trashed_at: null };
    await send(token, makePdf('premier'), 'Premier.pdf');
    test.clock.advance(hour / 2);
    expect((await send(token)).json()).toMatchObject({ filesLeft: 3 });
    const [first] = (await owner.call('GET', 'documents?q=rib')).json<{ items: Array<{ id: string }> }>().items;
    const removed = await owner.tell('POST', 'documents/delete', { documents: [first?.id] });
    expect(removed).toMatchObject({ status: 204 });
    expect(await owner.documents()).toHaveLength(1);
    // Within the hour of what it repeats, and an hour after its owner was notified last.
    test.clock.advance(hour / 2);
    expect((await send(token)).json()).toMatchObject({ filesLeft: 2 });
    // A second one is the one that came, again.
    expect((await send(token)).json()).toMatchObject({ filesLeft: 2 });
    const rows = await test.platform.db.selectFrom('documents').select(['unread', 'trashed_at']).execute();
    expect(rows.filter(({ trashed_at: at }) => at === null)).toEqual([unread, unread]);
    expect(rows).toHaveLength(3);
    await expect.poll(() => test.mails.length).toBe(2);
  });

  it('tells a file that came before from another for an hour only', async () => {
    const { token } = await ask({ maxFiles: 2 });
    const other = makePdf('autre');
    expect((await send(token)).json()).toMatchObject({ filesLeft: 1 });
    test.clock.advance(hour);
    expect((await send(token, other)).json()).toMatchObject({ filesLeft: 0 });
    expect(toldOf(await send(token))).toEqual({ status: 403, code: 'Forbidden' });
    expect((await send(token, other)).statusCode).toBe(201);
    // Then nothing is looked at any more.
    test.clock.advance(hour);
    for (const content of [other, makePdf('malware')])
      expect(toldOf(await send(token, content))).toEqual({ status: 403, code: 'Forbidden' });
  });

  it('waits for its owner’s work without holding the journal, for which that work would wait', async () => {
    const { token } = await ask();
    const { safeId } = owner.owner;
    const [scanning, scanned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    whenScanned = () => {
      scanning.resolve();
      return scanned.promise;
    };
    const sending = send(token);
    await scanning.promise;
    const { db } = test.platform;
    await db.transaction().execute(async (tx) => {
      await holdSafe(tx, safeId);
      scanned.resolve();
      await expect.poll(() => countLockWaits(test)).toBe(1);
      // PostgreSQL refuses at once what somebody holds.
      await asOwnerOfTables('select 1 from journal_heads where safe_id = $1 for update nowait', [safeId]);
    });
    expect((await sending).statusCode).toBe(201);
  });

  it('takes a file again an hour after it came, as another', async () => {
    const { token } = await ask({ maxFiles: 3 });
    await send(token);
    test.clock.advance(hour);
    expect((await send(token)).json()).toMatchObject({ filesLeft: 1 });
    expect(await test.platform.db.selectFrom('documents').select('document_id').execute()).toHaveLength(2);
  });

  it('ends by the clock, and when its owner takes it away', async () => {
    const [first, second] = [await ask({ durationDays: 1 }), await ask({ durationDays: 30 })];
    expect(await owner.tell('DELETE', `document-requests/${second.id}`)).toMatchObject({ status: 204 });
    expect(toldOf(await send(second.token))).toEqual(gone);
    expect(await owner.tell('GET', `document-requests/${second.id}`)).toEqual(unknown);
    test.clock.advance(day);
    expect(toldOf(await context(first.token))).toEqual(gone);
    expect(toldOf(await send(first.token))).toEqual(gone);
    expect(await expireRequests(test.platform)).toBe(1);
    expect(toldOf(await send(first.token))).toEqual(gone);
    expect(await test.platform.db.selectFrom('documents').select('document_id').execute()).toEqual([]);
  });

  it('still takes files once its folder is gone', async () => {
    const folderId = await owner.folder('Dossier', { categoryId: await owner.category('housing') });
    const { token } = await ask({ folderId });
    await owner.tell('DELETE', `folders/${folderId}`);
    expect((await send(token)).statusCode).toBe(201);
    expect(await owner.documents()).toMatchObject([{ categoryId: await owner.category('housing'), folderId: null }]);
  });

  it('still takes files once its folder and its category are gone', async () => {
    const categoryId = await owner.category('housing');
    const { token } = await ask({ folderId: await owner.folder('Dossier', { categoryId }) });
    await owner.tell('DELETE', `categories/${categoryId}`, { acknowledged: true });
    expect((await send(token)).statusCode).toBe(201);
    expect(await owner.documents()).toMatchObject([{ categoryId: await owner.category('other'), folderId: null }]);
  });

  it('is nobody else’s, and its token opens nothing else', async () => {
    const { id, token } = await ask();
    const other = new Sharer(test, await makeOwner(test));
    for (const named of [id, missing, 'rien']) {
      expect(await other.tell('GET', `document-requests/${named}`)).toEqual(unknown);
      expect(await other.tell('DELETE', `document-requests/${named}`)).toEqual(unknown);
      expect(await other.tell('POST', `document-requests/${named}/link`)).toEqual(unknown);
    }
    for (const url of [`${v1}/documents`, `${v1}/public/sharings`, `${v1}/sharings/context`])
      expect(toldOf(await test.app.inject({ url, headers: headersOf(token) })).status).toBe(401);
    const body = { title: 'Justificatifs', folderId: missing };
    expect(await owner.tell('POST', 'document-requests', body)).toEqual({ status: 404, code: 'FolderNotFound' });
  });

  it('is listed by its state, and its link is told again', async () => {
    const { link, token, ...asked } = await ask();
    const list = async (query: string) =>
      (await owner.call('GET', `document-requests?${query}`)).json<{ items: object[] }>().items;
    expect([await list('status=active'), await list('status=expired'), await list('')]).toEqual([[asked], [], [asked]]);
    const again = (await owner.call('POST', `document-requests/${asked.id}/link`)).json<{ link: string }>();
    expect(again.link).toBe(link);
    expect((await context(token)).statusCode).toBe(200);
  });
});
