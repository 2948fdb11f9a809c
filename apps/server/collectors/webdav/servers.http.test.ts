import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasRclone, serveFolder } from '../../demo/files/rclone.ts';
import { hasApache, startApache } from '../../src/testing/servers/apache.ts';
import { FolderOwner, pdf } from '../../src/testing/collecting/folder-collecting.ts';
import { freePort } from '../../src/testing/instances/free-port.ts';

type Server = { port: number; folder: string; login: string; password: string; stop(): Promise<void> };
type Start = (at: { folder: string; state: string; port: number }) => Promise<{ stop(): Promise<void> }>;

const [login, password] = ['camille', 'Dossier-partagé-2026!'];

const kinds: Array<[string, boolean, Start]> = [
  ['rclone, by Basic', hasRclone, (at) => serveFolder('webdav', { ...at, login, password })],
  ['Apache, by Basic', hasApache, (at) => startApache({ ...at, login, password, scheme: 'Basic' })],
  ['Apache, by Digest', hasApache, (at) => startApache({ ...at, login, password, scheme: 'Digest' })],
];

describe.each(kinds.filter(([, isThere]) => isThere))('%s', (name, _isThere, start) => {
  tests(name, start);
});

function tests(name: string, start: Start): void {
  let server: Server;
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'perenne-webdav-'));
    const at = { folder: join(home, 'files'), state: join(home, 'state'), port: await freePort() };
    await mkdir(at.folder);
    await mkdir(at.state);
    server = { ...at, ...{ login, password }, ...(await start(at)) };
  });
  afterAll(async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  let owner: FolderOwner;
  let folder = 0;
  const write = async (file: string, content: string = pdf(file), day = '2026-10-01') => {
    const path = join(server.folder, `folder ${folder}`, file);
    await writeFile(path, content);
    await utimes(path, new Date(day), new Date(day));
  };
  beforeEach(async () => {
    folder += 1;
    await mkdir(join(server.folder, `folder ${folder}`, 'Été & hiver'), { recursive: true });
    // The parent speaks no TLS to a stand-in.
    const { port } = server;
    owner = await FolderOwner.make({ standIns: [{ host: '127.0.0.1', port, isAt: port }], loopbackPorts: [port] });
  });
  afterEach(() => owner.test.close());

  const connect = (more: object = {}, beside: object = {}) =>
    owner.connect(
      'webdav',
      { url: `https://127.0.0.1:${server.port}/`, login, password, folder: `/folder ${folder}/`, ...more },
      beside,
    );

  it('gives its documents and those below it, once, and a file that was replaced as another', async () => {
    await write('Avis.pdf');
    await write('Été & hiver/Facture d’eau #12 100 %.PDF');
    await write('setup.exe', 'MZ');
    await write('.cache.pdf');
    await write('ancien.pdf', pdf('x'), '1999-12-31');
    const { id, ...ended } = await connect({}, { since: '2000-01-01' });
    expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 2 });
    expect(await owner.titles()).toEqual(['Avis', 'Facture d’eau #12 100 %']);
    expect(await owner.synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' } });
    await write('Avis.pdf', pdf('plus long'), '2026-11-02');
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 1, collectedDocuments: 3 });
  });

  it('has what is malware or no such file skipped and told', async () => {
    await write('virus.pdf', pdf('MALWARE'));
    await write('page.pdf', '<!doctype html><p>Connectez-vous');
    await write('bon.pdf');
    const { id, collectedDocuments } = await connect();
    expect(collectedDocuments).toBe(1);
    expect(await owner.skipped(id)).toEqual([
      { title: 'page', code: 'UnsupportedFileType' },
      { title: 'virus', code: 'MalwareDetected' },
    ]);
  });

  it('refuses a wrong password, and says that a folder is not there', async () => {
    expect(await connect({ password: 'faux' })).toMatchObject({
      ...{ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } },
    });
    expect((await connect({ folder: 'nulle part' })).alert).toMatchObject({
      ...{ code: 'CREDENTIALS_INVALID', cause: 'FOLDER_NOT_FOUND' },
    });
  });

  it('is tried again after it was down, and brings then what it has', async () => {
    await write('Avis.pdf');
    await server.stop();
    const { id, ...ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', alert: { code: 'AGENT_UNAVAILABLE' }, collectedDocuments: 0 });
    server = { ...server, ...(await start({ ...server, state: join(home, 'state') })) };
    await owner.camille.goTo(ended.alert?.retryAt);
    expect(await owner.camille.until(id, ({ collectedDocuments }) => collectedDocuments === 1)).toMatchObject({
      alert: null,
    });
    expect(await owner.titles()).toEqual(['Avis']);
  });

  // rclone, which is set to cache nothing, reads the folder for each of its files.
  it.skipIf(name.startsWith('rclone'))(
    'gives 5,000 files as one list, and of those with nothing new no more than that',
    async () => {
      for (let at = 0; at < 5_000; at += 100)
        await Promise.all(Array.from({ length: 100 }, (_, next) => write(`${at + next}.txt`, 'x', '2020-01-01')));
      const { id, alert } = await connect({}, { since: '2026-01-01' });
      expect(alert).toMatchObject({ code: 'NO_NEW_DOCUMENT' });
      await write('nouveau.pdf');
      expect(await owner.synchronise(id)).toMatchObject({ alert: null, newDocuments: 1 });
      expect(await owner.titles()).toEqual(['nouveau']);
    },
  );
}
