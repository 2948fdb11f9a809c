import { secondsOf } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;

/** Starts on data that are there, beside the start of the embedded PostgreSQL alone; and fresh worlds. */
export async function measureStarts(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  try {
    await (await startInstance(folders.product)).stop();
    await (await startBareDatabase(folders.bare)).stop();
    const ours: number[] = [];
    const limit: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timeStart(() => startInstance(folders.product, 'health')));
      limit.push(await timeStart(() => startBareDatabase(folders.bare)));
    }
    const fresh = await measureFresh();
    const usual = await timeStart(() => startInstance(folders.product, 'ready'));
    return [
      { name: 'start, installed and built', unit: 's', ours, limit, promise: { atMost: 3 }, plus: 2 },
      {
        ...{ name: 'what a fresh demonstration world adds', unit: 's', promise: { atMost: 1 } },
        ...{ ours: fresh.map((seconds) => seconds - usual), limit: fresh.map(() => 10) },
      },
    ];
  } finally {
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function timeStart(begin: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  let started: { stop(): Promise<void> } | undefined;
  const seconds = await secondsOf(async () => {
    started = await begin();
  });
  await started?.stop();
  return seconds;
}

async function measureFresh(): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const folder = await makeFolder();
    seconds.push(await timeStart(() => startInstance(folder, 'ready')));
    await removeFolder(folder);
  }
  return seconds;
}
