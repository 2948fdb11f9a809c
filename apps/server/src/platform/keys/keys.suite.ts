import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyRefused } from './keys.ts';
import type { Keys } from './keys.ts';
import { readWrappedKey, wrappingKeyId } from './wrapped-key.ts';

/** The promises of every holder of the root key. */
export function describeKeys(name: string, open: () => Promise<Keys>): void {
  describe(`${name} as the holder of the root key`, () => {
    it('gives back what it wrapped, of any size up to 4,096 bytes', async () => {
      const keys = await open();
      for (const size of [1, 32, 4096]) {
        const secret = randomBytes(size);
        const wrapped = await keys.wrap('safe', secret, 'safe-1');
        expect(await keys.unwrap('safe', wrapped, 'safe-1')).toEqual(secret);
      }
      await expect(keys.wrap('safe', randomBytes(4097), 'safe-1')).rejects.toThrow(RangeError);
    });

    it('hides what it wraps', async () => {
      const keys = await open();
      const secret = randomBytes(32);
      expect((await keys.wrap('safe', secret, 'safe-1')).includes(secret)).toBe(false);
    });

    it('puts the algorithm and the root key in front', async () => {
      const keys = await open();
      const wrapped = await keys.wrap('safe', randomBytes(32), 'safe-1');
      expect(wrappingKeyId(wrapped)).toBe(keys.currentKeyId);
      expect(readWrappedKey(wrapped).algorithm).toBeGreaterThan(0);
    });

    it('wraps the same secret differently each time', async () => {
      const keys = await open();
      const secret = randomBytes(32);
      const first = await keys.wrap('safe', secret, 'safe-1');
      expect(await keys.wrap('safe', secret, 'safe-1')).not.toEqual(first);
    });

    it('opens for any use of the same kind, not for another kind or another context', async () => {
      const keys = await open();
      const secret = randomBytes(32);
      const wrapped = await keys.wrap('safe/owner', secret, 'safe-1');
      expect(await keys.unwrap('safe/deposit', wrapped, 'safe-1')).toEqual(secret);
      await expect(keys.unwrap('safe', wrapped, 'safe-2')).rejects.toThrow(KeyRefused);
      await expect(keys.unwrap('identity', wrapped, 'safe-1')).rejects.toThrow(KeyRefused);
    });

    it('refuses a wrapped secret damaged at any of its parts', async () => {
      const keys = await open();
      const wrapped = await keys.wrap('safe', randomBytes(32), 'safe-1');
      const places = [0, 2, 4, wrapped.length - 40, wrapped.length - 20, wrapped.length - 1];
      for (const place of places) {
        const damaged = Buffer.from(wrapped);
        damaged[place] = (damaged[place] ?? 0) ^ 1;
        await expect(keys.unwrap('safe', damaged, 'safe-1')).rejects.toThrow(KeyRefused);
      }
      for (const length of [0, 2, 5, wrapped.length - 1])
        await expect(keys.unwrap('safe', wrapped.subarray(0, length), 'safe-1')).rejects.toThrow(KeyRefused);
    });

    it('wraps again what it wrapped before', async () => {
      const keys = await open();
      const secret = randomBytes(32);
      const wrapped = await keys.wrap('safe', secret, 'safe-1');
      const again = await keys.rewrap('safe/background', wrapped, 'safe-1');
      expect(again).not.toEqual(wrapped);
      expect(await keys.unwrap('safe', again, 'safe-1')).toEqual(secret);
      await expect(keys.rewrap('safe', wrapped, 'safe-2')).rejects.toThrow(KeyRefused);
    });

    it('counts every asking by its purpose, refused ones too', async () => {
      const keys = await open();
      const wrapped = await keys.wrap('safe/deposit', randomBytes(32), 'safe-1');
      await keys.unwrap('safe/sharing', wrapped, 'safe-1');
      await expect(keys.unwrap('safe/sharing', wrapped, 'safe-2')).rejects.toThrow(KeyRefused);
      await keys.rewrap('safe/background', wrapped, 'safe-1');
      expect(Object.fromEntries(keys.counts)).toEqual({
        'safe/deposit': 1,
        'safe/sharing': 2,
        'safe/background': 1,
      });
    });
  });
}
