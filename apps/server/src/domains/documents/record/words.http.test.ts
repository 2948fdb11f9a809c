import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { docxSaying, pdfSaying, pictureSaying } from '../../../testing/files/sample-files.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pace } from '../../../testing/pace.ts';

let t: TestApp;
let camille: TestOwner;
let bruno: TestOwner;

beforeAll(async () => {
  t = await createTestApp({ reader: promptReader() });
  camille = await makeOwner(t);
  bruno = await makeOwner(t);
  await t.startWorker();
});
afterAll(() => t.close());

const get = (owner: TestOwner, path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/backend/api/v1/${path}`, headers: { ...owner.headers, ...headers } });

const found = async (owner: TestOwner, q: string, rest = ''): Promise<string[]> => {
  const answer = await get(owner, `documents?q=${encodeURIComponent(q)}${rest}`);
  expect(answer.statusCode).toBe(200);
  const { items, total } = answer.json();
  expect(total).toBe(items.length);
  return items.map(({ title }: { title: string }) => title);
};

const agree = (owner: TestOwner, accepted: boolean) =>
  t.app.inject({
    method: 'PUT',
    url: '/backend/api/v1/user/content-reading',
    headers: owner.headers,
    payload: { accepted },
  });

const add = async (owner: TestOwner, title: string, file: { fileName: string; content: Buffer }): Promise<string> => {
  const added = await upload(t, owner, { ...file, fields: { title } });
  expect(added.statusCode).toBe(201);
  return added.json().id;
};

const text = (words: string) => ({ fileName: 'note.txt', content: Buffer.from(words) });

const query = async (statement: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
};

describe('words of titles', () => {
  let owner: TestOwner;
  beforeAll(async () => {
    owner = await makeOwner(t);
    await add(owner, 'Attestation d’hébergement', text('a'));
    await add(owner, 'Œuvre de l’été 2026', text('b'));
    await add(owner, 'Facture 3', text('c'));
  });

  it.each([
    ['hebergement', ['Attestation d’hébergement']],
    ['HÉBERG', ['Attestation d’hébergement']],
    ["d'héb", ['Attestation d’hébergement']],
    ['attest heb', ['Attestation d’hébergement']],
    ['attest facture', []],
    ['oeuv', ['Œuvre de l’été 2026']],
    ['Œuvre', ['Œuvre de l’été 2026']],
    ['ete 2026', ['Œuvre de l’été 2026']],
    ['3', ['Facture 3']],
    ['ergement', []],
    ['h', ['Attestation d’hébergement']],
  ])('“%s” finds %j at once', async (q, titles) => {
    expect(await found(owner, q)).toEqual(titles);
  });

  it.each(['', ' ', '\t\u00a0 '])('are not looked for by blanks: %j gives the list as it is', async (q) => {
    expect(await found(owner, q)).toEqual(['Facture 3', 'Œuvre de l’été 2026', 'Attestation d’hébergement']);
  });

  it.each(['%', '_', '*', '?!', '’', '\\', '€'])('are not found by signs: %j', async (q) => {
    expect(await found(owner, q)).toEqual([]);
    expect(await found(owner, q, '&sort=title')).toEqual([]);
    expect(await found(owner, `${q} facture ${q}`)).toEqual(['Facture 3']);
  });

  it('follow a new title', async () => {
    const id = await add(owner, 'Quittance', text('d'));
    await t.app.inject({
      method: 'PATCH',
      url: `/backend/api/v1/documents/${id}`,
      headers: owner.headers,
      payload: { title: 'Reçu de loyer' },
    });
    expect(await found(owner, 'quittance')).toEqual([]);
    expect(await found(owner, 'recu')).toEqual(['Reçu de loyer']);
  });

  it('go along with filters, orders and pages', async () => {
    const many = await makeOwner(t);
    for (const number of [1, 2, 3]) await add(many, `Relevé ${number}`, text(String(number)));
    await add(many, 'Autre', text('x'));
    expect(await found(many, 'relevé', '&sort=-title')).toEqual(['Relevé 3', 'Relevé 2', 'Relevé 1']);
    const first = (await get(many, 'documents?q=releve&limit=2')).json();
    expect([first.items.length, first.total]).toEqual([2, 3]);
    const second = (await get(many, `documents?q=releve&limit=2&cursor=${first.nextCursor}`)).json();
    expect([second.items.length, second.nextCursor]).toEqual([1, null]);
    expect(await found(many, 'relevé', '&addedBy=company')).toEqual([]);
  });

  it('of another safe are never found', async () => {
    expect(await found(bruno, 'attestation')).toEqual([]);
  });

  it('of an older release get their tags by the worker', async () => {
    await query('update documents set title_tags = null where safe_id = $1', [owner.safeId]);
    expect(await found(owner, 'facture')).toEqual([]);
    const { indexTitles } = await import('./index-titles.ts');
    await indexTitles(t.platform);
    expect(await found(owner, 'facture')).toEqual(['Facture 3']);
  });

  it('of an older release get their tags, though a document among them cannot be opened', async () => {
    const many = await makeOwner(t);
    const broken = await add(many, 'Illisible', text('a'));
    await add(many, 'Lisible', text('b'));
    await query('update documents set title_tags = null where safe_id = $1', [many.safeId]);
    await query('update documents set sealed = $2 where document_id = $1', [broken, Buffer.alloc(64)]);
    const { indexTitles } = await import('./index-titles.ts');
    await indexTitles(t.platform);
    expect(await found(many, 'lisible')).toEqual(['Lisible']);
    expect(t.logged.join('')).toContain('a document cannot be opened');
  });
});

describe('words of contents', () => {
  const lease = async () => ({ fileName: 'bail.pdf', content: await pdfSaying('Le dépôt de garantie est restitué') });

  it('are not read until their owner agrees', async () => {
    expect((await get(camille, 'user/content-reading')).json()).toEqual({ accepted: false, since: null });
    await add(camille, 'Bail', await lease());
    const id = await add(camille, 'Photo', { fileName: 'p.png', content: await pictureSaying('Kilimandjaro') });
    await expect.poll(async () => (await get(camille, `documents/${id}`)).json().hasThumbnail, wait).toBe(true);
    expect(await found(camille, 'garantie')).toEqual([]);
    expect(
      await query('select 1 from documents where safe_id = $1 and content_tags is not null', [camille.safeId]),
    ).toEqual([]);
  });

  it('are found once their owner has agreed, those of pictures too', async () => {
    const answer = await agree(camille, true);
    expect(answer.json()).toEqual({ accepted: true, since: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await get(camille, 'user/content-reading')).json()).toEqual(answer.json());
    await expect.poll(() => found(camille, 'dépôt garan'), wait).toEqual(['Bail']);
    await expect.poll(() => found(camille, 'kilimandjaro'), wait).toEqual(['Photo']);
    await add(camille, 'Contrat', { fileName: 'c.docx', content: docxSaying('Clause de non-con', 'currence') });
    await expect.poll(() => found(camille, 'concurrence'), wait).toEqual(['Contrat']);
    // One word of the title, another of the content.
    expect(await found(camille, 'contrat clause')).toEqual(['Contrat']);
  });

  it('of another safe are never found', async () => {
    await agree(bruno, true);
    expect(await found(bruno, 'garantie')).toEqual([]);
  });

  it('stand nowhere in the database', async () => {
    const dump = await wholeDatabase();
    for (const word of ['garantie', 'kilimandjaro', 'concurrence', 'Photo', 'clause']) {
      expect(dump.toLowerCase()).not.toContain(word.toLowerCase());
      expect(dump).not.toContain(Buffer.from(word).toString('hex'));
    }
  });

  it('are forgotten at once when their owner takes it back, and both are in the journal', async () => {
    expect((await agree(camille, false)).json()).toEqual({ accepted: false, since: null });
    expect(
      await query('select 1 from documents where safe_id = $1 and content_tags is not null', [camille.safeId]),
    ).toEqual([]);
    expect(await found(camille, 'garantie')).toEqual([]);
    expect(await found(camille, 'bail')).toEqual(['Bail']);
    const { items } = (await get(camille, 'user/journal?limit=200')).json();
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith('content-reading'))).toEqual([
      'content-reading.withdrawn',
      'content-reading.accepted',
    ]);
  });

  it('are read anew when they agree again', async () => {
    await agree(camille, true);
    await expect.poll(() => found(camille, 'garantie'), wait).toEqual(['Bail']);
  });
});

const wait = { timeout: 180_000 * pace, interval: 250 };

/** Every row of every table, as text: bytes in hexadecimal. */
async function wholeDatabase(): Promise<string> {
  const tables = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const selects = tables.map(({ name }) => `select t::text as row from ${name} t`);
  return (await query(selects.join(' union all '))).map(({ row }) => row).join('\n');
}
