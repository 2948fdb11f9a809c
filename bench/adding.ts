import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { agreeToReading, countDrawn, makeLetters, openUpload, settleWorld } from './adding-owner.ts';
import { BareStorage } from './bare/storage.ts';
import { Client, makeFile, rateOf, signIn } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const uploadsARound = 150;
const warmUp = 400;
const fileBytes = 100_000;
const loads = [
  { clients: 8, atLeast: 400 },
  { clients: 1, atLeast: 250 },
];
const mostClients = Math.max(...loads.map(({ clients }) => clients));

/**
 * Documents of 100 KB that their owner adds to one safe, from several windows and from one, while the worker draws and
 * reads the same documents; and the bare storage, on the same machine without the product.
 */
export async function measureAdding(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  try {
    await settleWorld(folders.product);
    const { rates, note } = await measureUploads(folders.product);
    const limits = await measureBare(folders.bare);
    return loads.map(({ clients, atLeast }, index) => ({
      ...{ name: `documents of 100 KB added to one safe, clients: ${clients}`, unit: '/s', note },
      ...{ ours: rates[index] ?? [], limit: limits[index] ?? [], promise: { atLeast: 1 / 5 }, absolute: { atLeast } },
    }));
  } finally {
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

/** The documents of the warm-up wait for the worker already when the first round begins. */
async function measureUploads(dataFolder: string): Promise<{ rates: number[][]; note: string }> {
  const instance = await startInstance(dataFolder);
  const client = new Client(instance.url);
  try {
    const user = (await instance.accounts()).users.findLast(({ mustChangeEmail }) => !mustChangeEmail);
    if (!user) throw new Error('no user');
    const authorization = `Bearer ${await signIn(client, user)}`;
    await agreeToReading(client, authorization);
    const upload = await openUpload(client, user, await makeLetters());
    await rateOf(warmUp, mostClients, upload);
    const before = await countDrawn(client, authorization);
    const rates = loads.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, { clients }] of loads.entries())
        rates[index]?.push(await rateOf(uploadsARound, clients, upload));
    const after = await countDrawn(client, authorization);
    const drawn = after.drawn - before.drawn;
    if (drawn === 0 || after.waiting === 0) throw new Error('the worker did not look into the documents meanwhile');
    const note = `the worker drew and read ${drawn} of them meanwhile, and ${after.waiting} were waiting at the end`;
    return { rates, note };
  } finally {
    client.close();
    await instance.stop();
  }
}

async function measureBare(folder: string): Promise<number[][]> {
  const database = await startBareDatabase(folder);
  const objects = join(folder, 'objects');
  await mkdir(objects);
  const bare = new BareStorage(database.ownerUrl, objects, mostClients);
  try {
    await bare.prepare();
    const content = makeFile(fileBytes, 0);
    const store = () => bare.store(content);
    await rateOf(warmUp, mostClients, store);
    const rates = loads.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, { clients }] of loads.entries())
        rates[index]?.push(await rateOf(2 * uploadsARound, clients, store));
    return rates;
  } finally {
    await bare.close();
    await database.stop();
  }
}
