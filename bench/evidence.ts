import pg from 'pg';
import { allEvidenceJobs, makeCheckpoint } from '../apps/server/src/domains/evidence/evidence.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { openJobs } from '../apps/server/src/platform/jobs/open-jobs.ts';
import { prepareJobs } from '../apps/server/src/platform/jobs/prepare-jobs.ts';
import { openKeyringFile } from '../apps/server/src/platform/keys/keyring.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openDatabase } from '../apps/server/src/platform/postgres/db.ts';
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts';
import { openSeals } from '../apps/server/src/platform/seals/open-seals.ts';
import { openLocalSigner } from '../apps/server/src/platform/seals/local-signer.ts';
import { openSecrets } from '../apps/server/src/platform/secrets.ts';
import { secondsOf } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const changedSafes = 1_000;

/** A checkpoint costs what has changed, not what is there: 1,000 of 100,000 safes, beside 1,000 of 10,000. */
export async function measureEvidence(): Promise<Measure[]> {
  const many = await openInstallation(100_000);
  const few = await openInstallation(10_000);
  try {
    const measured = { ours: [] as number[], limit: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      measured.ours.push(await many.timeCheckpoint());
      measured.limit.push(await few.timeCheckpoint());
    }
    const name = 'checkpoint of 1,000 changed safes: of 100,000, and of 10,000';
    return [{ name, unit: 'ms', ...measured, promise: { atMost: 2 } }];
  } finally {
    await few.close();
    await many.close();
  }
}

/** An installation with nothing but the heads of journals, all of which are logged. */
async function openInstallation(safes: number) {
  const folder = await makeFolder();
  const server = await startBareDatabase(folder);
  const clock = systemClock();
  const log = openLog('error');
  await migrate(server.ownerUrl, clock.now());
  await prepareJobs(server.ownerUrl, allEvidenceJobs);
  const database = openDatabase({ url: server.appUrl, poolSize: 4, log });
  const jobs = openJobs({ url: server.appUrl, log });
  const { db } = database;
  const keys = await openKeyringFile(`${folder}/keyring.json`, { create: true, now: clock.now() });
  const secrets = await openSecrets(db, keys, clock);
  const seals = openSeals({ db, keys, secrets, clock }, openLocalSigner({ db, keys, clock }));
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into journal_heads (safe_id, seq, hash, at)
     select gen_random_uuid(), 1, sha256(int4send(place)), now() from generate_series(1, $1::int) as safes (place)`,
    [safes],
  );
  const checkpoint = () => makeCheckpoint({ db, jobs, seals, clock });
  const timeCheckpoint = async () => {
    await owner.query(
      `update journal_heads set seq = seq + 1, hash = sha256(hash), logged = false
       where safe_id in (select safe_id from journal_heads order by random() limit $1)`,
      [changedSafes],
    );
    return 1000 * (await secondsOf(checkpoint));
  };
  await checkpoint();
  await owner.query('vacuum analyze');
  await timeCheckpoint();
  const close = async () => {
    await jobs.stop();
    await owner.end();
    await database.close();
    await server.stop();
    await removeFolder(folder);
  };
  return { timeCheckpoint, close };
}
