import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eicar, hasClamd, startClamd } from '../../testing/servers/clamd.ts';
import type { TestClamd } from '../../testing/servers/clamd.ts';
import { portOf } from '../../testing/instances/port-of.ts';
import type { Log } from '../log.ts';
import { describeAntivirus, scanned } from './antivirus.suite.ts';
import { AntivirusUnavailable } from './antivirus.ts';
import { connectClamd } from './clamd.ts';

const infected = { verdict: 'infected', signature: 'Test.Eicar.UNOFFICIAL' };
const told = ['AlertExceedsMax yes'];

if (!hasClamd) console.warn('The tests on a real clamd did not run: /usr/sbin/clamd is not installed.');

describe.runIf(hasClamd)('a real clamd', () => {
  let clamd: TestClamd;
  beforeAll(async () => (clamd = await startClamd()));
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
  });

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
  });

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
  });

  it.each([
    ['limits of its own', { stream: 200, file: 2, scan: 4, settings: [] }],
    ['limits that are high enough, and silence beyond them', { stream: 200, file: 200, scan: 400, settings: [] }],
    ['archives left unopened', { stream: 200, file: 200, scan: 400, settings: [...told, 'ScanArchive no'] }],
  ])('is refused where it calls clean what it skips: %s', async (_what, limits) => {
    const silent = await startClamd(limits);
    const error = vi.fn<Log['error']>();
    const antivirus = connectClamd(silent.url, { log: { error, warn: error, info: error, debug: error } });
    try {
      await expect(antivirus.check()).rejects.toThrow(/set AlertExceedsMax yes/);
      await expect(antivirus.begin()).rejects.toThrow(AntivirusUnavailable);
      expect(error).toHaveBeenCalledTimes(1);
    } finally {
      await silent.stop();
    }
  });

  it.each([
    ['the deepest archives', 'MaxRecursion 100'],
    ['few files', 'MaxFiles 3'],
    ['no limits of size', 'MaxFileSize 0'],
  ])('is good where it tells what it skips, with %s', async (_what, setting) => {
    const other = await startClamd({ stream: 200, file: 200, scan: 400, settings: [...told, setting] });
    try {
      await expect(connectClamd(other.url).check()).resolves.toBeUndefined();
    } finally {
      await other.stop();
    }
  });

  it('is asked once whether it tells what it skips, for many contents', async () => {
    let conversations = 0;
    const line = createServer((socket) => {
      conversations += 1;
      const upstream = connect(clamd.url.slice('unix:'.length));
      socket.pipe(upstream).pipe(socket);
    });
    await new Promise<void>((resolve) => void line.listen(0, '127.0.0.1', resolve));
    const antivirus = connectClamd(`tcp://127.0.0.1:${portOf(line)}`);
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => scanned(antivirus, eicar(), 20)));
    for (let more = 0; more < 8; more += 1) verdicts.push(await scanned(antivirus, eicar(), 68));
    line.close();
    expect(verdicts).toEqual(Array.from({ length: 20 }, () => infected));
    expect(conversations).toBe(21);
  });

  it('is asked again when another clamd has taken its place, and serves again when that is set right', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'perenne-clamd-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const place = { stream: 200, file: 200, scan: 400, url: `unix:${join(folder, 'clamd.sock')}` };
    const antivirus = connectClamd(place.url);
    await expect(antivirus.begin()).rejects.toThrow(AntivirusUnavailable);
    const first = await startClamd(place);
    const interrupted = await antivirus.begin();
    await interrupted.write(randomBytes(1000));
    await first.kill();
    await expect(interrupted.finish()).rejects.toThrow(AntivirusUnavailable);
    const silent = await startClamd({ ...place, settings: [] });
    await expect(antivirus.begin()).rejects.toThrow(/set AlertExceedsMax yes/);
    await silent.stop();
    const right = await startClamd(place);
    expect(await scanned(antivirus, eicar(), 20)).toEqual(infected);
    await right.stop();
  });
});
