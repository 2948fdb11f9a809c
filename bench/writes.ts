import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BareStorage } from './bare/storage.ts';
import {
  Client,
  employerToken,
  makeFile,
  makeForm,
  rateOf,
  renumbered,
  secondsOf,
  signIn,
  untilSettled,
} from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const deposits = 300;
/** A fifth of a second says little of what the disk takes: the bare rounds last as long as ours. */
const bareDeposits = 4 * deposits;
const warmUp = 1_500;
const uploadWarmUp = 6;
const clients = 8;
const employees = 50;
const depositBytes = 100_000;
const uploadBytes = 100_000_000;
const megabyte = 1_000_000;

/** Deposits and the large upload, each round beside the bare storage in the same minute. */
export async function measureWrites(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  const instance = await startInstance(folders.product);
  const database = await startBareDatabase(folders.bare);
  const objects = join(folders.bare, 'objects');
  await mkdir(objects);
  const bare = new BareStorage(database.ownerUrl, objects, clients);
  try {
    await bare.prepare();
    return [...(await measureDeposits(instance, bare)), ...(await measureUpload(instance, bare))];
  } finally {
    await bare.close();
    await database.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function measureDeposits(instance: Instance, bare: BareStorage): Promise<Measure[]> {
  const client = new Client(instance.url);
  await untilSettled(client, instance);
  const authorization = `Bearer ${await employerToken(client, instance)}`;
  await addEmployees(client, authorization);
  const content = makeFile(depositBytes, 0);
  const deposit = async (number: number) => {
    const metadata = JSON.stringify({
      employeeNumber: `bench-${number % employees}`,
      type: 'PAYE',
      title: `Bulletin ${number}`,
    });
    const form = makeForm({ metadata }, renumbered(content, number));
    const headers = { ...form.headers, authorization, 'idempotency-key': `bench-${number}` };
    const { status, text } = await client.send('POST', '/backend/api/v1/employer/deposits', { ...form, headers });
    if (status !== 201) throw new Error(`a deposit answered ${status} ${text}`);
  };
  // A server that has just started compiles what it is asked first: it is measured as it runs all day.
  await rateOf(warmUp, clients, (index) => deposit(1_000_000 + index));
  await rateOf(warmUp, clients, () => bare.store(content));
  const ours: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await rateOf(deposits, clients, (index) => deposit(round * deposits + index)));
    limit.push(await rateOf(bareDeposits, clients, () => bare.store(content)));
  }
  client.close();
  return [{ name: 'deposits of 100 KB, 8 clients', unit: '/s', ours, limit, promise: { atLeast: 1 / 4 } }];
}

async function addEmployees(client: Client, authorization: string): Promise<void> {
  const rows = Array.from({ length: employees }, (_, index) =>
    JSON.stringify({
      ...{ employeeNumber: `bench-${index}`, firstName: 'Alix', lastName: 'Mesure', birthDate: '1990-01-01' },
    }),
  );
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const { status } = await client.send('POST', '/backend/api/v1/employer/employees', {
    headers,
    body: [Buffer.from(rows.join('\n'))],
  });
  if (status !== 200) throw new Error(`the employees answered ${status}`);
}

async function measureUpload(instance: Instance, bare: BareStorage): Promise<Measure[]> {
  const client = new Client(instance.url);
  const user = (await instance.accounts()).users.find(({ mustChangeEmail }) => !mustChangeEmail);
  if (!user) throw new Error('no user');
  const authorization = `Bearer ${await signIn(client, user)}`;
  const content = makeFile(uploadBytes, 7);
  const upload = async () => {
    const form = makeForm({ title: 'Grand document' }, content);
    const headers = { ...form.headers, authorization };
    const { status, text } = await client.send('POST', '/backend/api/v1/documents', { ...form, headers });
    if (status !== 201) throw new Error(`the upload answered ${status} ${text}`);
  };
  // The first few run code that is not compiled yet, in threads that have just started.
  for (let turn = 0; turn < uploadWarmUp; turn++) {
    await upload();
    await bare.store(content);
  }
  const ours: number[] = [];
  const limit: number[] = [];
  const growth: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const watch = await watchMemory(instance);
    ours.push(uploadBytes / megabyte / (await secondsOf(upload)));
    growth.push((await watch.highest()) / megabyte);
    limit.push(uploadBytes / megabyte / (await secondsOf(() => bare.store(content))));
  }
  client.close();
  return [
    { name: 'upload of 100 MB', unit: 'MB/s', ours, limit, promise: { atLeast: 1 / 2 } },
    {
      ...{ name: 'memory that an upload of 100 MB adds', unit: 'MB', ours: growth, promise: { atMost: 1 } },
      limit: growth.map(() => 64),
    },
  ];
}

/** The highest resident size above that of the beginning, looked at every 20 ms. */
async function watchMemory(instance: Instance) {
  const before = await instance.residentBytes();
  let highest = before;
  const timer = setInterval(() => {
    void instance.residentBytes().then((bytes) => (highest = Math.max(highest, bytes)));
  }, 20);
  return {
    highest: async () => {
      clearInterval(timer);
      return Math.max(highest, await instance.residentBytes()) - before;
    },
  };
}
