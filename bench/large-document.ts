import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDocument } from './adding-owner.ts';
import { startBare } from './bare-server.ts';
import { Client, makeFile, makeForm, secondsOf, signIn, untilSettled } from './client.ts';
import { contentPath, downloadRateOf } from './downloads.ts';
import { makeFolder, removeFolder, startInstance, type ProcessMemory } from './instance.ts';
import type { Measure } from './measure.ts';
import { memoryRow, mostMemoryDuring } from './watch-memory.ts';

const rounds = 5;
const warmUp = 6;
const bytes = 100_000_000;
const megabyte = 1_000_000;

/** An owner adds a document of 100 MB and downloads it, each round beside bare servers of the same bytes. */
export async function measureLargeDocument(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), sent: await makeFolder(), stored: await makeFolder() };
  const instance = await startInstance(folders.product);
  const files = await startBare('files', folders.sent);
  const uploads = await startBare('uploads', folders.stored);
  const client = new Client(instance.url);
  const bareClient = new Client(uploads.url);
  try {
    await untilSettled(client, instance);
    const user = (await instance.accounts()).users.find(({ mustChangeEmail }) => !mustChangeEmail);
    if (!user) throw new Error('no user');
    const headers = { authorization: `Bearer ${await signIn(client, user)}` };
    const content = makeFile(bytes, 7);
    await writeFile(join(folders.sent, 'large'), content);
    const add = () => addDocument(client, headers.authorization, makeForm({ title: 'Grand document' }, content));
    const store = async () => {
      const sent = { headers: { 'content-type': 'application/octet-stream' }, body: [content] };
      const { status } = await bareClient.send('POST', '/upload', sent);
      if (status !== 201) throw new Error(`the bare upload answered ${status}`);
    };
    const address = `${instance.url}${contentPath(await add())}`;
    const upload = {
      ours: async () => bytes / megabyte / (await secondsOf(add)),
      limit: async () => bytes / megabyte / (await secondsOf(store)),
    };
    const download = {
      ours: () => downloadRateOf(address, headers),
      limit: () => downloadRateOf(`${files.url}/large`, {}),
    };
    const measures: Measure[] = [
      {
        ...{ name: 'upload of a document of 100 MB', unit: 'MB/s', ...(await compare(upload)) },
        ...{ promise: { atLeast: 0.75 }, note: 'beside bare Fastify that encrypts the same bytes and syncs them' },
      },
      {
        ...{ name: 'download of a document of 100 MB', unit: 'MB/s', ...(await compare(download)) },
        ...{ promise: { atLeast: 0.5 }, note: 'beside a bare Node server of the same bytes, without a token' },
      },
    ];
    const memory: ProcessMemory[][] = [];
    for (let round = 0; round < rounds; round++)
      memory.push(await mostMemoryDuring(instance, () => Promise.all([add(), download.ours()])));
    return [...measures, memoryRow('under an upload and a download of 100 MB', memory, 550)];
  } finally {
    client.close();
    bareClient.close();
    await Promise.all([files.stop(), uploads.stop()]);
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Compared = { ours(): Promise<number>; limit(): Promise<number> };

/** The first few run code that is not compiled yet, in threads that have just started. */
async function compare({ ours, limit }: Compared): Promise<Pick<Measure, 'ours' | 'limit'>> {
  const measured = { ours: [] as number[], limit: [] as number[] };
  for (let turn = 0; turn < warmUp + rounds; turn++) {
    const [own, bare] = [await ours(), await limit()];
    if (turn < warmUp) continue;
    measured.ours.push(own);
    measured.limit.push(bare);
  }
  return measured;
}
