import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { listInvoices, openInvoiceFiles } from '../apps/server/demo/partner/invoices.ts';
import { readFonts } from '../apps/server/src/platform/fonts.ts';
import { addDocument, openUpload, settleWorld } from './adding-owner.ts';
import { Client, makeForm, makeText, rateOf, signIn, uploadsAtOnce } from './client.ts';
import { makeFolder, removeFolder, startInstance, type Instance, type ProcessMemory } from './instance.ts';
import type { Measure } from './measure.ts';
import { memoryRow, mostMemoryDuring } from './watch-memory.ts';

const rounds = 5;
const uploadsARound = 150;
/** The rounds with a queue come first: code that is not warm by then would be counted against the queue. */
const warmUp = 2_000;
const clients = [8, 1];
const queued = 1_000;
const invoices = 24;
const lookEveryMs = 500;
const largeBytes = 100_000_000;

type People = { adding(): Promise<void>; waiting: string };

/** An owner adds documents while the worker looks into a thousand of somebody else's; and the memory of it all. */
export async function measureBehind(): Promise<Measure[]> {
  const folder = await makeFolder();
  try {
    await settleWorld(folder);
    await queueFiles(folder);
    const { busy, idle } = await measureUploads(folder);
    const note = `a queue of ${queued} invoices of another safe behind; the limit is the same without it`;
    const uploads = clients.map((count, index) => ({
      ...{ name: `documents of 100 KB added with a queue behind, clients: ${count}`, unit: '/s', note },
      ...{ ours: busy[index] ?? [], limit: idle[index] ?? [], promise: { atLeast: 1 / 1.15 } },
    }));
    return [...uploads, ...(await measureMemory(folder))];
  } finally {
    await removeFolder(folder);
  }
}

/** Adds invoices while no worker is there to look into them. */
async function queueFiles(dataFolder: string): Promise<void> {
  const instance = await startInstance(dataFolder, 'ready', { PERENNE_ROLE: 'http' });
  const client = new Client(instance.url);
  const invoiceOf = openInvoiceFiles(readFonts);
  const files = await Promise.all(listInvoices('2026-10', invoices).map(({ period }) => invoiceOf(period)));
  const { waiting } = await findPeople(client, instance);
  await rateOf(queued, uploadsAtOnce, async (index) => {
    const file = files[index % files.length] ?? Buffer.alloc(0);
    // A comment behind the end makes it another file.
    const form = makeForm({ title: `Facture ${index}` }, [file, Buffer.from(`\n%${index}\n`)], 'facture.pdf');
    await addDocument(client, waiting, form);
  });
  client.close();
  await instance.stop();
}

async function measureUploads(dataFolder: string): Promise<{ busy: number[][]; idle: number[][] }> {
  const instance = await startInstance(dataFolder);
  const client = new Client(instance.url);
  try {
    const { adding, waiting } = await findPeople(client, instance);
    await rateOf(warmUp, Math.max(...clients), adding);
    const busy = clients.map((): number[] => []);
    const idle = clients.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, count] of clients.entries()) busy[index]?.push(await rateOf(uploadsARound, count, adding));
      if (!(await isQueued(client, waiting))) throw new Error('the queue ended before the uploads');
    }
    while (await isQueued(client, waiting)) await wait(lookEveryMs);
    for (let round = 0; round < rounds; round++)
      for (const [index, count] of clients.entries()) idle[index]?.push(await rateOf(uploadsARound, count, adding));
    return { busy, idle };
  } finally {
    client.close();
    await instance.stop();
  }
}

/** All processes of the product, the database's included: at rest, and at the most that owners take of it. */
async function measureMemory(dataFolder: string): Promise<Measure[]> {
  const atRest: ProcessMemory[][] = [];
  const highest: ProcessMemory[][] = [];
  for (let round = 0; round < rounds; round++) {
    const instance = await startInstance(dataFolder);
    const client = new Client(instance.url);
    try {
      const { adding, waiting } = await findPeople(client, instance);
      await wait(2_000);
      atRest.push(await instance.memory());
      const large = makeForm({ title: 'Grand document' }, makeText(largeBytes, round), 'grand.txt');
      const add = () =>
        Promise.all([rateOf(4 * uploadsARound, Math.max(...clients), adding), addDocument(client, waiting, large)]);
      highest.push(await mostMemoryDuring(instance, add));
    } finally {
      client.close();
      await instance.stop();
    }
  }
  return [memoryRow('at rest', atRest, 450), memoryRow('under uploads', highest, 550)];
}

/** An owner who adds, a document like no other at each call, and one whose documents wait. */
async function findPeople(client: Client, instance: Instance): Promise<People> {
  const [first, second] = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  if (!first || !second) throw new Error('the world has not two owners');
  return { adding: await openUpload(client, first), waiting: `Bearer ${await signIn(client, second)}` };
}

const listed = z.object({ items: z.array(z.object({ hasThumbnail: z.boolean() })) });

/** The newest are looked into last. */
async function isQueued(client: Client, authorization: string): Promise<boolean> {
  const headers = { authorization };
  const { text } = await client.send('GET', '/backend/api/v1/documents?limit=50', { headers });
  return !listed.parse(JSON.parse(text)).items.every(({ hasThumbnail }) => hasThumbnail);
}
