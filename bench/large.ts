import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Client, secondsOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { fillFullSafe } from './full-safe.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import { median, type Measure } from './measure.ts';

const documents = 11_000;
const rounds = 5;
const lookEveryMs = 100;

/** Destroying a folder of many documents for good: the answer, and the end of the last of them. */
export async function measureLarge(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), database: await makeFolder() };
  const database = await startBareDatabase(folders.database);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
  });
  const client = new Client(instance.url);
  const rows = new pg.Client({ connectionString: database.ownerUrl });
  await rows.connect();
  try {
    await untilSettled(client, instance);
    const user = (await instance.accounts()).users.findLast(({ mustChangeEmail }) => !mustChangeEmail);
    if (!user) throw new Error('no user');
    const headers = {
      authorization: `Bearer ${await signIn(client, user)}`,
      'content-type': 'application/json',
    };
    const send = async (method: string, path: string, payload?: object) => {
      const body = payload ? [Buffer.from(JSON.stringify(payload))] : [];
      const { status, text } = await client.send(method, `/backend/api/v1/${path}`, { headers, body });
      if (status >= 300) throw new Error(`${path} answered ${status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    };
    const categoryId = String((await send('POST', 'categories', { title: 'Mesure' })).id);
    const found = await rows.query('select safe_id from categories where category_id = $1', [categoryId]);
    const safeId = String(found.rows[0].safe_id);
    const answered: number[] = [];
    const ended: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const folderId = String((await send('POST', 'folders', { name: `Archives ${round}`, categoryId })).id);
      const folder = { folderId, categoryId };
      await fillFullSafe(database.ownerUrl, instance.dataFolder, { count: documents, safeId, folder });
      await rows.query(
        `update safes set storage_used = (select sum(size_bytes) from documents where safe_id = $1) where safe_id = $1`,
        [safeId],
      );
      await rows.query('vacuum analyze documents');
      await send('POST', 'documents/delete', { folders: [folderId], acknowledged: true });
      const begun = performance.now();
      answered.push(await secondsOf(() => send('POST', 'trash/delete', { folders: [folderId], acknowledged: true })));
      while ((await send('GET', 'trash')).destroying) await wait(lookEveryMs);
      ended.push((performance.now() - begun) / 1_000);
    }
    return [
      {
        ...{ name: `destroying ${documents} documents: the answer`, unit: 's', ours: answered, limit: [1] },
        ...{ promise: { atMost: 1 }, note: `all of them are gone after ${median(ended).toFixed(1)} s` },
      },
    ];
  } finally {
    client.close();
    await rows.end();
    await instance.stop();
    await database.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}
