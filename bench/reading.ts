import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addDocument } from './adding-owner.ts';
import { startBare } from './bare-server.ts';
import { Client, makeForm, makeText, rateOf, signIn, untilSettled, uploadsAtOnce } from './client.ts';
import { contentPath, firstByteMsOf } from './downloads.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';
import { memoryRow, mostMemoryDuring } from './watch-memory.ts';

const rounds = 5;
const documents = 200;
const documentBytes = 100_000;
const downloadsARound = 800;
const warmUp = 800;
const loads = [
  { clients: 8, atLeast: 1_000 },
  { clients: 1, atLeast: 500 },
];
const mostClients = Math.max(...loads.map(({ clients }) => clients));
const largeBytes = 100_000_000;
const firstBytesARound = 5;
const firstByteWithinMs = 5;
/** Until the download before is over and done with. */
const restMs = 100;

/** An owner reads documents of 100 KB, and the beginning of one of 100 MB, beside a bare Node server of the same bytes. */
export async function measureReading(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  const instance = await startInstance(folders.product);
  const bare = await startBare('files', folders.bare);
  const client = new Client(instance.url);
  const bareClient = new Client(bare.url);
  try {
    await untilSettled(client, instance);
    const user = (await instance.accounts()).users.findLast(({ mustChangeEmail }) => !mustChangeEmail);
    if (!user) throw new Error('no user');
    const headers = { authorization: `Bearer ${await signIn(client, user)}` };
    const add = async (content: Buffer, name: string) => {
      await writeFile(join(folders.bare, name), content);
      return addDocument(client, headers.authorization, makeForm({ title: name }, content, 'bench.txt'));
    };
    const ids: string[] = [];
    await rateOf(documents, uploadsAtOnce, async (index) => {
      ids[index] = await add(makeText(documentBytes, index), String(index));
    });
    const ours = async (index: number) => read(client, contentPath(ids[index % documents]), headers);
    const limit = async (index: number) => read(bareClient, `/${index % documents}`, {});
    const measures = await measureDownloads({ ours, limit });
    const memory = await mostMemoryDuring(instance, () => rateOf(4 * downloadsARound, mostClients, ours));
    const largeId = await add(makeText(largeBytes, documents), 'large');
    const large = {
      ours: () => firstByteMsOf(`${instance.url}${contentPath(largeId)}`, headers),
      limit: () => firstByteMsOf(`${bare.url}/large`, {}),
    };
    return [...measures, await measureFirstByte(large), memoryRow('under downloads of 100 KB', [memory], 550)];
  } finally {
    client.close();
    bareClient.close();
    await bare.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function read(from: Client, path: string, headers: Record<string, string>): Promise<void> {
  const { status, text } = await from.send('GET', path, { headers });
  if (status !== 200 || text.length !== documentBytes) throw new Error(`${path} answered ${status}`);
}

type Compared<T> = { ours: T; limit: T };

/** Each round one beside the other, in the same minute. */
async function measureDownloads({ ours, limit }: Compared<(index: number) => Promise<void>>): Promise<Measure[]> {
  await rateOf(warmUp, mostClients, ours);
  await rateOf(warmUp, mostClients, limit);
  const measures: Measure[] = [];
  for (const { clients, atLeast } of loads) {
    const measured = { ours: [] as number[], limit: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      measured.ours.push(await rateOf(downloadsARound, clients, ours));
      measured.limit.push(await rateOf(downloadsARound, clients, limit));
    }
    const name = `documents of 100 KB downloaded, clients: ${clients}`;
    const note = 'beside a bare Node server of the same bytes, without a token';
    measures.push({ name, unit: '/s', ...measured, absolute: { atLeast }, note });
  }
  return measures;
}

async function measureFirstByte({ ours, limit }: Compared<() => Promise<number>>): Promise<Measure> {
  const measured = { ours: [] as number[], limit: [] as number[] };
  await ours();
  await limit();
  for (let round = 0; round < rounds * firstBytesARound; round++) {
    await wait(restMs);
    measured.ours.push(await ours());
    await wait(restMs);
    measured.limit.push(await limit());
  }
  const note = 'beside a bare Node server of the same bytes, without a token';
  const name = 'first byte of a document of 100 MB';
  return { name, unit: 'ms', ...measured, absolute: { atMost: firstByteWithinMs }, note };
}
