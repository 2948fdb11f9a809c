import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collecting } from '../../testing/collecting/collector-steps.ts';
import { hasDovecot, openMailServer, type MailServer, type TestMailbox } from '../../testing/servers/mailbox.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text}\n`);

let server: MailServer;
let mailbox: TestMailbox;
let test: TestApp;
let camille: Collecting;
beforeAll(async () => {
  if (!hasDovecot) return;
  server = await openMailServer();
  mailbox = server.openMailbox();
  test = await createTestApp({ collecting: { local: server.local } });
  await test.startWorker();
  camille = await Collecting.make(test, { accounts: [] });
});
afterAll(async () => {
  if (!hasDovecot) return;
  await test.close();
  await server.close();
});

const body = (credentials: object = {}) => ({
  ...{ agentId: 'mailbox', accountName: 'Courriel', authorised: true, since: '2026-11-01' },
  credentials: { ...mailbox.credentials, ...credentials },
});
const titles = async () => (await camille.documents()).items.map(({ title }) => title).toSorted();
const synchronise = async (id: string) => {
  test.clock.advance(61_000);
  await camille.call('POST', `collectors/${id}/synchronise`);
  return camille.ended(id);
};

describe.skipIf(!hasDovecot)('a mailbox that its owner connects', () => {
  let id = '';

  it('brings the invoices of its senders into the safe, and says what it left out', async () => {
    const attachments = [
      { filename: 'Facture 11.pdf', content: pdf('11') },
      { filename: 'page.pdf', content: '<!doctype html><p>Connectez-vous' },
      { filename: 'winmail.dat', contentType: 'application/ms-tnef', content: Buffer.from('789f3e22', 'hex') },
    ];
    await mailbox.send({ subject: 'Votre facture', attachments });
    await mailbox.send({ from: 'a@autre.example', attachments: [{ filename: 'autre.pdf', content: pdf('autre') }] });
    const made = await camille.call('POST', 'collectors', body());
    expect(made.status).toBe(201);
    id = made.body.id;
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: null, newDocuments: 1 });
    expect((await camille.documents()).items).toMatchObject([
      {
        ...{ title: 'Facture 11', type: 'FACTA', fileName: 'Facture 11.pdf', addedBy: 'collector', unread: true },
        origin: { name: 'Courriel', collectorId: id },
      },
    ]);
    expect((await camille.runs(id))[0]?.skipped).toEqual([
      { title: 'page', code: 'UnsupportedFileType' },
      { title: 'winmail', code: 'UnsupportedFileType' },
    ]);
  });

  it('brings nothing twice, and what came since', async () => {
    expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' } });
    await mailbox.send({ subject: 'Suite', attachments: [{ filename: 'suite.pdf', content: pdf('suite') }] });
    expect(await synchronise(id)).toMatchObject({ alert: null, newDocuments: 1 });
    expect(await titles()).toEqual(['Facture 11', 'Suite']);
  });

  it('is read anew for other senders, and what came stays the same', async () => {
    const credentials = { senders: `${mailbox.credentials.senders}, autre.example` };
    expect((await camille.call('PATCH', `collectors/${id}`, { credentials })).status).toBe(200);
    expect(await synchronise(id)).toMatchObject({ newDocuments: 1, collectedDocuments: 3 });
    expect(await titles()).toEqual(['Facture 11', 'Suite', 'autre']);
  });

  it('is blocked where its password is wrong, and mended by the right one', async () => {
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password: 'faux' } });
    expect(await synchronise(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } });
    const { password } = mailbox.credentials;
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password } });
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'NO_NEW_DOCUMENT' } });
  });

  it('asks for each of its fields, and for a host of the internet', async () => {
    const refused = async (credentials: object) => (await camille.call('POST', 'collectors', body(credentials))).body;
    expect(JSON.stringify(await refused({ senders: '' }))).toContain('credentials.senders');
    expect(JSON.stringify(await refused({ host: '192.168.1.20' }))).toContain('credentials.host');
    expect(JSON.stringify(await refused({ port: 5_432 }))).toContain('credentials.host');
  });
});
