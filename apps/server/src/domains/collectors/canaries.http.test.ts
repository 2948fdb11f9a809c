import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyUse } from '../../platform/keys/keys.ts';
import { waitFor } from '../../testing/people/activation-steps.ts';
import {
  Collecting,
  collectingApp,
  offering,
  openPartner,
  testCollectors,
  type TestPartner,
} from '../../testing/collecting/collector-steps.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openCredentials } from './sealed-collector.ts';

const canaries = {
  password: 'CANARY-password-8c41',
  login: 'canary-login-8c41@lumen.example',
  code: 'CANARY-code-8c41',
  accountName: 'CANARY-name-8c41',
};
const every = Object.values(canaries);

let partner: TestPartner;
let test: TestApp;
let camille: Collecting;
/** Everything that the interface has answered. */
const answers: string[] = [];

beforeAll(async () => {
  partner = await openPartner();
  test = await collectingApp(partner, { platformSettings: { demo: true } });
  await test.startWorker();
  camille = await Collecting.make(test, partner);
  await live();
});
afterAll(async () => {
  await test.close();
  await partner.close();
});

const call = async (...asked: Parameters<Collecting['call']>) => {
  const answer = await camille.call(...asked);
  answers.push(JSON.stringify(answer));
  return answer;
};

/** A life of collectors with all that can go wrong, with marked secrets. */
async function live(): Promise<void> {
  const { password, login, code, accountName } = canaries;
  const refused = (await call('POST', 'collectors', bodyOf({ login, password }))).body.id;
  await camille.ended(refused);
  await call('POST', 'collectors', bodyOf({ login: 'wrong', password }));
  await call('POST', 'collectors', bodyOf({ login, password, pin: password }));
  await call('PATCH', `collectors/${refused}`, { accountName, credentials: { password: `${password}-2` } });
  await camille.ended(refused);
  const waiting = await camille.connect('mfa', { accountName });
  await camille.until(waiting, ({ mfa }) => mfa !== null);
  await call('POST', `collectors/${waiting}/mfa-code`, { code });
  await camille.until(waiting, ({ alert }) => alert?.previousCodeWrong === true);
  await call('POST', `collectors/${waiting}/mfa-code`, { code });
  const broken = await camille.connect('breaks', { accountName });
  await camille.ended(broken);
  for (const path of ['collectors', `collectors/${refused}`, `collectors/${waiting}/runs`, 'collectors/agents'])
    await call('GET', path);
  await waitFor(() => test.mails[1]);
}

const bodyOf = (credentials: object) => ({
  ...{ agentId: 'lumen-energie', accountName: canaries.accountName, authorised: true },
  credentials,
});

/** Every row of every table, as text; bytes in hex. */
async function rows({ platform: { db } } = test): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss') and has_table_privilege(c.oid, 'select')`.execute(
    db,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    texts.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

/** Which of the words a text holds, as they are or as bytes are written. */
const foundIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) =>
    [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64').replace(/=+$/, '')].some((written) =>
      text.includes(written),
    ),
  );
const secrets = [canaries.password, canaries.login, canaries.code];

describe('what a collector was trusted with', () => {
  it('is in no row of the database, also not in what waits in the queues', async () => {
    const text = await rows();
    expect(text).toContain('public.collectors');
    expect(text).toContain('pgboss.');
    expect(foundIn(text, every)).toEqual([]);
  });

  it('is in no line of the log', () => {
    expect(test.logged.join('')).toContain('a run of a collector ended before its end');
    expect(foundIn(test.logged.join(''), every)).toEqual([]);
  });

  it('is in no mail', () => {
    expect(foundIn(JSON.stringify(test.mails), every)).toEqual([]);
  });

  it('is in no answer but its name, and in no refusal', () => {
    expect(foundIn(answers.join(''), secrets)).toEqual([]);
  });

  it('is in no entry of the journal but its name', async () => {
    const journal = await camille.call('GET', 'user/journal?limit=200');
    expect(JSON.stringify(journal.body)).toContain('collector.refused');
    expect(foundIn(JSON.stringify(journal.body), secrets)).toEqual([]);
  });

  it('is in no metric', async () => {
    const { body } = await test.app.inject('/metrics');
    expect(body).toContain('perenne_collector_runs_total');
    expect(foundIn(body, every)).toEqual([]);
  });

  it('is opened for the purpose of collecting only', async () => {
    const { vault, db } = test.platform;
    const { safeId } = camille.owner;
    const asked = async <Use extends KeyUse>(use: Use) => {
      const before = vault.counts.get(use) ?? 0;
      const keys = await vault.keysOf(safeId, use);
      expect([keys.use, vault.counts.get(use)]).toEqual([use, before + 1]);
      return keys;
    };
    const { collectorId, sealed } = await db
      .selectFrom('collectors')
      .select(['collector_id as collectorId', 'sealed_credentials as sealed'])
      .executeTakeFirstOrThrow();
    expect(openCredentials(await asked('collecting'), collectorId, sealed)).toHaveProperty('password');
    // @ts-expect-error The types are the guard: keys that were asked for anything else do not compile here.
    expect(openCredentials(await asked('owner'), collectorId, sealed)).toHaveProperty('password');
  });
});

describe('what a collector brings', () => {
  const brought = {
    ...{ identity: 'CANARY-identity-8c41', title: 'CANARY-title-8c41' },
    ...{ fileName: 'CANARY-file-8c41.pdf', text: 'CANARY-content-8c41' },
  };
  const skipped = {
    ...{ identity: 'CANARY-skipped-8c41', title: 'CANARY-page-8c41' },
    ...{ fileName: 'CANARY-page.pdf', raw: '<!doctype html><p>CANARY-words-8c41' },
  };
  const marks = JSON.stringify([brought, skipped]).match(/CANARY[\w.-]+/g) ?? [];
  /** A hash without a key is found by who guesses: the partner’s numbers are few. */
  const hashes = [brought, skipped].flatMap(({ identity }) =>
    ['sha256', 'sha512', 'sha1', 'md5'].map((kind) => createHash(kind).update(identity).digest('hex')),
  );

  let world: TestApp;
  /** The answers to its owner. */
  let read: string;
  beforeAll(async () => {
    world = await createTestApp({ collecting: { folder: testCollectors }, platformSettings: { demo: true } });
    await world.startWorker();
    const owner = await Collecting.make(world, { accounts: [] });
    const { body } = await owner.call('POST', 'collectors', offering([brought, skipped]));
    await owner.ended(body.id);
    await jobsDone(world);
    const [run] = await owner.runs(body.id);
    read = JSON.stringify([await owner.documents(), run?.skipped]);
  });
  afterAll(() => world.close());

  it('is read by its owner', () => {
    expect(foundIn(read, marks)).toEqual([brought.title, brought.fileName, skipped.title]);
  });

  it('is in no row of the database, by identity, title or name of its file', async () => {
    const text = await rows(world);
    expect(text).toContain('public.collector_documents');
    expect(foundIn(text, marks)).toEqual([]);
    expect(hashes.filter((hash) => text.includes(hash))).toEqual([]);
  });

  it('is in no object in clear, nor in the name of one', async () => {
    const folder = join(world.dataFolder, 'objects');
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(foundIn(`${file} ${await readFile(file, 'latin1')}`, marks)).toEqual([]);
  });

  it('is in no line of the log, no mail and no metric', async () => {
    const { body } = await world.app.inject('/metrics');
    expect(foundIn([...world.logged, JSON.stringify(world.mails), body].join('\n'), marks)).toEqual([]);
  });
});

describe('the runs of collectors', () => {
  it('are counted in the metrics by agent and result', async () => {
    const { body } = await test.app.inject('/metrics');
    const lines = [...body.matchAll(/^perenne_collector_runs_total\{(.*)\} (\d+)$/gm)];
    // The one that awaits a code has not ended.
    expect(Object.fromEntries(lines.map(([, labels, count]) => [labels, Number(count)]))).toEqual({
      'agent="lumen-energie",result="CREDENTIALS_INVALID"': 2,
      'agent="lumen-energie",result="TECHNICAL_ERROR"': 1,
    });
  });
});
