import pg from 'pg';
import { Client, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { fillFullSafe } from './full-safe.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { compare, startBareServer } from './reads.ts';

const few = 10_000;
const many = 100_000;
const ofOthers = 10_000_000;
const aSafe = 200;
const atATime = 500_000;
/** They fill at the same time. */
const hands = 2;

const alone = { connections: 1, figure: 'time' } as const;

/** The list of 50 of a large and of a very large safe, among all the documents of an installation. */
export async function measureListing(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), product: await makeFolder(), bare: await makeFolder() };
  const productDatabase = await startBareDatabase(folders.product);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: productDatabase.ownerUrl,
    DATABASE_APP_URL: productDatabase.appUrl,
  });
  const database = await startBareDatabase(folders.bare);
  const bare = await startBareServer(database.ownerUrl);
  try {
    const [large, veryLarge] = await openSafes(instance, productDatabase.ownerUrl);
    await fillFullSafe(productDatabase.ownerUrl, folders.data, { count: few, safeId: large.safeId });
    await fillOthers(productDatabase.ownerUrl, large.safeId);
    await fillFullSafe(productDatabase.ownerUrl, folders.data, { count: many, safeId: veryLarge.safeId });
    await settle(productDatabase.ownerUrl);
    const listOf = ({ token }: Safe) => ({ url: `${instance.url}/backend/api/v1/documents?limit=50`, token });
    const fifty = { url: `${bare.url}/fifty`, token: bare.token };
    return [
      {
        ...{ name: 'list of 50 out of 100,000, 10 million in the table', unit: 'ms', promise: { atMost: 1.5 } },
        ...(await compare(listOf(veryLarge), listOf(large), alone)),
        note: 'beside the list of 50 out of 10,000',
      },
      {
        ...{ name: 'the same', unit: 'ms', promise: { atMost: 4 } },
        ...(await compare(listOf(veryLarge), fifty, alone)),
        note: 'beside bare Fastify',
      },
      {
        ...{ name: 'list of 50 out of 10,000, 10 million in the table', unit: 'ms', promise: { atMost: 4 } },
        ...(await compare(listOf(large), fifty, alone)),
        note: 'beside bare Fastify',
      },
    ];
  } finally {
    await bare.stop();
    await instance.stop();
    await Promise.all([database.stop(), productDatabase.stop()]);
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Safe = { safeId: string; token: string };

/** Two safes of the demonstration, once their pictures are made. */
async function openSafes(instance: Instance, databaseUrl: string): Promise<[Safe, Safe]> {
  const client = new Client(instance.url);
  const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  await untilSettled(client, instance);
  const safes = await withDatabase(databaseUrl, async (database) => {
    const opened: Safe[] = [];
    for (const user of users) {
      const token = await signIn(client, user);
      const { rows } = await database.query('select safe_id from sessions order by created_at desc limit 1');
      opened.push({ safeId: rows[0].safe_id, token });
    }
    return opened;
  });
  client.close();
  const [another, one] = safes.toReversed();
  if (!one || !another || one.safeId === another.safeId) throw new Error('no two safes');
  return [one, another];
}

/**
 * The documents of all others. Nobody opens them: the rows are as many and as well indexed as real ones, and their
 * sealed parts are short.
 */
async function fillOthers(databaseUrl: string, template: string): Promise<void> {
  const fill = () =>
    withDatabase(databaseUrl, async (database) => {
      for (let count = 0; count < ofOthers / hands; count += atATime)
        await database.query(
          `with made as (
             insert into safes (safe_id, kind, wrapped_key, created_at, storage_limit, document_count)
             select gen_random_uuid(), 'waiting', wrapped_key, now(), storage_limit, $2
             from safes, generate_series(1, $3) where safe_id = $1
             returning safe_id
           )
           insert into documents (safe_id, document_id, object_id, header, sealed, size_bytes, added_at, added_by,
             type_tag, digest_tag, unread, scrubbed_at, title_tags, has_thumbnail)
           select safe_id, gen_random_uuid(), gen_random_uuid(), '\\xab', '\\xab', n * 1000,
             now() - n * interval '1 day', 'employee', '\\xab', uuid_send(gen_random_uuid()), n % 7 = 0, now(), '{}',
             false
           from made, generate_series(1, $2) as n`,
          [template, aSafe, atATime / aSafe],
        );
    });
  await Promise.all(Array.from({ length: hands }, fill));
}

/** As a database is that runs for long. */
const settle = (databaseUrl: string): Promise<unknown> =>
  withDatabase(databaseUrl, (database) => database.query('vacuum analyze documents'));

async function withDatabase<T>(connectionString: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
