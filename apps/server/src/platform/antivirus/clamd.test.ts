import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eicar, hasClamd, startClamd } from '../../testing/clamd.ts';
import type { TestClamd } from '../../testing/clamd.ts';
import { describeAntivirus, scanned } from './antivirus.suite.ts';
import { AntivirusUnavailable } from './antivirus.ts';
import { connectClamd } from './clamd.ts';

const infected = { verdict: 'infected', signature: 'Test.Eicar.UNOFFICIAL' };

if (!hasClamd) console.warn('The tests on a real clamd did not run: /usr/sbin/clamd is not installed.');

describe.runIf(hasClamd)('a real clamd', () => {
  let clamd: TestClamd;
  beforeAll(async () => (clamd = await startClamd()), 30_000);
  afterAll(() => clamd.stop());

  describeAntivirus('clamd', () => connectClamd(clamd.url));

  it('finds the infected content among the clean ones', async () => {
    const antivirus = connectClamd(clamd.url);
    const contents = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? eicar() : randomBytes(5000)));
    const verdicts = await Promise.all(contents.map((bytes) => scanned(antivirus, bytes, 1000)));
    for (const [index, verdict] of verdicts.entries())
      expect(verdict).toEqual(index % 3 === 0 ? infected : { verdict: 'clean' });
  });

  it('finds what is split into single bytes, or hidden behind 100 MB', async () => {
    const antivirus = connectClamd(clamd.url);
    expect(await scanned(antivirus, eicar(), 1)).toEqual(infected);
    const padding = Buffer.alloc(100 * 1024 * 1024, 'padding ');
    expect(await scanned(antivirus, Buffer.concat([padding, eicar()]), 1_000_000)).toEqual(infected);
  }, 60_000);

  it('lets a content come as slowly as it likes while clamd keeps up', async () => {
    const antivirus = connectClamd(clamd.url, { idleMs: 2000, totalMs: 2000 });
    const scan = await antivirus.begin();
    for (let piece = 0; piece < 12; piece += 1) {
      await scan.write(randomBytes(1000));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await scan.finish()).toEqual({ verdict: 'clean' });
  });

  it('gives no verdict when clamd ends in the middle', async () => {
    const doomed = await startClamd();
    const antivirus = connectClamd(doomed.url);
    const scan = await antivirus.begin();
    await scan.write(randomBytes(1_000_000));
    await doomed.kill();
    const rest = async (): Promise<unknown> => {
      await scan.write(randomBytes(1_000_000));
      return scan.finish();
    };
    await expect(rest()).rejects.toThrow(AntivirusUnavailable);
    await expect(antivirus.begin()).rejects.toThrow(AntivirusUnavailable);
    await expect(antivirus.check()).rejects.toThrow(AntivirusUnavailable);
  }, 30_000);

  it('never calls clean what is beyond the limits of clamd', async () => {
    const narrow = await startClamd({ stream: 10, file: 2, scan: 4 });
    try {
      const antivirus = connectClamd(narrow.url);
      expect(await scanned(antivirus, randomBytes(1_000_000), 65_536)).toEqual({ verdict: 'clean' });
      const notScanned = scanned(antivirus, randomBytes(5_000_000), 65_536);
      await expect(notScanned).rejects.toThrow(/Heuristics.Limits.Exceeded/);
      await expect(notScanned).rejects.toThrow(AntivirusUnavailable);
      const notTaken = scanned(antivirus, randomBytes(12_000_000), 65_536);
      await expect(notTaken).rejects.toThrow(AntivirusUnavailable);
    } finally {
      await narrow.stop();
    }
  }, 30_000);
});
