import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunHost } from './collecting.ts';
import { openCollecting, type CollectingOptions } from './open-collecting.ts';
import { readAgents } from './read-agents.ts';

const log = pino({ level: 'silent' });
const manifest = {
  ...{ id: 'partner', name: { fr: 'Partenaire', en: 'Partner' }, category: 'OTHER' },
  fields: [{ name: 'login', type: 'text', label: { fr: 'Identifiant', en: 'Login' } }],
  reaches: [{ host: 'www.partner.example', port: 443, security: 'tls' }],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perenne-collectors-'));
  await mkdir(path.join(folder, 'partner'));
  await write('manifest.json', JSON.stringify(manifest));
  await write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, content: string) => writeFile(path.join(folder, 'partner', name), content);

const standIn = { host: 'www.lumen-energie.example', port: 443, isAt: 40_001 };
const offeredWith = async (options: Partial<CollectingOptions>) =>
  (await openCollecting({ log, ...options })).agents.map(({ id }) => id);

describe('collectors of partners that exist in demonstrations alone', () => {
  it('are offered where a stand-in answers for the partner, and in no production', async () => {
    expect(await offeredWith({})).not.toContain('lumen-energie');
    expect(await offeredWith({ local: { standIns: [], loopbackPorts: [8080] } })).not.toContain('lumen-energie');
    expect(await offeredWith({ local: { standIns: [standIn], loopbackPorts: [] } })).toContain('lumen-energie');
  });

  it('lead to the site of the stand-in', async () => {
    const { agents } = await openCollecting({ log, local: { standIns: [standIn], loopbackPorts: [] } });
    expect(agents.find(({ id }) => id === 'lumen-energie')?.website).toBe('http://127.0.0.1:40001/');
  });
});

describe('a folder that is no collector', () => {
  it.each([
    ['{', 'The manifest of the collector partner is no JSON'],
    [JSON.stringify({ ...manifest, category: 'ASSURANCE' }), 'at category'],
    [JSON.stringify({ ...manifest, id: 'other' }), 'calls itself other'],
  ])('with the manifest %s is refused with what is wrong', async (json, fault) => {
    await write('manifest.json', json);
    await expect(readAgents(folder)).rejects.toThrow(fault);
  });

  it('without a logo is refused by the name of what it has not', async () => {
    await rm(path.join(folder, 'partner', 'logo.svg'));
    await expect(readAgents(folder)).rejects.toThrow('The folder of the collector partner has no logo.svg');
  });
});

const ourTests = fileURLToPath(new URL('../../testing/collectors', import.meta.url));

async function heardOf(what: string, isExplained: boolean) {
  const heard: string[] = [];
  const explain = (words: string) => void heard.push(words);
  const collecting = await openCollecting({ ...{ log, folder: ourTests }, ...(isExplained && { explain }) });
  const order = { agentId: 'fails', credentials: { what }, since: null, memory: null };
  const host = {
    isKnown: async () => false,
    wants: async () => true,
    receive: async () => {},
    remember: async () => {},
    awaitCode: async () => 'resend' as const,
  };
  const ended: unknown = await collecting.run(order, host, new AbortController().signal).catch((error) => error);
  const cause = ended instanceof Error && ended.cause instanceof Error ? ended.cause.message : '';
  return { heard: heard.join(''), ended: `${String(ended)} ${cause}` };
}

describe('a run that fails', () => {
  it.each(['throws CANARY-7c', 'misuses CANARY-7c'])(
    'names the place in its code, and none of its words: %s',
    async (what) => {
      const { heard, ended } = await heardOf(what, false);
      expect(heard).toBe('');
      expect(ended).toMatch(/CRASH at fails\/collect\.ts:\d+:\d+$/);
    },
  );

  it('gives its words to its author', async () => {
    const { heard, ended } = await heardOf('throws CANARY-7c', true);
    expect(heard).toContain('printed CANARY-7c\n');
    expect(heard).toMatch(/Error: no list for CANARY-7c\n +at collect .*fails\/collect\.ts:7/);
    expect(ended).not.toContain('CANARY');
    expect((await heardOf('offers', true)).heard).toContain('question.document.date');
  });
});

describe('a collector whose code cannot be read', () => {
  it('ends each run of it, and says why to its author', async () => {
    await write('collect.ts', 'export async function* collect( {');
    const collecting = await openCollecting({ log, folder });
    const order = { agentId: 'partner', credentials: { login: 'a' }, since: null, memory: null };
    const run = () => collecting.run(order, {} as RunHost, new AbortController().signal);
    await expect(run()).rejects.toMatchObject({
      code: 'CRASH',
      cause: { message: expect.stringMatching('collect.ts') },
    });
    await write('collect.ts', 'export async function* collect() {}');
    expect(await run()).toBeNull();
  });

  it.each([
    ['by its path', async () => path.join(folder, 'keyring.json')],
    ['by a path from the folder', async () => '../keyring.json'],
    ['by an address', async () => pathToFileURL(path.join(folder, 'keyring.json')).href],
    ['by a link', () => link('./link.json')],
    ['that is no module', async () => '/etc/hostname'],
  ])('loads no file of others %s', async (_how, specifierOf) => {
    await writeFile(path.join(folder, 'keyring.json'), '{"key":"CANARY-2e"}');
    const specifier = JSON.stringify(await specifierOf());
    await write('collect.ts', `import keys from ${specifier}; export async function* collect() { throw keys; }`);
    const collecting = await openCollecting({ log, folder, explain: () => {} });
    const order = { agentId: 'partner', credentials: { login: 'a' }, since: null, memory: null };
    const ended: unknown = await collecting
      .run(order, {} as RunHost, new AbortController().signal)
      .catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 'CRASH', cause: { message: expect.stringMatching('may load its own files') } });
    expect(inspect(ended, { depth: 5 })).not.toContain('CANARY');
  });

  const link = async (name: string) => {
    await symlink(path.join(folder, 'keyring.json'), path.join(folder, 'partner', name));
    return name;
  };
});
