import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { findRunningServer } from '../apps/server/src/platform/postgres/embedded/running-server.ts';
import { Client, rateOf, signIn, untilSettled } from './client.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { compare } from './reads.ts';

const rounds = 5;
const signIns = 60;
/** As many as the product computes hashes at once. */
const atOnce = 4;
const sessions = { few: 100, many: 100_000 };

/** Sign-ins beside the bare hashes of the machine, and reads beside those among few sessions, round by round. */
export async function measureIdentity(): Promise<Measure[]> {
  const folders = [await makeFolder(), await makeFolder()] as const;
  const instances = [await startInstance(folders[0]), await startInstance(folders[1])] as const;
  try {
    return [await measureSignIns(instances[0]), await measureSessions(...instances)];
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all(folders.map(removeFolder));
  }
}

async function measureSignIns(instance: Instance): Promise<Measure> {
  const client = new Client(instance.url);
  await untilSettled(client, instance);
  const users = await usersOf(instance);
  const bare = await startBareHashes();
  const signInOne = async (index: number) => {
    const user = users[index % users.length];
    if (user) await signIn(client, user);
  };
  const [ours, limit]: [number[], number[]] = [[], []];
  try {
    await rateOf(signIns, atOnce, signInOne);
    await bare.rate(atOnce * 2);
    for (let round = 0; round < rounds; round++) {
      ours.push(await rateOf(signIns, atOnce, signInOne));
      limit.push(await bare.rate(signIns));
    }
  } finally {
    client.close();
    await bare.stop();
  }
  return { name: `sign-in, ${atOnce} clients`, unit: '/s', promise: { atLeast: 0.8 }, ours, limit };
}

async function usersOf(instance: Instance) {
  const { users } = await instance.accounts();
  return users.filter(({ mustChangeEmail }) => !mustChangeEmail);
}

/** Hashes alone, in a process of their own. */
async function startBareHashes() {
  const hasher = spawn(process.execPath, ['bench/bare/hashes.ts', String(atOnce)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(hasher.stdout, 'data');
  return {
    rate: async (count: number): Promise<number> => {
      hasher.stdin.write(`${count}\n`);
      const [line] = await once(hasher.stdout, 'data');
      return Number(line);
    },
    stop: async () => {
      hasher.stdin.end();
      await once(hasher, 'exit');
    },
  };
}

async function measureSessions(few: Instance, many: Instance): Promise<Measure> {
  await fillSessions(few, sessions.few);
  await fillSessions(many, sessions.many);
  const [fewTarget, manyTarget] = await Promise.all([few, many].map(profileOf));
  if (!fewTarget || !manyTarget) throw new Error('no profile to read');
  return {
    ...{ name: 'authenticated read among 100,000 sessions, beside 100', unit: 'ms', promise: { atMost: 1.1 } },
    ...(await compare(manyTarget, fewTarget, { connections: 1, figure: 'time' })),
  };
}

async function profileOf(instance: Instance) {
  const client = new Client(instance.url);
  const [user] = await usersOf(instance);
  if (!user) throw new Error('no user');
  const token = await signIn(client, user);
  client.close();
  return { url: `${instance.url}/backend/api/v1/user/profile`, token };
}

/** Ten for each of as many owners as it takes, open and spread over a day. */
async function fillSessions({ dataFolder }: Instance, count: number): Promise<void> {
  const server = await findRunningServer(dataFolder);
  if (!server) throw new Error('the database does not answer');
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(
    `with owners as (
       insert into safes (safe_id, kind, wrapped_key, created_at, storage_limit)
       select gen_random_uuid(), 'owned', '\\x00', now(), 0 from generate_series(1, $1::int / 10) returning safe_id
     ), known as (
       insert into accounts (safe_id, email_tag, sealed_profile, password_hash, terms_accepted_at, created_at)
       select safe_id, decode(replace(safe_id::text, '-', ''), 'hex'), '\\x00', '', now(), now() from owners
       returning safe_id
     )
     insert into sessions (safe_id, session_id, created_at, refreshed_at, ends_at, sealed_agent)
     select safe_id, gen_random_uuid(), now(), now(), now() + n * interval '1 hour', decode(repeat('ab', 100), 'hex')
     from known, generate_series(1, 10) as n`,
    [count],
  );
  await client.query('analyze sessions');
  await client.end();
}
