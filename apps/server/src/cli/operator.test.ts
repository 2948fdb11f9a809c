import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findClient } from '../domains/employers/oauth/client-secrets.ts';
import { systemClock } from '../platform/time/clock.ts';
import { openDataFolder } from '../platform/files/data-folder.ts';
import { readKeyringFile } from '../platform/keys/keyring-file.ts';
import { openKeyringFile } from '../platform/keys/keyring.ts';
import { openDatabase } from '../platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { openSecrets } from '../platform/secrets.ts';
import { runCommand } from './run-command.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const ignore = () => {};
const log = { info: ignore, warn: ignore, error: ignore, debug: ignore };
const clock = systemClock();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-operator-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { code: number; out: string; err: string };

const environment = () => ({ ...process.env, PERENNE_DATA: folder, DATABASE_URL: '' });

async function perenne(...args: string[]): Promise<Ended> {
  const said = { out: '', err: '' };
  const writing = (name: 'out' | 'err') => ({ write: (text: string) => (said[name] += text) });
  const terminal = { out: writing('out'), err: writing('err'), environment: environment() };
  return { code: await runCommand(args, terminal), ...said };
}

/** As an operator calls it; in the process of the test, a command takes a tenth of the time. */
const perenneProcess = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], { env: environment() }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

type Told = { id: string; name: string; clientId: string; clientSecret: string };

/** The parts that a safe which runs on this folder holds. */
async function startSafe() {
  const held = await openDataFolder(folder);
  const server = await startEmbeddedPostgres({ dataFolder: held.path, log, durability: 'none' });
  await migrate(server.ownerUrl, clock.now());
  const database = openDatabase({ url: server.appUrl, poolSize: 2, log });
  const keys = await openKeyringFile(join(held.path, 'keyring.json'), { create: true, now: clock.now() });
  const secrets = await openSecrets(database.db, keys, clock);
  const stop = async () => {
    await database.close();
    await server.stop();
    await held.release();
  };
  return { parts: { db: database.db, secrets }, stop };
}

it('makes and lists employers while the safe runs and while it does not, and never where there is none', async () => {
  expect(await perenneProcess('employer', 'list')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no safe'),
  });
  const safe = await startSafe();
  const made = await perenne('employer', 'create', '--name', 'Ateliers Martin', '--domain', 'Martin.FR', '--json');
  expect(made).toMatchObject({ code: 0, err: '' });
  const told = JSON.parse(made.out) as Told;
  expect(await findClient(safe.parts, told)).toBe(told.id);
  expect(await perenne('employer', 'create', '--name', 'x', '--domain', 'nowhere')).toMatchObject({
    code: 1,
    err: 'Not valid: emailDomains.0 (domain).\n',
  });
  const domain = ['employer', 'confirm-domain', '--employer', told.id, '--domain'];
  expect(await perenne(...domain, 'martin.fr')).toMatchObject({ code: 0, out: 'The domain is confirmed.\n' });
  expect(await perenne(...domain, 'gmail.com')).toMatchObject({
    code: 1,
    err: 'This employer has declared no such domain.\n',
  });
  expect(await perenne('senders', 'allow', '--email', 'nobody@example.org')).toMatchObject({
    code: 1,
    err: 'This address has blocked nobody.\n',
  });
  expect(await perenne('account', 'unlock', '--email', 'nobody@example.org')).toMatchObject({
    code: 1,
    err: 'No account has this address.\n',
  });
  expect(await perenne('account', 'other-version', '--email', 'nobody@example.org')).toMatchObject({ code: 2 });
  expect(await perenne('evidence', 'verify', '--contents')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 documents with their contents: all is as it was left.'),
  });
  expect((await perenne('collectors', 'agents')).out).toMatch(/^lumen-energie +RUNNING /);
  const said = await perenne('collectors', 'agents', 'lumen-energie', 'IN_MAINTENANCE');
  expect([said.code, said.out]).toEqual([0, expect.stringMatching(/^lumen-energie +IN_MAINTENANCE +20\d\d-/)]);
  expect(await perenne('collectors', 'agents', 'lumen-energie', 'AWAY')).toMatchObject({ code: 2 });
  expect(await perenne('collectors', 'agents', 'nobody', 'RUNNING')).toMatchObject({ code: 2 });
  const copy = `${folder}-copy.json`;
  expect(await perenne('keys', 'rotate')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--copy-to is missing'),
  });
  expect(await perenne('keys', 'rotate', '--copy-to', join(folder, 'copy.json'))).toMatchObject({ code: 2 });
  const rotated = await perenne('keys', 'rotate', '--copy-to', copy);
  expect([rotated.code, rotated.out]).toEqual([
    0,
    expect.stringMatching(
      /^The root key (\w+) was added\. .*\n2 of 2 secrets are wrapped\.\nThe root key \1 wraps every/,
    ),
  ]);
  expect((await perenne('keys', 'list')).out).toMatch(/^\w{16} {2}2 {2}current\n$/);
  // The safe that runs meets the new key.
  expect(await findClient(safe.parts, told)).toBe(told.id);
  expect(await readFile(copy, 'utf8')).toBe(await readFile(join(folder, 'keyring.json'), 'utf8'));
  await rm(copy);
  await safe.stop();
  const second = await perenne('employer', 'create', '--name', 'Banque', '--refusal-disabled');
  expect(second.out).toMatch(/^Employer {7}Banque\n(.*\n)*Client secret {2}[\w-]{43}\n/);
  const list = await perenne('employer', 'list', '--json');
  expect(JSON.parse(list.out)).toMatchObject([
    { name: 'Ateliers Martin', clientId: told.clientId, refusalDisabled: false, emailDomains: ['martin.fr'] },
    { name: 'Banque', refusalDisabled: true, emailDomains: [] },
  ]);
  expect(list.out).not.toContain(told.clientSecret);
  expect((await perenneProcess('employer', 'list')).out).toContain('Ateliers Martin\n  identifier  ');
});

it('two rotations of the root key at once come one after the other', async () => {
  const safe = await startSafe();
  const copies = ['one', 'other'].map((name) => `${folder}-copy-of-${name}.json`);
  const idsOf = async (path: string) => (await readKeyringFile(path)).map(({ id }) => id);
  const keyring = join(folder, 'keyring.json');
  const before = await idsOf(keyring);
  const rotated = await Promise.all(copies.map((copy) => perenne('keys', 'rotate', '--copy-to', copy)));
  expect(rotated.map(({ code }) => code)).toEqual([0, 0]);
  const after = await idsOf(keyring);
  expect([after.length - before.length, after.slice(2)]).toEqual([2, before]);
  expect((await perenne('keys', 'list')).out).toMatch(new RegExp(`^${after[0]} {2}2 {2}current\n$`));
  for (const copy of copies) await rm(copy);
  await safe.stop();
});

it('a rotation of the root key that was cut goes on when the command is given again', async () => {
  const safe = await startSafe();
  const copy = `${folder}-copy-of-cut.json`;
  const rotate = ['keys', 'rotate', '--copy-to', copy] as const;
  const keyring = () => readFile(join(folder, 'keyring.json'), 'utf8');
  const before = await keyring();
  // The terminal goes away once the command has made the key and says so.
  const gone = {
    write: () => {
      throw new Error('the terminal is gone');
    },
  };
  const err = { write: () => true };
  expect(await runCommand([...rotate], { out: gone, err, environment: environment() })).toBe(1);
  const added = await keyring();
  expect(added).not.toBe(before);
  expect((await perenne('keys', 'list')).out).toMatch(/^\w{16} {2}0 {2}current\n\w{16} {2}2\n$/);
  await writeFile(copy, before, { mode: 0o600 });

  const again = await perenne(...rotate);
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringMatching(
      /^2 secrets are wrapped by an older root key: their rotation goes on\.\n2 of 2 secrets are wrapped\.\nThe root key \w+ wraps every/,
    ),
  ]);
  expect(await keyring()).toBe(added);
  expect(await readFile(copy, 'utf8')).toBe(added);
  expect((await perenne('keys', 'list')).out).toMatch(/^\w{16} {2}2 {2}current\n$/);
  expect((await perenne('employer', 'list')).code).toBe(0);
  await rm(copy);
  await safe.stop();
});
