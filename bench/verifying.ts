import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { openUpload } from './adding-owner.ts';
import { browserOptions } from './browser.ts';
import { Client, rateOf, secondsOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { fetchBytes } from './downloads.ts';
import { exportSafe } from './exporting.ts';
import { makeGivers } from './givers.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const documents = 1_000;
const clients = 8;
const longestTaskMs = 100;

/** The page that checks an archive, on one of 1,000 documents that the product has made, beside `sha256sum` of its bytes. */
export async function measureVerifying(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), database: await makeFolder(), archive: await makeFolder() };
  const database = await startBareDatabase(folders.database);
  const urls = { DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl };
  const instance = await startInstance(folders.data, 'ready', urls);
  const client = new Client(instance.url);
  const browser = await chromium.launch(browserOptions);
  try {
    const of = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail).at(-1);
    if (!of) throw new Error('no user');
    const [giver] = await makeGivers(database.ownerUrl, folders.data, { count: 1, of });
    if (!giver) throw new Error('no safe');
    await rateOf(documents, clients, await openUpload(client, giver));
    await untilSettled(client, instance);
    const path = join(folders.archive, 'archive.zip');
    const headers = { authorization: `Bearer ${await signIn(client, giver)}` };
    const address = `${instance.url}/backend/api/v1/exports/${await exportSafe(client, headers)}/content`;
    await pipeline(await fetchBytes(address, headers), createWriteStream(path));
    return await measurePage(browser, instance, path);
  } finally {
    await browser.close();
    client.close();
    await instance.stop();
    await database.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function measurePage(browser: Browser, instance: Instance, path: string): Promise<Measure[]> {
  const verified = { ours: [] as number[], limit: [] as number[] };
  const tasks: number[] = [];
  let steps = Infinity;
  for (let round = 0; round < rounds; round++) {
    verified.limit.push(await secondsOf(async () => void (await promisify(execFile)('sha256sum', [path]))));
    const seen = await verify(browser, instance, path);
    verified.ours.push(seen.seconds);
    tasks.push(seen.longestTaskMs);
    steps = Math.min(steps, seen.steps);
  }
  const name = `the verifier in a browser, an archive of ${documents} documents of 100 KB`;
  return [
    { name, unit: 's', ...verified, promise: { atMost: 3 }, note: `its progress moved at least ${steps} times` },
    {
      ...{ name: 'longest task of its page meanwhile', unit: 'ms', ours: tasks, limit: tasks.map(() => longestTaskMs) },
      ...{ promise: { atMost: 1 }, note: 'tasks under 50 ms are not counted' },
    },
  ];
}

type Seen = { seconds: number; longestTaskMs: number; steps: number };

async function verify(browser: Browser, instance: Instance, path: string): Promise<Seen> {
  const page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 1280, height: 900 } });
  try {
    await page.addInitScript(watch);
    await page.goto(`${instance.url}/verifier.html`);
    // Somebody looks for the file longer than the page takes to read its program.
    await page.waitForLoadState('networkidle');
    await page.locator('input[type=file]').first().setInputFiles(path);
    await page.getByRole('article').waitFor({ timeout: 120_000 });
    const failing = await page.getByRole('article').getByText('Ce qui ne tient pas').count();
    if (failing > 0) throw new Error('the archive does not hold');
    return await page.evaluate<Seen>('watched()');
  } finally {
    await page.close();
  }
}

/** In the page: how long the check of the chosen file takes, how often its progress moves, and the longest task meanwhile. */
const watch = `
  let begun = 0, ended = 0, steps = 0;
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  addEventListener('change', () => (begun ||= performance.now()), true);
  new MutationObserver(() => {
    if (!begun || ended) return;
    if (document.querySelector('article')) ended = performance.now();
    else steps += 1;
  }).observe(document, { subtree: true, childList: true, attributes: true });
  globalThis.watched = () => ({
    seconds: (ended - begun) / 1000,
    longestTaskMs: Math.max(0, ...tasks.filter(({ startTime }) => startTime >= begun).map(({ duration }) => duration)),
    steps,
  });
`;
