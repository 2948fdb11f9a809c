import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { addRootKey } from './keyring-file.ts';
import { openKeyringFile } from './keyring.ts';
import { KeyRefused } from './keys.ts';
import { describeKeys } from './keys.suite.ts';
import { wrappingKeyId } from './wrapped-key.ts';

const now = new Date('2026-01-05T10:00:00Z');
const later = new Date('2027-01-05T10:00:00Z');
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-keys-'));
  path = join(folder, 'keyring.json');
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
    const id = await addRootKey(path, later);
    const after = await openKeyringFile(path, { create: true, now: later });
    expect(after.currentKeyId).toBe(id);
    expect((await after.unwrap('safe', wrapped, 'safe-1')).toString()).toBe('secret');
    const again = await after.rewrap('safe', wrapped, 'safe-1');
    expect(wrappingKeyId(again)).toBe(id);
    await expect(before.unwrap('safe', again, 'safe-1')).rejects.toThrow(KeyRefused);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
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
