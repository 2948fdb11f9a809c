import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Collecting } from '../../src/testing/collector-steps.ts';
import { readingAntivirus } from '../../src/testing/depositor.ts';
import { hasOpenSsh, TestOpenSsh } from '../../src/testing/openssh.ts';
import { createTestApp, type TestApp } from '../../src/testing/test-app.ts';

const pdf = (text: string): string => `%PDF-1.4\n% ${text}\ntrailer<<>>\n%%EOF\n`;

describe.skipIf(!hasOpenSsh)('a folder on OpenSSH', () => {
  let server: TestOpenSsh;
  beforeAll(async () => {
    server = await TestOpenSsh.start();
  });
  afterAll(() => server.stop());

  let test: TestApp;
  let camille: Collecting;
  let folder = 0;
  const local = () => ({ standIns: [], loopbackPorts: [server.port] });
  const pathOf = (name: string) => join(server.home, `folder-${folder}`, name);
  const write = async (name: string, content: string | Buffer = pdf(name), day = '2026-10-01') => {
    await writeFile(pathOf(name), content);
    await utimes(pathOf(name), new Date(day), new Date(day));
  };
  beforeEach(async () => {
    folder += 1;
    await mkdir(pathOf(''));
    test = await createTestApp({ antivirus: readingAntivirus, collecting: { local: local() } });
    await test.startWorker();
    camille = await Collecting.make(test, { accounts: [] });
  });
  afterEach(() => test.close());

  const body = (more: object = {}) => ({
    ...{ agentId: 'sftp', accountName: 'Mon NAS', authorised: true },
    credentials: {
      ...{ host: '127.0.0.1', port: server.port, login: server.login, password: server.password },
      ...{ folder: `folder-${folder}`, ...more },
    },
  });
  const connect = async (more: object = {}, beside: object = {}) => {
    const { status, body: made } = await camille.call('POST', 'collectors', { ...body(more), ...beside });
    expect(status).toBe(201);
    return { id: made.id as string, ended: await camille.ended(made.id) };
  };
  const synchronise = async (id: string) => {
    test.clock.advance(61_000);
    await camille.call('POST', `collectors/${id}/synchronise`);
    return camille.ended(id);
  };
  const titles = async () => (await camille.documents()).items.map(({ title }) => title).toSorted();

  it('brings its documents and those below it, once', async () => {
    await mkdir(pathOf('2026'));
    await write('Avis.pdf');
    await write('2026/Facture d’eau & gaz.PDF');
    await write('notes.txt', 'bonjour');
    await write('setup.exe', 'MZ');
    await write('.cache.pdf');
    await write('sans extension', 'x');
    const { id, ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 3 });
    expect(await titles()).toEqual(['Avis', 'Facture d’eau & gaz', 'notes']);
    expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 3 });
    expect((await camille.runs(id))[0]?.skipped).toEqual([]);
  });

  it('brings a file that was replaced as another document, and none that was only moved back', async () => {
    await write('Relevé.pdf', pdf('un'));
    const { id } = await connect();
    await write('Relevé.pdf', pdf('deux, et plus long'), '2026-11-02');
    expect(await synchronise(id)).toMatchObject({ newDocuments: 1, collectedDocuments: 2 });
    await rename(pathOf('Relevé.pdf'), pathOf('ailleurs.tmp'));
    await synchronise(id);
    await rename(pathOf('ailleurs.tmp'), pathOf('Relevé.pdf'));
    expect(await synchronise(id)).toMatchObject({ newDocuments: 0, collectedDocuments: 2 });
  });

  it('skips and tells what is malware, no such file, or empty; leaves what may not be read; brings the rest', async () => {
    await write('virus.pdf', pdf('MALWARE'));
    await write('page.pdf', '<!doctype html><p>Connectez-vous');
    await write('vide.pdf', '');
    await write('bon.pdf');
    await symlink('/etc/passwd', pathOf('passwd.txt'));
    await symlink('/etc', pathOf('etc'));
    const { id, ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });
    const [run] = await camille.runs(id);
    expect(run?.skipped.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'page', code: 'UnsupportedFileType' },
      { title: 'vide', code: 'UnsupportedFileType' },
      { title: 'virus', code: 'MalwareDetected' },
    ]);
    expect(await titles()).toEqual(['bon']);
  });

  it('takes names for names, whatever their bytes', async () => {
    await write('..\\..\\etc\\passwd.pdf');
    await write('\u202egnp.exe.pdf');
    await write('ligne\nsuivante.pdf');
    await writeFile(Buffer.concat([Buffer.from(pathOf('latin-')), Buffer.from([0xe9]), Buffer.from('.pdf')]), pdf('x'));
    await write(`${'x'.repeat(250)}.pdf`);
    const { ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', collectedDocuments: 3 });
    expect(await titles()).toEqual(['gnp.exe', 'ligne suivante', 'x'.repeat(200)]);
  });

  it('brings what is from a day on, by the date of the file', async () => {
    await write('ancien.pdf', pdf('a'), '1971-01-01');
    await write('jour même.pdf', pdf('b'), '2026-10-01T00:30:00Z');
    await write('veille.pdf', pdf('c'), '2026-09-30T23:30:00Z');
    const { ended } = await connect({}, { since: '2026-10-01' });
    expect(ended.collectedDocuments).toBe(1);
    expect(await titles()).toEqual(['jour même']);
  });

  it('of 5,000 files with nothing new reads only the listing, and of one more only that one', async () => {
    for (let at = 0; at < 5_000; at += 100)
      await Promise.all(Array.from({ length: 100 }, (_, next) => write(`${at + next}.txt`, 'x', '2020-01-01')));
    // All of them are older than what its owner wants.
    const { id, ended } = await connect({}, { since: '2026-01-01' });
    expect(ended).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' } });
    const before = performance.now();
    expect(await synchronise(id)).toMatchObject({ newDocuments: 0 });
    console.log(`a run over 5,000 files took ${Math.round(performance.now() - before)} ms`);
    await write('nouveau.pdf');
    expect(await synchronise(id)).toMatchObject({ newDocuments: 1 });
    expect(await titles()).toEqual(['nouveau']);
  });

  it('blocks at a wrong password, and goes on with the right one', async () => {
    await write('a.pdf');
    const { id, ended } = await connect({ password: 'faux' });
    expect(ended).toMatchObject({ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } });
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password: server.password } });
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });
  });

  it('says that the folder is not there', async () => {
    const { ended } = await connect({ folder: 'nulle-part' });
    expect(ended).toMatchObject({
      status: 'BLOCKED',
      alert: { code: 'CREDENTIALS_INVALID', cause: 'FOLDER_NOT_FOUND' },
    });
  });

  it('is tried again where the server is down', async () => {
    await server.halt();
    const { ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', alert: { code: 'AGENT_UNAVAILABLE' } });
    expect(ended.alert?.cause).toBeUndefined();
    await server.start();
  });

  it('refuses another key than the first one, in a run that failed too, until its owner gives credentials anew', async () => {
    await write('a.pdf');
    const { id } = await connect({ password: 'faux' });
    await server.halt();
    await server.newHostKey();
    await server.start();
    // The key of the refused attempt was never trusted by a sign-in.
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password: server.password } });
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });

    await server.halt();
    await server.newHostKey();
    await server.start();
    const refused = { status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED', cause: 'HOST_KEY_CHANGED' } };
    expect(await synchronise(id)).toMatchObject(refused);
    // Another try alone accepts nothing.
    await camille.call('POST', `collectors/${id}/activate`);
    expect(await camille.ended(id)).toMatchObject(refused);
    await expect.poll(() => test.mails.at(-1)?.text).toContain('ne présente plus la même clé');
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password: server.password } });
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'NO_NEW_DOCUMENT' } });
  });
});
