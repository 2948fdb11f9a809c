import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openUpload, settleWorld } from './adding-owner.ts';
import { BareStorage } from './bare/storage.ts';
import { Client, makeFile, rateOf } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const uploadsARound = 150;
const warmUp = 400;
const clients = [8, 1];
const fileBytes = 100_000;

/** Documents of 100 KB that their owner adds to one safe, from several windows and from one, beside the bare storage. */
export async function measureAdding(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  await settleWorld(folders.product);
  // Looking into what was added takes a process for each document, beside which nothing else could be measured.
  const instance = await startInstance(folders.product, 'ready', { PERENNE_ROLE: 'http' });
  const database = await startBareDatabase(folders.bare);
  const objects = join(folders.bare, 'objects');
  await mkdir(objects);
  const bare = new BareStorage(database.ownerUrl, objects, Math.max(...clients));
  const client = new Client(instance.url);
  try {
    await bare.prepare();
    const user = (await instance.accounts()).users.find(({ mustChangeEmail }) => !mustChangeEmail);
    if (!user) throw new Error('no user');
    const upload = await openUpload(client, user);
    const content = makeFile(fileBytes, 0);
    const store = () => bare.store(content);
    await rateOf(warmUp, Math.max(...clients), upload);
    await rateOf(warmUp, Math.max(...clients), store);
    const measures: Measure[] = [];
    for (const count of clients) {
      const measured = { ours: [] as number[], limit: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        measured.ours.push(await rateOf(uploadsARound, count, upload));
        measured.limit.push(await rateOf(2 * uploadsARound, count, store));
      }
      const name = `documents of 100 KB added to one safe, clients: ${count}`;
      measures.push({ name, unit: '/s', ...measured, promise: { atLeast: 1 / 5 } });
    }
    return measures;
  } finally {
    client.close();
    await bare.close();
    await database.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}
