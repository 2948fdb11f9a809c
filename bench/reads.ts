import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { SignJWT } from 'jose';
import pg from 'pg';
import { Client, makeForm, makeText, rateOf, signIn, untilSettled, uploadsAtOnce } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const secondsARound = 4;
const documents = 10_000;

/** The profile and the list, each round beside bare Fastify in the same minute. */
export async function measureReads(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  const instance = await startInstance(folders.product);
  const database = await startBareDatabase(folders.bare);
  const bare = await startBareServer(database.ownerUrl);
  try {
    const token = await fillSafe(instance);
    const profile = { url: `${instance.url}/backend/api/v1/user/profile`, token };
    const list = { url: `${instance.url}/backend/api/v1/documents?limit=50`, token };
    const one = { url: `${bare.url}/one`, token: bare.token };
    const fifty = { url: `${bare.url}/fifty`, token: bare.token };
    return [
      {
        ...{ name: 'authenticated read, 32 clients', unit: '/s', promise: { atLeast: 1 / 3 } },
        ...(await compare(profile, one, { connections: 32, figure: 'rate' })),
      },
      {
        ...{ name: 'authenticated read, 8 clients', unit: '/s', promise: { atLeast: 1 / 3 } },
        ...{ absolute: { atLeast: 4_000 }, ...(await compare(profile, one, { connections: 8, figure: 'rate' })) },
      },
      {
        ...{ name: 'list of 50 out of 10,000', unit: 'ms', promise: { atMost: 4 } },
        ...(await compare(list, fifty, { connections: 1, figure: 'time' })),
      },
    ];
  } finally {
    await bare.stop();
    await database.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Target = { url: string; token: string };
type How = { connections: number; figure: 'rate' | 'time' };

/** Each round one beside the other, in the same minute. */
export async function compare(ours: Target, limit: Target, how: How): Promise<Pick<Measure, 'ours' | 'limit'>> {
  const measured = { ours: [] as number[], limit: [] as number[] };
  await shoot(ours, how);
  await shoot(limit, how);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await shoot(ours, how));
    measured.limit.push(await shoot(limit, how));
  }
  return measured;
}

/** Answers a second, or milliseconds an answer. */
async function shoot({ url, token }: Target, { connections, figure }: How): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const result = await autocannon({ url, headers, connections, duration: secondsARound });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  const answers = result['2xx'];
  return figure === 'rate' ? answers / result.duration : (result.duration * 1000) / answers;
}

/** A safe of 10,000 documents, put there by their owner. */
async function fillSafe(instance: Instance): Promise<string> {
  const client = new Client(instance.url);
  const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  const user = users.at(-1);
  if (!user) throw new Error('no user');
  const token = await signIn(client, user);
  await untilSettled(client, instance);
  await rateOf(documents, uploadsAtOnce, async (index) => {
    const form = makeForm({ title: `Document ${index}`, type: 'FACT' }, makeText(500, index), 'bench.txt');
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const { status } = await client.send('POST', '/backend/api/v1/documents', { ...form, headers });
    if (status !== 201) throw new Error(`a document answered ${status}`);
  });
  client.close();
  return token;
}

export async function startBareServer(databaseUrl: string) {
  const pool = new pg.Client({ connectionString: databaseUrl });
  await pool.connect();
  await pool.query(`
    create table bare_rows (owner int, id uuid, size bigint, at timestamptz, note bytea, primary key (owner, id));
    create index on bare_rows (owner, at desc);
    insert into bare_rows select 1, gen_random_uuid(), i, now() - i * interval '1 minute', decode(repeat('ab', 300), 'hex')
      from generate_series(1, ${documents}) as i;
    analyze bare_rows`);
  await pool.end();
  const key = randomBytes(32);
  const server = spawn(process.execPath, ['bench/bare/server.ts', databaseUrl, key.toString('hex')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  const token = await new SignJWT({ sub: 'bench' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(key);
  return {
    token,
    url: `http://127.0.0.1:${String(line).trim()}`,
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}
