import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AntivirusUnavailable } from './antivirus.ts';
import type { Antivirus, Verdict } from './antivirus.ts';

/** The promises of every antivirus, the absent one too. */
export function describeAntivirus(name: string, connect: () => Antivirus): void {
  describe(`${name} as the antivirus`, () => {
    it('answers that it is there', async () => {
      await expect(connect().check()).resolves.toBeUndefined();
    });

    it('calls a harmless content clean, or unscanned when nobody looks', async () => {
      const antivirus = connect();
      const verdict: Verdict = { verdict: antivirus.enabled ? 'clean' : 'unscanned' };
      for (const size of [0, 1, 1000, 300_000])
        expect(await scanned(antivirus, randomBytes(size), 65_536)).toEqual(verdict);
    });

    it('takes empty pieces', async () => {
      const scan = await connect().begin();
      await scan.write(Buffer.alloc(0));
      await scan.write(Buffer.from('harmless'));
      await scan.write(Buffer.alloc(0));
      expect((await scan.finish()).verdict).not.toBe('infected');
    });

    it('takes nothing more after the verdict', async () => {
      const scan = await connect().begin();
      await scan.finish();
      await expect(scan.write(Buffer.from('late'))).rejects.toThrow(AntivirusUnavailable);
      await expect(scan.finish()).rejects.toThrow(AntivirusUnavailable);
    });

    it('gives no verdict on a scan that was given up, at whatever time', async () => {
      const antivirus = connect();
      const scan = await antivirus.begin();
      await scan.write(randomBytes(100_000));
      scan.abort();
      scan.abort();
      await expect(scan.finish()).rejects.toThrow(AntivirusUnavailable);
      const finished = await antivirus.begin();
      await finished.finish();
      expect(() => finished.abort()).not.toThrow();
    });

    it('scans many contents at once', async () => {
      const antivirus = connect();
      const verdicts = await Promise.all(
        Array.from({ length: 40 }, () => scanned(antivirus, randomBytes(200_000), 30_000)),
      );
      expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(
        new Set([antivirus.enabled ? 'clean' : 'unscanned']),
      );
    });
  });
}

export async function scanned(antivirus: Antivirus, bytes: Buffer, chunkBytes: number): Promise<Verdict> {
  const scan = await antivirus.begin();
  for (let at = 0; at < bytes.length; at += chunkBytes) await scan.write(bytes.subarray(at, at + chunkBytes));
  return scan.finish();
}
