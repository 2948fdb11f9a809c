import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { pdfSaying, pictureOfLines, pictureSaying, scanOf } from '../../../testing/files/sample-files.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pace } from '../../../testing/pace.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ reader: promptReader() });
  owner = await makeOwner(t);
  await t.startWorker();
});
afterAll(() => t.close());

const wait = { timeout: 180_000 * pace, interval: 250 };

const call = (method: 'GET' | 'PATCH' | 'PUT', path: string, payload?: object) =>
  t.app.inject({ method, url: `/backend/api/v1/${path}`, headers: owner.headers, ...(payload && { payload }) });
const get = async (id: string) => (await call('GET', `documents/${id}`)).json();
const agree = (accepted: boolean) => call('PUT', 'user/content-reading', { accepted });

async function add(type: string, file: { fileName: string; content: Buffer }): Promise<string> {
  const added = await upload(t, owner, { ...file, fields: { type } });
  expect(added.statusCode).toBe(201);
  return added.json().id;
}

const passport = async () => ({ fileName: 'passeport.pdf', content: await pdfSaying('Date of expiry: 04/05/2031') });

async function readExpiries(): Promise<Buffer[]> {
  const client = new pg.Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select read_expiry from documents where safe_id = $1', [owner.safeId]);
    return rows.flatMap(({ read_expiry }) => read_expiry ?? []);
  } finally {
    await client.end();
  }
}

describe('the end of validity that a paper tells itself', () => {
  let id: string;

  it('is not read until its owner agrees that contents are', async () => {
    id = await add('PSPR', await passport());
    await expect.poll(async () => (await get(id)).hasThumbnail, wait).toBe(true);
    expect(await get(id)).not.toHaveProperty('readExpiresOn');
    expect(await readExpiries()).toEqual([]);
  });

  it('is proposed then, and kept sealed; the paper has no end until its owner says so', async () => {
    await agree(true);
    await expect.poll(async () => (await get(id)).readExpiresOn, wait).toBe('2031-05-04');
    expect(await get(id)).not.toHaveProperty('expiresOn');
    const kept = await readExpiries();
    expect(kept).toHaveLength(1);
    expect(kept.map(String).join()).not.toContain('2031');
  });

  it('is read in pictures too', async () => {
    const picture = { fileName: 'carte.png', content: await pictureSaying('Expire le 04/05/2031') };
    const card = await add('CIDT', picture);
    await expect.poll(async () => (await get(card)).readExpiresOn, wait).toBe('2031-05-04');
  });

  it('is told of identity papers only, once they are said to be some', async () => {
    const other = await add('AUDO', await passport());
    await expect.poll(async () => (await readExpiries()).length, wait).toBe(3);
    expect(await get(other)).not.toHaveProperty('readExpiresOn');
    const named = await call('PATCH', `documents/${other}`, { type: 'OTHER' });
    expect(named.json()).toMatchObject({ readExpiresOn: '2031-05-04' });
  });

  it('is proposed no more once its owner has said it, or another', async () => {
    const said = await call('PATCH', `documents/${id}`, { expiresOn: '2031-05-05', formerly: { expiresOn: null } });
    expect(said.json()).toMatchObject({ expiresOn: '2031-05-05' });
    expect(said.json()).not.toHaveProperty('readExpiresOn');
    expect(await get(id)).not.toHaveProperty('readExpiresOn');
  });

  it('is forgotten when its owner takes the agreement back; what was confirmed stays', async () => {
    await agree(false);
    expect(await readExpiries()).toEqual([]);
    expect(await get(id)).toMatchObject({ expiresOn: '2031-05-05' });
  });
});

describe('the lines for machines of a paper', () => {
  beforeAll(async () => {
    owner = await makeOwner(t);
    await agree(true);
  });

  const card = [
    'IDFRAX4RTBPFW46<<<<<<<<<<<<<<<',
    '9007138F3002119FRA<<<<<<<<<<<6',
    'MARTIN<<MAELYS<GAELLE<MARIE<<<',
  ] as const;

  it.each([
    ['a picture of a card', 'CIDT', 'carte.png', () => pictureOfLines(card)],
    ['a scanned card', 'CIDT', 'carte.pdf', async () => scanOf(await pictureOfLines(card))],
    ['a card as a PDF', 'CIDT', 'carte.pdf', () => pdfSaying(card.join('\n'))],
  ])('are read, and the end of validity in them is proposed: %s', async (_what, type, fileName, make) => {
    const id = await add(type, { fileName, content: await make() });
    await expect.poll(async () => (await get(id)).readExpiresOn, wait).toBe('2030-02-11');
  });

  it('propose nothing where a digit does not prove itself', async () => {
    const wrong = card.map((line) => line.replace('3002119', '3102119'));
    const id = await add('CIDT', { fileName: 'carte.png', content: await pictureOfLines(wrong) });
    const other = await add('CIDT', { fileName: 'carte.png', content: await pictureSaying('Expire le 04/05/2031') });
    await expect.poll(async () => (await get(other)).readExpiresOn, wait).toBe('2031-05-04');
    await expect.poll(async () => (await get(id)).hasThumbnail, wait).toBe(true);
    expect(await get(id)).not.toHaveProperty('readExpiresOn');
  });
});
