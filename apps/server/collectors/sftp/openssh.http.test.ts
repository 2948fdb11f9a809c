import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FolderOwner, pdf } from '../../src/testing/collecting/folder-collecting.ts';
import { hasOpenSsh, TestOpenSsh } from '../../src/testing/servers/openssh.ts';

describe.skipIf(!hasOpenSsh)('a folder on OpenSSH', () => {
  let server: TestOpenSsh;
  beforeAll(async () => {
    server = await TestOpenSsh.start();
  });
  afterAll(() => server.stop());

  let owner: FolderOwner;
  let folder = 0;
  const pathOf = (name: string) => join(server.home, `folder-${folder}`, name);
  const write = async (name: string, content: string = pdf(name), day = '2026-10-01') => {
    await writeFile(pathOf(name), content);
    await utimes(pathOf(name), new Date(day), new Date(day));
  };
  beforeEach(async () => {
    folder += 1;
    await mkdir(pathOf(''));
    owner = await FolderOwner.make({ standIns: [], loopbackPorts: [server.port] });
  });
  afterEach(() => owner.test.close());

  const connect = (more: object = {}, beside: object = {}) => {
    const { port, login, password } = server;
    return owner.connect(
      'sftp',
      { host: '127.0.0.1', port, login, password, folder: `folder-${folder}`, ...more },
      beside,
    );
  };
  /** New credentials, as the page gives them. */
  const mend = async (id: string) => {
    await owner.camille.call('PATCH', `collectors/${id}`, { credentials: { password: server.password } });
    return owner.camille.ended(id);
  };
  const reinstall = async () => {
    await server.halt();
    await server.newHostKey();
    await server.start();
  };

  it('brings its documents and those below it, once', async () => {
    await mkdir(pathOf('2026'));
    await write('Avis.pdf');
    await write('2026/Facture d’eau & gaz.PDF');
    await write('notes.txt', 'bonjour');
    await write('setup.exe', 'MZ');
    await write('.cache.pdf');
    await write('sans extension', 'x');
    const { id, ...ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 3 });
    expect(await owner.titles()).toEqual(['Avis', 'Facture d’eau & gaz', 'notes']);
    expect(await owner.synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 3 });
    expect(await owner.skipped(id)).toEqual([]);
  });

  it('brings a file that was replaced as another document, and none that was only moved back', async () => {
    await write('Relevé.pdf', pdf('un'));
    const { id } = await connect();
    await write('Relevé.pdf', pdf('deux, et plus long'), '2026-11-02');
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 1, collectedDocuments: 2 });
    await rename(pathOf('Relevé.pdf'), pathOf('ailleurs.tmp'));
    await owner.synchronise(id);
    await rename(pathOf('ailleurs.tmp'), pathOf('Relevé.pdf'));
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 0, collectedDocuments: 2 });
  });

  it('brings nothing twice where its owner connects a folder of it as well', async () => {
    await mkdir(pathOf('2026'));
    await write('Avis.pdf');
    await write('2026/Facture.pdf');
    expect((await connect()).collectedDocuments).toBe(2);
    const { id, ...ended } = await connect({ folder: `folder-${folder}/2026` });
    expect(ended).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 0 });
    await write('2026/Nouvelle.pdf');
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 1, collectedDocuments: 1 });
  });

  it('skips and tells what is malware, no such file, or empty; leaves what may not be read; brings the rest', async () => {
    await write('virus.pdf', pdf('MALWARE'));
    await write('page.pdf', '<!doctype html><p>Connectez-vous');
    await write('vide.pdf', '');
    await write('bon.pdf');
    await symlink('/etc/passwd', pathOf('passwd.txt'));
    await symlink('/etc', pathOf('etc'));
    const { id, ...ended } = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });
    expect(await owner.skipped(id)).toEqual([
      { title: 'page', code: 'UnsupportedFileType' },
      { title: 'vide', code: 'UnsupportedFileType' },
      { title: 'virus', code: 'MalwareDetected' },
    ]);
    expect(await owner.titles()).toEqual(['bon']);
  });

  it('takes names for names, whatever their bytes', async () => {
    await write('..\\..\\etc\\passwd.pdf');
    await write('\u202egnp.exe.pdf');
    await write('ligne\nsuivante.pdf');
    await writeFile(Buffer.concat([Buffer.from(pathOf('latin-')), Buffer.from([0xe9]), Buffer.from('.pdf')]), pdf('x'));
    await write(`${'x'.repeat(250)}.pdf`);
    const ended = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', collectedDocuments: 3 });
    expect(await owner.titles()).toEqual(['gnp.exe', 'ligne suivante', 'x'.repeat(200)]);
  });

  it('brings what is from a day on, by the date of the file', async () => {
    await write('ancien.pdf', pdf('a'), '1971-01-01');
    await write('jour même.pdf', pdf('b'), '2026-10-01T00:30:00Z');
    await write('veille.pdf', pdf('c'), '2026-09-30T23:30:00Z');
    const ended = await connect({}, { since: '2026-10-01' });
    expect(ended.collectedDocuments).toBe(1);
    expect(await owner.titles()).toEqual(['jour même']);
  });

  it('of 5,000 files with nothing new reads only the listing, and of one more only that one', async () => {
    for (let at = 0; at < 5_000; at += 100)
      await Promise.all(Array.from({ length: 100 }, (_, next) => write(`${at + next}.txt`, 'x', '2020-01-01')));
    // All of them are older than what its owner wants.
    const { id, ...ended } = await connect({}, { since: '2026-01-01' });
    expect(ended).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' } });
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 0 });
    await write('nouveau.pdf');
    expect(await owner.synchronise(id)).toMatchObject({ newDocuments: 1 });
    expect(await owner.titles()).toEqual(['nouveau']);
  });

  it('blocks at a wrong password, and goes on with the right one', async () => {
    await write('a.pdf');
    const { id, ...ended } = await connect({ password: 'faux' });
    expect(ended).toMatchObject({ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } });
    expect(await mend(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });
  });

  describe('by a key', () => {
    const withKey = (privateKey: string, more: object = {}) => connect({ password: undefined, privateKey, ...more });

    it.each([
      ['ed25519', ''],
      ['ed25519', 'phrase d’été'],
      ['rsa', ''],
      ['ecdsa', 'été'],
    ] as const)('of the kind %s with the passphrase “%s”', async (type, passphrase) => {
      await write('a.pdf');
      const key = await server.newKey(type, passphrase);
      const ended = await withKey(key, passphrase === '' ? {} : { passphrase });
      expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 1 });
    });

    it('of the older format, pasted into one line', async () => {
      await write('a.pdf');
      for (const passphrase of ['', 'phrase']) {
        await owner.test.close();
        owner = await FolderOwner.make({ standIns: [], loopbackPorts: [server.port] });
        const key = await server.newKey('rsa', passphrase, 'PEM');
        const ended = await withKey(key.replaceAll('\n', passphrase === '' ? '' : ' '), { passphrase });
        expect(ended).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });
      }
    });

    it('that the server does not know, or without its passphrase, blocks as a wrong password does', async () => {
      await write('a.pdf');
      const key = await server.newKey('ed25519', 'phrase');
      const { id, ...ended } = await withKey(key, { passphrase: 'une autre' });
      const blocked = { status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } };
      expect(ended).toMatchObject(blocked);
      const mendBy = async (credentials: object) => {
        await owner.camille.call('PATCH', `collectors/${id}`, { credentials });
        return owner.camille.ended(id);
      };
      expect(await mendBy({ privateKey: 'ssh-ed25519 AAAA' })).toMatchObject(blocked);
      const strange = await server.newKey('ed25519');
      await server.forgetKeys();
      expect(await mendBy({ privateKey: strange })).toMatchObject(blocked);
      const known = await server.newKey('ed25519', 'phrase');
      expect(await mendBy({ privateKey: known, passphrase: 'phrase' })).toMatchObject({ collectedDocuments: 1 });
      const rows = JSON.stringify(await owner.camille.call('GET', `collectors/${id}`));
      expect(rows).not.toContain('PRIVATE KEY');
    });

    it('or a password: one of them is needed', async () => {
      const ended = await connect({ password: undefined });
      expect(ended).toMatchObject({ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' } });
    });
  });

  it('says that the folder is not there', async () => {
    const ended = await connect({ folder: 'nulle-part' });
    expect(ended).toMatchObject({
      status: 'BLOCKED',
      alert: { code: 'CREDENTIALS_INVALID', cause: 'FOLDER_NOT_FOUND' },
    });
  });

  it('is tried again where the server is down', async () => {
    await server.halt();
    const ended = await connect();
    expect(ended).toMatchObject({ status: 'ENABLED', alert: { code: 'AGENT_UNAVAILABLE' } });
    expect(ended.alert?.cause).toBeUndefined();
    await server.start();
  });

  it('refuses another key than the first one, in a run that failed too, until its owner gives credentials anew', async () => {
    await write('a.pdf');
    const { id } = await connect({ password: 'faux' });
    await reinstall();
    const refused = { status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED', cause: 'HOST_KEY_CHANGED' } };
    // The first connection has shown a key, though the server refused the password.
    expect(await mend(id)).toMatchObject(refused);
    expect(await mend(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 1 });

    await reinstall();
    expect(await owner.synchronise(id)).toMatchObject(refused);
    // Another try alone accepts nothing.
    await owner.camille.call('POST', `collectors/${id}/activate`);
    expect(await owner.camille.ended(id)).toMatchObject(refused);
    // Nor does another folder, a secret that is taken away, or a pause.
    for (const credentials of [{ folder: `folder-${folder}/` }, { privateKey: '' }]) {
      await owner.camille.call('PATCH', `collectors/${id}`, { credentials });
      expect(await owner.camille.ended(id)).toMatchObject(refused);
    }
    await owner.camille.call('POST', `collectors/${id}/deactivate`);
    await owner.camille.call('PATCH', `collectors/${id}`, { credentials: { password: server.password } });
    await owner.camille.call('POST', `collectors/${id}/activate`);
    expect(await owner.camille.ended(id)).toMatchObject(refused);
    await expect.poll(() => owner.test.mails[0]?.text).toContain('ne présente plus la même clé');
    expect(await mend(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'NO_NEW_DOCUMENT' } });
  });

  it('refuses another key in a run for another folder of the same server', async () => {
    await mkdir(pathOf('2026'));
    await write('2026/a.pdf');
    const { id } = await connect();
    await reinstall();
    await owner.camille.call('PATCH', `collectors/${id}`, { credentials: { folder: `folder-${folder}/2026` } });
    expect(await owner.synchronise(id)).toMatchObject({ alert: { cause: 'HOST_KEY_CHANGED' } });
  });
});
