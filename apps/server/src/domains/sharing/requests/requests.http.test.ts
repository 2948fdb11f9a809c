import type { DocumentRequest } from '@perenne/contract/document-requests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Antivirus } from '../../../platform/antivirus/antivirus.ts';
import { makeForm, makeOwner, makePdf } from '../../../testing/makers.ts';
import { tokenIn } from '../../../testing/share-visitor.ts';
import { Sharer, toldOf } from '../../../testing/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { expireRequests } from './requests.ts';

const day = 86_400_000;
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
      finish: async () =>
        seen.includes('malware') ? { verdict: 'infected', signature: 'Test' } : { verdict: 'clean' },
      abort: () => {},
    };
  },
  check: async () => {},
};

let test: TestApp;
let owner: Sharer;
beforeEach(async () => {
  test = await createTestApp({ antivirus, storageLimitBytes: 500_000 });
  owner = new Sharer(test, await makeOwner(test));
});
afterEach(() => test.close());

const ask = async (wanted: object = {}) => {
  const answer = await owner.call('POST', 'document-requests', { title: 'Justificatifs', ...wanted });
  if (answer.statusCode !== 201) throw new Error(`the request answered ${answer.body}`);
  return answer.json<DocumentRequest & { link: string }>();
};
const headersOf = (link: string) => ({ authorization: `Bearer ${tokenIn(link)}` });
const context = (link: string) =>
  test.app.inject({ url: `${v1}/public/document-requests/context`, headers: headersOf(link) });
const send = (link: string, content = makePdf('rib'), fileName = 'RIB.pdf') => {
  const { headers, payload } = makeForm([{ name: 'file', fileName, content }]);
  const url = `${v1}/public/document-requests/files`;
  return test.app.inject({ method: 'POST', url, headers: { ...headers, ...headersOf(link) }, payload });
};
const read = async (id: string) => (await owner.call('GET', `document-requests/${id}`)).json<DocumentRequest>();

describe('a request for documents', () => {
  it('takes files from outside into the folder that was named, unread, and says where they come from', async () => {
    const folderId = await owner.folder('Dossier', { categoryId: await owner.category('housing') });
    const asked = await ask({ folderId, message: 'Merci', maxFiles: 3 });
    expect(asked.link).toContain('https://safe.example/public/document-requests?token=');
    expect((await context(asked.link)).json()).toEqual({
      ...{ title: 'Justificatifs', message: 'Merci', sender: 'Camille Renaudin', maxFiles: 3, filesLeft: 3 },
      expirationDate: asked.expirationDate,
    });
    const sent = await send(asked.link);
    expect([sent.statusCode, sent.json()]).toEqual([201, { fileName: 'RIB.pdf', size: sizeBytes, filesLeft: 2 }]);
    const [document] = (await owner.call('GET', `documents?folderId=${folderId}`)).json<{ items: object[] }>().items;
    expect(document).toMatchObject({ title: 'RIB', type: 'AUDO', unread: true, origin: { name: 'Justificatifs' } });
    expect(await owner.room()).toEqual({ used: sizeBytes, count: 1 });
    expect((await read(asked.id)).received).toMatchObject({ count: 1, size: sizeBytes });
    expect(await owner.actions(3)).toEqual(['document.deposited', 'request.received', 'request.created']);
  });

  it('is told to its owner, once an hour', async () => {
    await test.startWorker();
    const { link } = await ask();
    for (let count = 0; count < 3; count += 1) await send(link, makePdf(String(count)));
    const told = () => test.mails.map(({ subject }) => subject);
    await expect.poll(told).toEqual(['Un document est arrivé']);
    test.clock.advance(3_600_000);
    await send(link);
    await expect.poll(told).toEqual(['Un document est arrivé', 'Un document est arrivé']);
  });

  it('is written to who is asked', async () => {
    const asked = await ask({ email: 'proprietaire@example.org' });
    expect(asked.delivery).toBe('QUEUED');
    await test.startWorker();
    await expect
      .poll(() => test.mails.map(({ to, subject }) => [to, subject]))
      .toEqual([['proprietaire@example.org', 'Des documents vous sont demandés']]);
    const link = /https:\S+\/public\/document-requests\?token=\S+/.exec(test.mails[0]?.text ?? '')?.[0] ?? '';
    expect((await send(link)).statusCode).toBe(201);
    await expect.poll(async () => (await read(asked.id)).delivery).toBe('SENT');
  });

  it('holds the rules of uploads: type, malware, room', async () => {
    const { link } = await ask();
    expect(toldOf(await send(link, Buffer.from('MZ'), 'jeu.exe'))).toEqual({
      status: 415,
      code: 'UnsupportedFileType',
    });
    expect(toldOf(await send(link, makePdf('malware')))).toEqual({ status: 422, code: 'MalwareDetected' });
    expect(toldOf(await send(link, makePdf('grand', 600_000)))).toEqual({ status: 507, code: 'UserSpaceStorageFull' });
    const { headers, payload } = makeForm([{ name: 'title', value: 'Le mien' }]);
    const url = `${v1}/public/document-requests/files`;
    const answer = await test.app.inject({ method: 'POST', url, headers: { ...headers, ...headersOf(link) }, payload });
    expect(toldOf(answer)).toEqual({ status: 400, code: 'InvalidRequest' });
    expect(await owner.documents()).toEqual([]);
    expect(await owner.room()).toEqual({ used: 0, count: 0 });
  });

  it('takes as many files as it says, also all at once', async () => {
    const { id, link } = await ask({ maxFiles: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => send(link, makePdf(String(at)))));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403, 403, 403,
    ]);
    expect((await read(id)).received.count).toBe(2);
    expect(await owner.documents()).toHaveLength(2);
    expect(toldOf(await send(link))).toEqual({ status: 403, code: 'Forbidden' });
  });

  it('ends by the clock, and when its owner takes it away', async () => {
    const [first, second] = [await ask({ durationDays: 1 }), await ask({ durationDays: 30 })];
    expect(await owner.tell('DELETE', `document-requests/${second.id}`)).toMatchObject({ status: 204 });
    expect(toldOf(await send(second.link))).toEqual(gone);
    expect(await owner.tell('GET', `document-requests/${second.id}`)).toEqual(unknown);
    test.clock.advance(day);
    expect(toldOf(await context(first.link))).toEqual(gone);
    expect(toldOf(await send(first.link))).toEqual(gone);
    expect(await expireRequests(test.platform)).toBe(1);
    expect(toldOf(await send(first.link))).toEqual(gone);
    expect(await test.platform.db.selectFrom('documents').select('document_id').execute()).toEqual([]);
  });

  it('still takes files once its folder is gone', async () => {
    const folderId = await owner.folder('Dossier', { categoryId: await owner.category('housing') });
    const { link } = await ask({ folderId });
    await owner.tell('DELETE', `folders/${folderId}`);
    expect((await send(link)).statusCode).toBe(201);
    expect(await owner.documents()).toMatchObject([{ categoryId: await owner.category('housing'), folderId: null }]);
  });

  it('is nobody else’s, and its token opens nothing else', async () => {
    const { id, link } = await ask();
    const other = new Sharer(test, await makeOwner(test));
    for (const named of [id, missing, 'rien']) {
      expect(await other.tell('GET', `document-requests/${named}`)).toEqual(unknown);
      expect(await other.tell('DELETE', `document-requests/${named}`)).toEqual(unknown);
      expect(await other.tell('POST', `document-requests/${named}/link`)).toEqual(unknown);
    }
    for (const url of [`${v1}/documents`, `${v1}/public/sharings`, `${v1}/sharings/context`])
      expect(toldOf(await test.app.inject({ url, headers: headersOf(link) })).status).toBe(401);
    const body = { title: 'Justificatifs', folderId: missing };
    expect(await owner.tell('POST', 'document-requests', body)).toEqual({ status: 404, code: 'FolderNotFound' });
  });

  it('is listed by its state, and its link is told again', async () => {
    const { link, ...asked } = await ask();
    const list = async (query: string) =>
      (await owner.call('GET', `document-requests?${query}`)).json<{ items: object[] }>().items;
    expect([await list('status=active'), await list('status=expired'), await list('')]).toEqual([[asked], [], [asked]]);
    const again = (await owner.call('POST', `document-requests/${asked.id}/link`)).json<{ link: string }>();
    expect((await context(again.link)).statusCode).toBe(200);
    expect((await context(link)).statusCode).toBe(200);
  });
});
