import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Client, secondsOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { fillFullSafe } from './full-safe.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import { makeGivers, type Giver } from './givers.ts';
import { median, type Measure } from './measure.ts';
import { watchMemory } from './watch-memory.ts';

const rounds = 5;
const documents = 10_000;
/** Calm readers: what is measured is how long an answer takes, not how many there are. */
const readEveryMs = 10;
const megabyte = 1_000_000;

/** Merging a safe of 10,000 documents, beside bare PostgreSQL rewriting as many rows, and what others feel of it. */
export async function measureMerging(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), product: await makeFolder(), bare: await makeFolder() };
  const productDatabase = await startBareDatabase(folders.product);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: productDatabase.ownerUrl,
    DATABASE_APP_URL: productDatabase.appUrl,
  });
  const client = new Client(instance.url);
  try {
    await untilSettled(client, instance);
    const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
    const [reader, receiver] = users.slice(-2);
    if (!reader || !receiver) throw new Error('no two users');
    const givers = await makeGivers(productDatabase.ownerUrl, folders.data, { count: 2 * rounds + 1, of: receiver });
    const safes: Safes = {
      ...{ instance, client, databaseUrl: productDatabase.ownerUrl, dataFolder: folders.data, givers },
      receiver: { authorization: `Bearer ${await signIn(client, receiver)}` },
      reader: { authorization: `Bearer ${await signIn(client, reader)}` },
    };
    // The first merge of a process compiles what the others use.
    await mergeNext(safes);
    return [...(await measureTime(safes)), ...(await measureReading(safes))];
  } finally {
    client.close();
    await instance.stop();
    await productDatabase.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Headers = Record<string, string>;

type Safes = {
  instance: Instance;
  client: Client;
  databaseUrl: string;
  dataFolder: string;
  /** Those that have not been received yet. */
  givers: Giver[];
  receiver: Headers;
  reader: Headers;
};

async function measureTime(safes: Safes): Promise<Measure[]> {
  const measured = { ours: [] as number[], limit: [] as number[], growth: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const giver = await fillNext(safes);
    measured.limit.push(await rewriteBare(safes, giver));
    const memory = await watchMemory(safes.instance);
    measured.ours.push(await receive(safes, giver));
    measured.growth.push((await memory.highest()) / megabyte);
  }
  const { ours, limit, growth } = measured;
  return [
    {
      ...{ name: 'merge of 10,000 documents', unit: 's', ours, limit, promise: { atMost: 3 } },
      note: 'beside bare PostgreSQL rewriting 10,000 such rows and their indexes',
    },
    {
      ...{ name: 'memory that it adds', unit: 'MB', ours: growth, promise: { atMost: 1 } },
      limit: growth.map(() => 100),
    },
  ];
}

async function measureReading(safes: Safes): Promise<Measure[]> {
  const measured = { ours: [] as number[], limit: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const giver = await fillNext(safes);
    const before = await readWhile(safes, () => wait(1_000));
    const meanwhile = await readWhile(safes, () => receive(safes, giver));
    measured.limit.push(before);
    measured.ours.push(meanwhile);
  }
  return [{ name: 'read of another safe meanwhile', unit: 'ms', promise: { atMost: 1.3 }, ...measured }];
}

async function mergeNext(safes: Safes): Promise<void> {
  await receive(safes, await fillNext(safes));
}

async function fillNext({ databaseUrl, dataFolder, givers }: Safes): Promise<Giver> {
  const giver = givers.pop();
  if (!giver) throw new Error('no giver is left');
  await fillFullSafe(databaseUrl, dataFolder, { count: documents, safeId: giver.safeId });
  await giver.finish();
  await withDatabase(databaseUrl, (database) => database.query('vacuum analyze documents'));
  return giver;
}

/** The seconds of the call that merges. */
async function receive({ client, receiver }: Safes, { email, password }: Giver): Promise<number> {
  const json = { ...receiver, 'content-type': 'application/json' };
  const body = [Buffer.from(JSON.stringify({ email, password }))];
  const proved = await client.send('POST', '/backend/api/v1/user/login-to-merge', { headers: json, body });
  if (proved.status !== 200) throw new Error(`the proof answered ${proved.status} ${proved.text}`);
  const { mergeToken } = JSON.parse(proved.text) as { mergeToken: string };
  return secondsOf(async () => {
    const headers = { ...receiver, 'x-user-to-merge-token': mergeToken };
    const { status, text } = await client.send('POST', '/backend/api/v1/user/merge', { headers });
    if (status !== 204) throw new Error(`the merge answered ${status} ${text}`);
  });
}

/**
 * The seconds that PostgreSQL takes by itself, in one transaction, to give rows to another safe with other bytes in
 * what is sealed. They come ready from a bare client, into a table with the same indexes and no reference to check.
 */
const rewriteBare = ({ databaseUrl }: Safes, { safeId }: Giver): Promise<number> =>
  withDatabase(databaseUrl, async (database) => {
    await database.query('drop table if exists bare_documents');
    await database.query('create table bare_documents (like documents including all)');
    await database.query('insert into bare_documents select * from documents where safe_id = $1', [safeId]);
    await database.query('vacuum analyze bare_documents');
    const { rows } = await database.query<BareRow>(
      'select safe_id, document_id, header, sealed, digest_tag, title_tags::text from bare_documents order by document_id',
    );
    const seconds = await secondsOf(async () => {
      await database.query('begin');
      for (let at = 0; at < rows.length; at += bareAtATime)
        await rewriteRows(database, rows.slice(at, at + bareAtATime));
      await database.query('commit');
    });
    await database.query('drop table bare_documents');
    return seconds;
  });

type BareRow = {
  safe_id: string;
  document_id: string;
  header: Buffer;
  sealed: Buffer;
  digest_tag: Buffer;
  title_tags: string;
};
const bareAtATime = 500;

/** Under a new digest and new tags: no index has them yet. */
const rewriteRows = (database: pg.Client, rows: readonly BareRow[]) =>
  database.query(
    `update bare_documents d set safe_id = d.document_id, header = n.header, sealed = n.sealed, digest_tag = sha256(n.digest_tag),
       type_tag = sha256(type_tag), title_tags = (select array_agg(tag # 1) from unnest(n.title_tags::bigint[]) as tag)
     from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[])
       as n (document_id, header, sealed, digest_tag, title_tags)
     where d.safe_id = $6 and d.document_id = n.document_id and d.document_id between $7 and $8`,
    [
      ...[rows.map((row) => row.document_id), rows.map((row) => row.header), rows.map((row) => row.sealed)],
      ...[rows.map((row) => row.digest_tag), rows.map((row) => row.title_tags)],
      ...[rows[0]?.safe_id, rows[0]?.document_id, rows.at(-1)?.document_id],
    ],
  );

/** The median of the milliseconds that a read of another safe takes while something else is done. */
async function readWhile({ client, reader }: Safes, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const state = { isOver: false };
  const readers = (async () => {
    while (!state.isOver) {
      const seconds = await secondsOf(async () => {
        const { status } = await client.send('GET', '/backend/api/v1/user/profile', { headers: reader });
        if (status !== 200) throw new Error(`the profile answered ${status}`);
      });
      times.push(seconds * 1_000);
      await wait(readEveryMs);
    }
  })();
  await work();
  state.isOver = true;
  await readers;
  return median(times);
}

async function withDatabase<T>(connectionString: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
