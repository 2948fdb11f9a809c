import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { download, startBareChanges, type Bare } from './arranging.ts';
import { Client, makeForm, makeText, rateOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { startBareServer } from './reads.ts';

const rounds = 5;
const sharesARound = 60;
const openingsARound = 300;
const visitsARound = 40;
const warmUp = 150;
const documentsOfAShare = 10;
const files = 50;
const fileBytes = 1_000_000;

/** Making a share, opening one, and an archive of one, each beside the bare route in the same minute. */
export async function measureSharing(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  const instance = await startInstance(folders.product);
  const database = await startBareDatabase(folders.bare);
  const changes = await startBareChanges(database.ownerUrl, join(folders.bare, 'files'), { files, fileBytes });
  const reads = await startBareServer(database.ownerUrl);
  const client = new Client(instance.url);
  try {
    await untilSettled(client, instance);
    const safe = await fillSafe(instance, client);
    const visit = await openVisit(client, safe, safe.documents.slice(0, documentsOfAShare));
    const archive = await openVisit(client, safe, safe.documents);
    return [
      await measureCreation(client, safe, changes),
      await measureOpening(client, visit, reads),
      await measureVisits(client, safe, reads),
      await measureArchive(instance, { visit: archive, documents: safe.documents }, changes),
    ];
  } finally {
    client.close();
    await Promise.all([changes.stop(), reads.stop()]);
    await database.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Safe = { headers: Record<string, string>; documents: string[] };
type Visit = { shareId: string; code: Record<string, string>; sharing: Record<string, string> };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const bodyOf = (payload: object) => [Buffer.from(JSON.stringify(payload))];

/** Milliseconds, one after the other. */
const timeOf = async (count: number, work: (index: number) => Promise<void>) => 1000 / (await rateOf(count, 1, work));

/** Longer than the message of a share takes to leave. */
const restMs = 40;

/** Milliseconds of what a person does once in a while: the one before is over and done with, its message too. */
async function restedTimeOf(count: number, work: () => Promise<void>): Promise<number> {
  let spentMs = 0;
  for (let index = 0; index < count; index++) {
    await wait(restMs);
    const startedAt = performance.now();
    await work();
    spentMs += performance.now() - startedAt;
  }
  return spentMs / count;
}

/** With a recipient who is written to, by a message that leaves once the share is there; the limit rests as long. */
async function measureCreation(client: Client, { headers, documents }: Safe, bare: Bare): Promise<Measure> {
  const body = bodyOf({
    ...{ title: 'Mesure', mode: 'EMAIL', documents: documents.slice(0, documentsOfAShare) },
    recipients: [{ email: 'mesure@example.org' }],
  });
  const create = async () => {
    const { status, text } = await client.send('POST', '/backend/api/v1/sharings', {
      headers: { ...headers, ...json },
      body,
    });
    if (status !== 201) throw new Error(`a share answered ${status} ${text}`);
  };
  const bareClient = new Client(bare.url);
  const change = async () => {
    const { status } = await bareClient.send('POST', '/change', { headers: bare.headers });
    if (status !== 204) throw new Error(`the bare change answered ${status}`);
  };
  const measured = { ours: [] as number[], limit: [] as number[] };
  await timeOf(warmUp, create);
  await timeOf(warmUp, change);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await restedTimeOf(sharesARound, create));
    measured.limit.push(await restedTimeOf(sharesARound, change));
  }
  bareClient.close();
  return { name: `share of ${documentsOfAShare} documents`, unit: 'ms', ...measured, promise: { atMost: 5 } };
}

/** A visitor's page asks for the context of the link, then the list. */
async function measureOpening(client: Client, visit: Visit, bare: { url: string; token: string }): Promise<Measure> {
  const read = async (from: Client, path: string, headers: Record<string, string>) => {
    const { status } = await from.send('GET', path, { headers });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  const open = async () => {
    await read(client, '/backend/api/v1/sharings/context', visit.code);
    await read(client, '/backend/api/v1/public/sharings', visit.sharing);
  };
  const bareClient = new Client(bare.url);
  const one = () => read(bareClient, '/one', bearer(bare.token));
  const measured = { ours: [] as number[], limit: [] as number[] };
  await timeOf(warmUp, open);
  await timeOf(warmUp, one);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await timeOf(openingsARound, open));
    measured.limit.push(await timeOf(openingsARound, one));
  }
  bareClient.close();
  return {
    ...{ name: 'opening by a visitor (context and list)', unit: 'ms', ...measured },
    ...{ promise: { atMost: 4 }, absolute: { atMost: 8 } },
  };
}

/** The first visit of a share by a link with a code: the context, the code, and a content. Shares are made before. */
async function measureVisits(client: Client, safe: Safe, bare: { url: string; token: string }): Promise<Measure> {
  const { headers, documents } = safe;
  const securityCode = 'Mesure-2026';
  const given = { title: 'Visite', mode: 'LINK', documents: documents.slice(0, 1), securityCode };
  const makeLink = async () => {
    const sent = { headers: { ...headers, ...json }, body: bodyOf(given) };
    const { text } = await client.send('POST', '/backend/api/v1/sharings', sent);
    return JSON.parse(text) as { id: string; link: string };
  };
  const visit = async ({ id, link }: { id: string; link: string }) => {
    const code = bearer(await followLink(client, link));
    await client.send('GET', '/backend/api/v1/sharings/context', { headers: code });
    const opened = await client.send('POST', '/backend/api/v1/sharings/verify-code', {
      headers: { ...code, ...json },
      body: bodyOf({ code: securityCode }),
    });
    const path = `/backend/api/v1/public/sharings/${id}/documents/${documents[0]}/content`;
    const range = { range: 'bytes=0-999' };
    const { status } = await client.send('GET', path, { headers: { ...bearer(opened.token), ...range } });
    if (status !== 206) throw new Error(`the content answered ${status}`);
  };
  const visits = async () => {
    const links: Array<{ id: string; link: string }> = [];
    for (let index = 0; index < visitsARound; index++) links.push(await makeLink());
    return timeOf(visitsARound, async (index) => {
      const link = links[index];
      if (link) await visit(link);
    });
  };
  const bareClient = new Client(bare.url);
  const one = async () => {
    await bareClient.send('GET', '/one', { headers: bearer(bare.token) });
  };
  const measured = { ours: [] as number[], limit: [] as number[] };
  await visits();
  await timeOf(warmUp, one);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await visits());
    measured.limit.push(await timeOf(openingsARound, one));
  }
  bareClient.close();
  return {
    ...{ name: 'first visit of a share (context, code, content)', unit: 'ms', ...measured, promise: { atMost: 12 } },
    note: 'beside three reads of bare Fastify: a third of the ratio',
  };
}

type Shared = { visit: Visit; documents: string[] };

async function measureArchive({ url }: Instance, { visit, documents }: Shared, bare: Bare): Promise<Measure> {
  const body = JSON.stringify({ sharingId: visit.shareId, documents });
  const headers = { ...visit.sharing, ...json };
  const archive = () => download(`${url}/backend/api/v1/public/sharings/download`, { method: 'POST', headers, body });
  const limitOf = () => download(`${bare.url}/archive`, { method: 'POST', headers: bare.headers });
  const measured = { ours: [] as number[], limit: [] as number[] };
  await archive();
  await limitOf();
  for (let round = 0; round < rounds; round++) {
    const ours = await archive();
    if (ours.sizeBytes < files * fileBytes) throw new Error(`the archive has ${ours.sizeBytes} bytes`);
    const limit = await limitOf();
    measured.ours.push(ours.sizeBytes / 1000 / ours.wholeMs);
    measured.limit.push(limit.sizeBytes / 1000 / limit.wholeMs);
  }
  return {
    name: `a visitor’s ZIP of ${files} documents of 1 MB`,
    unit: 'MB/s',
    ...measured,
    promise: { atLeast: 1 / 3 },
  };
}

/** A safe of 50 documents of 1 MB. */
async function fillSafe(instance: Instance, client: Client): Promise<Safe> {
  const user = (await instance.accounts()).users.findLast(({ mustChangeEmail }) => !mustChangeEmail);
  if (!user) throw new Error('no user');
  const headers = bearer(await signIn(client, user));
  const documents: string[] = [];
  await rateOf(files, 4, async (index) => {
    const form = makeForm({ title: `Document ${index}` }, makeText(fileBytes, index), 'bench.txt');
    const sent = { headers: { ...form.headers, ...headers }, body: form.body };
    const { status, text } = await client.send('POST', '/backend/api/v1/documents', sent);
    if (status !== 201) throw new Error(`a document answered ${status} ${text}`);
    documents.push(String(JSON.parse(text).id));
  });
  return { headers, documents };
}

/** By a link without a code. */
async function openVisit(client: Client, { headers }: Safe, documents: string[]): Promise<Visit> {
  const made = await client.send('POST', '/backend/api/v1/sharings', {
    headers: { ...headers, ...json },
    body: bodyOf({ title: 'Archive', mode: 'LINK', documents }),
  });
  const { id, link } = JSON.parse(made.text) as { id: string; link: string };
  const code = bearer(await followLink(client, link));
  const { token } = await client.send('POST', '/backend/api/v1/sharings/verify-code', {
    headers: { ...code, ...json },
    body: bodyOf({ code: '' }),
  });
  return { shareId: id, code, sharing: bearer(token) };
}

/** Asks for the token of a link, as the page of links does. */
export async function followLink(client: Client, link: string): Promise<string> {
  const sent = { headers: json, body: bodyOf({ reference: new URL(link).hash.slice(1) }) };
  const { text } = await client.send('POST', '/backend/api/v1/public/links', sent);
  return (JSON.parse(text) as { token: string }).token;
}
