import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { addRootKey, readKeyringFile } from './keyring-file.ts';
import { openKeyringFile } from './keyring.ts';
import { describeKeys } from './keys.suite.ts';
import { wrappingKeyId } from './wrapped-key.ts';

const now = new Date('2026-01-05T10:00:00Z');
const later = new Date('2027-01-05T10:00:00Z');
let folder: string;
let path: string;
let copyTo: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-keys-'));
  path = join(folder, 'keyring.json');
  copyTo = join(folder, 'copy.json');
});
afterEach(() => rm(folder, { recursive: true }));

describeKeys('a keyring file', () => openKeyringFile(path, { create: true, now }));

describe('a keyring file', () => {
  it('is never made unless told so', async () => {
    await expect(openKeyringFile(path, { now })).rejects.toThrow(StartError);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is made for its owner alone, with the given instant, and nothing beside it', async () => {
    const nested = join(folder, 'new', 'keyring.json');
    await openKeyringFile(nested, { create: true, now });
    expect((await stat(nested)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'new'))).toEqual(['keyring.json']);
    expect(await readFile(nested, 'utf8')).toContain(now.toISOString());
  });

  it('is the same one for all processes that make it at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => openKeyringFile(path, { create: true, now })));
    expect(new Set(all.map((keys) => keys.currentKeyId)).size).toBe(1);
    expect(await readdir(folder)).toEqual(['keyring.json']);
  });

  it('opens after a rotation what older keys wrapped, and wraps under the newest', async () => {
    const before = await openKeyringFile(path, { create: true, now });
    const wrapped = await before.wrap('safe', Buffer.from('secret'), 'safe-1');
    const id = await addRootKey(path, { copyTo, now: later });
    const after = await openKeyringFile(path, { now: later });
    expect(after.currentKeyId).toBe(id);
    expect((await after.unwrap('safe', wrapped, 'safe-1')).toString()).toBe('secret');
    const again = await after.rewrap('safe', wrapped, 'safe-1');
    expect(wrappingKeyId(again)).toBe(id);
    // The server that runs meets the new key.
    expect((await before.unwrap('safe', again, 'safe-1')).toString()).toBe('secret');
    expect(before.currentKeyId).toBe(id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.getuid?.() === 0)('stays its owner’s where another account adds a key', async () => {
    await openKeyringFile(path, { create: true, now });
    await chown(path, 65_534, 65_534);
    await addRootKey(path, { copyTo, now: later });
    const { uid, gid, mode } = await stat(path);
    expect([uid, gid, mode & 0o777]).toEqual([65_534, 65_534, 0o600]);
    expect((await stat(copyTo)).uid).toBe(0);
  });

  it('wraps under a key that was added while it is open, and under the newest whatever the clock says', async () => {
    const open = await openKeyringFile(path, { create: true, now: later });
    const id = await addRootKey(path, { copyTo, now });
    expect(wrappingKeyId(await open.wrap('safe', Buffer.from('secret'), 'safe-1'))).toBe(id);
  });

  it('goes on with the keys that were read while its file is away or malformed', async () => {
    const open = await openKeyringFile(path, { create: true, now });
    const wrapped = await open.wrap('safe', Buffer.from('secret'), 'safe-1');
    await writeFile(path, '{', { mode: 0o600 });
    expect(wrappingKeyId(await open.wrap('safe', Buffer.from('other'), 'safe-2'))).toBe(open.currentKeyId);
    await rm(path);
    expect(wrappingKeyId(await open.wrap('safe', Buffer.from('other'), 'safe-2'))).toBe(open.currentKeyId);
    expect((await open.unwrap('safe', wrapped, 'safe-1')).toString()).toBe('secret');
  });

  it('has its new key in the copy too, and drops no key that only the copy has', async () => {
    await openKeyringFile(path, { create: true, now });
    const original = await readFile(path, 'utf8');
    const first = await addRootKey(path, { copyTo, now: later });
    expect(await readFile(copyTo, 'utf8')).toBe(await readFile(path, 'utf8'));
    expect((await stat(copyTo)).mode & 0o777).toBe(0o600);
    // A run was killed after it had written the copy.
    await writeFile(path, original, { mode: 0o600 });
    const second = await addRootKey(path, { copyTo, now: later });
    for (const file of [path, copyTo]) {
      const ids = (await readKeyringFile(file)).map(({ id }) => id);
      expect(ids.slice(0, 2)).toEqual([second, first]);
      expect(ids).toHaveLength(3);
    }
  });

  it('does not overwrite the copy of another keyring', async () => {
    await openKeyringFile(path, { create: true, now });
    await openKeyringFile(copyTo, { create: true, now });
    const before = await Promise.all([path, copyTo].map((file) => readFile(file, 'utf8')));
    await expect(addRootKey(path, { copyTo, now: later })).rejects.toThrow(/the copy of another keyring/);
    expect(await Promise.all([path, copyTo].map((file) => readFile(file, 'utf8')))).toEqual(before);
  });

  it.each([0o640, 0o604, 0o660])('is refused with mode %o', async (mode) => {
    await openKeyringFile(path, { create: true, now });
    await chmod(path, mode);
    await expect(openKeyringFile(path, { now })).rejects.toThrow(/open to others/);
  });

  it.each([
    ['', 'no JSON'],
    ['{"version":1,"keys":[]}', 'malformed'],
    ['{"version":2,"keys":[{"id":"a","createdAt":"2026-01-05T10:00:00Z","secret":"c2hvcnQ="}]}', 'malformed'],
    ['c2VjcmV0', 'no JSON'],
  ])('is refused when malformed, without a word of what it holds', async (text, message) => {
    await writeFile(path, text, { mode: 0o600 });
    const refusal = openKeyringFile(path, { create: true, now });
    await expect(refusal).rejects.toThrow(StartError);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.not.toThrow(/c2hvcnQ|c2VjcmV0/);
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
