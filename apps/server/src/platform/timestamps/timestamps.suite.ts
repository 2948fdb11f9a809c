import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { StampRefused, type Imprint, type Timestamps } from './timestamps.ts';

export const imprintOf = (text: string, algorithm: DigestAlgorithm = 'SHA-256'): Imprint => ({
  algorithm,
  digest: createHash(algorithm.replace('-', '')).update(text).digest(),
});

/** Every authority keeps these promises when it is asked as RFC 3161 says. */
export function describeTimestamps(name: string, connect: () => Timestamps): void {
  describe(`${name} as the timestamp authority`, () => {
    it('answers that it is there', async () => {
      await expect(connect().check()).resolves.toBeUndefined();
      expect(connect().enabled).toBe(true);
    });

    it.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('stamps a %s with the time of now', async (algorithm) => {
      const timestamps = connect();
      const before = Math.floor(Date.now() / 1000) * 1000;
      const { token, at } = await timestamps.stamp(imprintOf('a root', algorithm));
      expect(at.getTime()).toBeGreaterThanOrEqual(before);
      expect(at.getTime()).toBeLessThanOrEqual(Date.now());
      const verified = await timestamps.verify(token, imprintOf('a root', algorithm));
      expect(verified.at).toEqual(at);
      expect(verified.policy).toMatch(/^[\d.]+$/);
      expect(verified.chain.at(-1)?.ca).toBe(true);
    });

    it('stamps one thing only', async () => {
      const timestamps = connect();
      const { token } = await timestamps.stamp(imprintOf('one'));
      await expect(timestamps.verify(token, imprintOf('another'))).rejects.toThrow(/of another digest/);
      await expect(timestamps.verify(token, imprintOf('one', 'SHA-512'))).rejects.toThrow(/of another digest/);
    });

    it('gives a token of which no byte can be changed', async () => {
      const timestamps = connect();
      const { token } = await timestamps.stamp(imprintOf('whole'));
      const { at } = await timestamps.verify(token, imprintOf('whole'));
      for (let place = 0; place < token.length; place += 11) {
        const changed = Buffer.from(token);
        changed[place] = (changed[place] ?? 0) ^ 0x55;
        const outcome = await timestamps.verify(changed, imprintOf('whole')).catch((error: unknown) => error);
        expect(outcome, `byte ${place}`).toBeInstanceOf(StampRefused);
      }
      expect((await timestamps.verify(token, imprintOf('whole'))).at).toEqual(at);
    });

    it('stamps many at once, each its own', async () => {
      const timestamps = connect();
      const names = Array.from({ length: 10 }, (_, at) => `leaf ${at}`);
      const stamps = await Promise.all(names.map((name) => timestamps.stamp(imprintOf(name))));
      const verified = await Promise.all(
        stamps.map(({ token }, at) => timestamps.verify(token, imprintOf(names[at] ?? ''))),
      );
      expect(verified.map(({ at }) => at)).toEqual(stamps.map(({ at }) => at));
      expect(new Set(verified.map(({ nonce }) => nonce?.toString('hex'))).size).toBe(names.length);
    });

    it('refuses a digest of another length than its algorithm’s', async () => {
      await expect(connect().stamp({ algorithm: 'SHA-512', digest: Buffer.alloc(32) })).rejects.toThrow(RangeError);
    });
  });
}
