import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startKms } from '../../testing/servers/kms.ts';
import type { TestKms } from '../../testing/servers/kms.ts';
import { StartError } from '../start-error.ts';
import { openKeyringFile } from './keyring.ts';
import { KeyRefused, KeysUnavailable } from './keys.ts';
import { describeKeys } from './keys.suite.ts';
import { connectKms } from './kms.ts';
import type { KmsSettings } from './kms.ts';
import { wrappingKeyId } from './wrapped-key.ts';

const secret = Buffer.alloc(32, 'secret');
let kms: TestKms;
let settings: KmsSettings;

beforeEach(async () => {
  kms = await startKms();
  kms.addKey('key-1');
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  settings = { endpoint: kms.endpoint, region: 'eu-west-3', keyId: 'key-1', credentials };
});
afterEach(() => kms.stop());

describeKeys('a KMS', () => connectKms(settings));

describe('a KMS', () => {
  it('is told the kind and the context of every secret, never the use', async () => {
    const keys = await connectKms(settings);
    await keys.unwrap('safe/sharing', await keys.wrap('safe/deposit', secret, 'safe-1'), 'safe-1');
    const context = '{"purpose":"safe","context":"safe-1"}';
    expect(kms.log.slice(1)).toEqual([
      `Encrypt ${keys.currentKeyId} ${context}`,
      `Decrypt ${keys.currentKeyId} ${context}`,
    ]);
  });

  it('opens what the key wrapped that its alias named before', async () => {
    const first = kms.addKey('key-a');
    kms.pointAlias('alias/root', first);
    const before = await connectKms({ ...settings, keyId: 'alias/root' });
    const wrapped = await before.wrap('safe', secret, 'safe-1');
    expect(wrappingKeyId(wrapped)).toBe(first);
    kms.pointAlias('alias/root', kms.addKey('key-b'));
    const after = await connectKms({ ...settings, keyId: 'alias/root', formerKeyIds: ['key-a'] });
    expect(await after.unwrap('safe', wrapped, 'safe-1')).toEqual(secret);
    const again = await after.rewrap('safe', wrapped, 'safe-1');
    expect(wrappingKeyId(again)).toBe(after.currentKeyId);
    expect(after.currentKeyId).not.toBe(first);
  });

  it('refuses what a key wrapped that is not configured, were it there', async () => {
    kms.addKey('key-2');
    const foreign = await connectKms({ ...settings, keyId: 'key-2' });
    const wrapped = await foreign.wrap('safe', secret, 'safe-1');
    const keys = await connectKms(settings);
    await expect(keys.unwrap('safe', wrapped, 'safe-1')).rejects.toThrow(KeyRefused);
    expect(kms.log.filter((line) => line.startsWith('Decrypt'))).toEqual([]);
  });

  it('refuses what a keyring file wrapped, and the other way round', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'perenne-kms-'));
    const options = { create: true, now: new Date('2026-01-05T10:00:00Z') };
    const keyring = await openKeyringFile(join(folder, 'keyring.json'), options);
    const keys = await connectKms(settings);
    const [ours, theirs] = [await keys.wrap('safe', secret, 's'), await keyring.wrap('safe', secret, 's')];
    await expect(keys.unwrap('safe', theirs, 's')).rejects.toThrow(KeyRefused);
    await expect(keyring.unwrap('safe', ours, 's')).rejects.toThrow(KeyRefused);
    await rm(folder, { recursive: true });
  });

  it('stops the start when its key is missing or disabled', async () => {
    kms.addKey('key-off', { enabled: false });
    await expect(connectKms({ ...settings, keyId: 'nowhere' })).rejects.toThrow(StartError);
    await expect(connectKms({ ...settings, keyId: 'key-off' })).rejects.toThrow(StartError);
  });

  it.each([
    ['DisabledException', 400],
    ['AccessDeniedException', 400],
    ['KMSInternalException', 500],
  ])('is unavailable, which is no refusal, at %s', async (type, status) => {
    const keys = await connectKms(settings);
    const wrapped = await keys.wrap('safe', secret, 'safe-1');
    kms.failWith(type, status);
    await expect(keys.unwrap('safe', wrapped, 'safe-1')).rejects.toThrow(KeysUnavailable);
    await expect(keys.wrap('safe', secret, 'safe-1')).rejects.toThrow(KeysUnavailable);
  });

  it('is unavailable when it does not answer', async () => {
    await expect(connectKms({ ...settings, endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(KeysUnavailable);
  });
});
