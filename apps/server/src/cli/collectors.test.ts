import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { manifest } from '@perenne/collecting/manifest';
import type { CollectedDocument, Run } from '@perenne/collecting/run';
import { openVisit } from '@perenne/collecting/stand-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRclone, serveFolder } from '../../demo/files/rclone.ts';
import { freePort } from '../testing/instances/free-port.ts';
import { pdf } from '../testing/collecting/folder-collecting.ts';
import { portOf } from '../testing/instances/port-of.ts';
import { runCommand } from './run-command.ts';

async function perenne(args: string[]) {
  const told = { out: '', err: '' };
  const code = await runCommand(args, {
    out: { write: (text) => (told.out += text) },
    err: { write: (text) => (told.err += text) },
    environment: {},
  });
  return { code, ...told };
}

const folderOf = (name: string) => fileURLToPath(new URL(`../../collectors/${name}`, import.meta.url));
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A server of the test in the place of a partner whose page links to one document. */
async function serveOneDocument(content: string) {
  const page = '<!doctype html><a href="/aide">Aide</a> <a href="documents/avis-2026.pdf">Avis 2026</a>';
  const web = createServer(({ url }, response) => {
    if (url === '/') return void response.setHeader('content-type', 'text/html').end(page);
    response.writeHead(url === '/documents/avis-2026.pdf' ? 200 : 404).end(content);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  return web;
}

/** Runs a tool of `npm run check`, and returns what it prints where it does not accept something. */
async function complaintsOf([tool = '', ...args]: string[]): Promise<string> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, { cwd: root });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return code === 0 ? '' : `${tool}: ${out}${err}`;
}

describe('perenne collectors new', () => {
  const name = `made-by-a-test-${process.pid}`;
  const [working, tested, checked] = [`${name}-works`, `${name}-tested`, `${name}-checked`];
  afterAll(async () => {
    for (const made of [name, working, tested, checked]) await rm(folderOf(made), { recursive: true, force: true });
  });

  it('makes a folder that is a collector, which its other command finds', async () => {
    expect(await perenne(['collectors', 'new', name])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`collectors try ${name}`),
    });
    expect((await readdir(folderOf(name))).toSorted()).toEqual(['collect.ts', 'logo.svg', 'manifest.json']);
    const made = manifest.parse(JSON.parse(await readFile(join(folderOf(name), 'manifest.json'), 'utf8')));
    expect(made.id).toBe(name);
    const tried = await perenne(['collectors', 'try', name]);
    expect(tried).toMatchObject({ code: 2, err: expect.stringContaining('Give --set for login, password.') });
  });

  it('makes one that works as it is, for a partner whose page links to its documents', async () => {
    const content = pdf('échéance');
    const web = await serveOneDocument(content);
    const saved = await mkdtemp(join(tmpdir(), 'perenne-new-'));
    await perenne(['collectors', 'new', working]);
    const tried = await perenne([
      ...['collectors', 'try', working, '--set', 'login=camille', '--set', 'password=x', '--save', saved],
      ...['--stand-in', `www.${working}.example=${portOf(web)}`],
    ]);
    expect(tried).toMatchObject({ code: 0, err: '' });
    const bytes = Buffer.byteLength(content);
    expect(tried.out).toContain(`/documents/avis-2026.pdf  Avis 2026  avis-2026.pdf  ${bytes} bytes`);
    expect(tried.out).toContain('Documents: 1.\n');
    expect(await readFile(join(saved, 'avis-2026.pdf'), 'utf8')).toBe(content);
    web.close();
    await rm(saved, { recursive: true });
  });

  it('makes one that a test may visit in its own process', async () => {
    const content = pdf('échéance');
    const web = await serveOneDocument(content);
    await perenne(['collectors', 'new', tested]);
    const { collect } = (await import(join(folderOf(tested), 'collect.ts'))) as {
      collect(run: Run): AsyncIterable<CollectedDocument>;
    };
    const run = openVisit({ [`www.${tested}.example`]: portOf(web) }, { credentials: { login: 'camille' } });
    const found = [];
    for await (const { open, ...document } of collect(run)) found.push([document.title, await buffer(open())]);
    expect(found).toEqual([['Avis 2026', Buffer.from(content)]]);
    web.close();
  });

  it('makes one that the check accepts as it is', async () => {
    await perenne(['collectors', 'new', checked]);
    const folder = folderOf(checked);
    const project = await mkdtemp(join(tmpdir(), 'perenne-new-'));
    const options = { extends: join(root, 'apps/server/tsconfig.json'), include: [join(folder, 'collect.ts')] };
    const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ ...options, compilerOptions }));
    for (const tool of [
      ['oxfmt', '--check', folder],
      ['oxlint', '--max-warnings=0', folder],
      ['tsc', '-p', project],
    ])
      expect(await complaintsOf(tool)).toBe('');
    await rm(project, { recursive: true });
  });

  it('replaces none that is there, and makes none of another name', async () => {
    expect(await perenne(['collectors', 'new', 'sftp'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a collector sftp already.'),
    });
    for (const given of [['Énergie'], ['../elsewhere'], ['a b'], [], ['a', 'b']])
      expect((await perenne(['collectors', 'new', ...given])).code).toBe(2);
  });
});

describe('perenne collectors try', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'perenne-try-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says what it does not understand', async () => {
    expect(await perenne(['collectors', 'try', 'nobody'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no collector nobody'),
    });
    expect((await perenne(['collectors', 'try'])).code).toBe(2);
  });

  it('says why a run was stopped, and no word of what it was given', async () => {
    const web = createServer((_request, response) => void response.end('hello')).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const set = ['--set', 'host=127.0.0.1', '--set', 'login=camille', '--set', 'password=CANARY-1d2c'];
    const refused = await perenne(['collectors', 'try', 'sftp', ...set, '--set', `port=${portOf(web)}`]);
    web.close();
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('HOST_REFUSED') });
    expect(refused.out + refused.err).not.toContain('CANARY');
  });

  it.skipIf(!hasRclone)(
    'lists what the collector offers and saves it, and writes a tape without what was said',
    async () => {
      const [files, state] = [join(folder, 'files'), join(folder, 'state')];
      await mkdir(files);
      await mkdir(state);
      await writeFile(join(files, 'Avis.pdf'), pdf('x'));
      const [login, password] = ['camille', 'CANARY-77aa'];
      const port = await freePort();
      const server = await serveFolder('sftp', { port, login, password, folder: files, state });
      const [saved, tape] = [join(folder, 'saved'), join(folder, 'tape.json')];
      const set = [`host=127.0.0.1`, `port=${port}`, `login=${login}`, `password=${password}`];
      const tried = await perenne([
        ...['collectors', 'try', 'sftp', ...set.flatMap((pair) => ['--set', pair])],
        ...['--loopback', String(port), '--save', saved, '--record', tape],
      ]);
      await server.stop();
      expect(tried).toMatchObject({ code: 0, err: '' });
      expect(tried.out).toContain(`Avis  Avis.pdf  ${pdf('x').length} bytes`);
      expect(tried.out).toContain('Remembered: {"hostKey":"SHA256:');
      expect(await readFile(join(saved, 'Avis.pdf'), 'utf8')).toBe(pdf('x'));
      expect(await readFile(tape, 'utf8')).not.toContain('CANARY');
    },
  );
});
