import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTimestampAuthority, type StandInAuthority } from '../../demo/timestamps/timestamps.ts';
import { makeCheckpoint, stampCheckpoint } from '../domains/evidence/evidence.ts';
import { freePort } from '../testing/instances/free-port.ts';
import { AuditedSafe } from '../testing/people/audited-safe.ts';
import { makeOwner, upload } from '../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { runCommand } from './run-command.ts';

const silent = pino({ level: 'silent' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-evidence-commands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The command of an operator who trusts the authorities of the test. */
async function evidence(test: TestApp, args: string[], more: { TSA_URL: string } & Record<string, string>) {
  const said = { out: '', err: '' };
  const roots = (await test.timestamps.roots()).map(String).join('');
  const environment = {
    PERENNE_DATA: test.dataFolder,
    DATABASE_URL: test.database.ownerUrl,
    DATABASE_APP_URL: test.database.appUrl,
    ...more,
    TSA_CA: `${roots}${more['TSA_CA'] ?? ''}`,
  };
  const code = await runCommand(['evidence', ...args], {
    out: { write: (text) => (said.out += text) },
    err: { write: (text) => (said.err += text) },
    environment,
  });
  return { code, ...said };
}

describe('perenne evidence verify', () => {
  let safe: AuditedSafe;
  beforeEach(async () => {
    safe = await AuditedSafe.make();
  });
  afterEach(() => safe.close());
  const verify = (more: Record<string, string> = {}) =>
    evidence(safe.test, ['verify', '--contents'], { TSA_URL: 'http://tsa.example/', ...more });

  it('has nothing to say but how much it compared, where all is as it was left', async () => {
    expect(await verify()).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^1 journals of \d+ entries, 2 checkpoints of 2 leaves, 2 files of them, 4 documents with their contents: all is as it was left\.\n$/,
      ),
      err: '',
    });
  });

  it('names an entry that the owner of the database changed, and ends with 1', async () => {
    await safe.attack("update journal_entries set action = 'document.read' where safe_id = $1 and seq = 4");
    const { code, out, err } = await verify();
    expect([code, err]).toEqual([1, '']);
    expect(out.split('\n')).toContain(safe.ofEntry(4, 'it was changed: its hash is not that of what it says'));
    expect(out).toMatch(/ documents with their contents: faults: \d+\.\n$/);
  });

  it('names the folder of PERENNE_CHECKPOINT_DIR that is not there, and ends with 1', async () => {
    const missing = join(folder, 'not mounted');
    const { code, out } = await verify({ PERENNE_CHECKPOINT_DIR: missing });
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      `${missing}: this folder of PERENNE_CHECKPOINT_DIR is not there: nothing witnesses the database`,
    ]);
    expect(out).toContain('faults: 1.\n');
  });
});

describe('perenne evidence renew', () => {
  let test: TestApp;
  let authority: StandInAuthority;
  beforeEach(async () => {
    test = await createTestApp();
    authority = await startTimestampAuthority({ dataFolder: folder, clock: test.clock, log: silent });
  });
  afterEach(async () => {
    await authority.stop();
    await test.close();
  });
  const years = (count: number) => new Date(test.clock.now().getTime() + count * 365.25 * 86_400_000);
  const renew = (url: string) =>
    evidence(test, ['renew'], {
      TSA_URL: url,
      TSA_CA: authority.ca,
      PERENNE_CHECKPOINT_DIR: join(folder, 'apart'),
      PERENNE_CLOCK_OFFSET_MS: String(test.clock.now().getTime() - Date.now()),
    });

  it('renews what is due and writes the files; while no authority answers it says why not, and ends with 1', async () => {
    await test.timestamps.appoint({ from: years(-1), to: years(5) });
    const owner = await makeOwner(test);
    for (const n of [1, 2]) {
      await upload(test, owner);
      await makeCheckpoint(test.platform);
      await stampCheckpoint(test.platform, n);
    }
    test.clock.set(years(4.5));
    const port = await freePort();
    expect(await renew(`http://127.0.0.1:${port}/`)).toEqual({
      code: 1,
      out: `2 records could not be renewed: no authority gave a timestamp (127.0.0.1:${port}: no connection (ECONNREFUSED)).\n`,
      err: '',
    });
    expect(await renew(authority.url)).toEqual({ code: 0, out: '2 records were renewed by 1 timestamp.\n', err: '' });
    for (const n of [1, 2]) {
      const published = (await test.app.inject(`/backend/api/v1/evidence/checkpoints/${n}`)).json();
      expect(published).toHaveProperty('evidenceRecord', expect.stringMatching(/^MI/));
      for (const kept of [join(test.dataFolder, 'checkpoints'), join(folder, 'apart')])
        expect(JSON.parse(await readFile(join(kept, `checkpoint-${n}.json`), 'utf8'))).toEqual(published);
    }
    expect(await renew(authority.url)).toMatchObject({ code: 0, out: 'No record needs to be renewed yet.\n' });
  });
});
