import type { Document } from '@perenne/contract/documents';
import type { JournalEntry } from '@perenne/contract/journal';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForm, makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { pace } from '../../../testing/pace.ts';
import {
  crossIndustryDocument,
  crossIndustryInvoice,
  lumen,
  pdfHolding,
  readOf,
  ubl,
} from '../../../testing/files/sample-invoices.ts';
import { tokenOf } from '../../../testing/people/links.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  test = await createTestApp({ reader: promptReader() });
  owner = await makeOwner(test);
  await test.startWorker();
});
afterAll(() => test.close());

const wait = { timeout: 180_000 * pace, interval: 250 };
const title = 'Lumen Énergie – facture 2026-10 – 96,26\u00a0€';

const call = async (method: 'GET' | 'PATCH' | 'PUT' | 'POST', path: string, payload?: object) => {
  const url = `/backend/api/v1/${path}`;
  return (await test.app.inject({ method, url, headers: owner.headers, ...(payload && { payload }) })).json();
};
const get = (id: string): Promise<Document> => call('GET', `documents/${id}`);

type Added = { fileName: string; content: Buffer; fields?: Record<string, string> };
async function add(file: Added): Promise<Document> {
  const added = await upload(test, owner, file);
  expect(added.statusCode).toBe(201);
  return added.json();
}

/** A document once it has been looked into as an invoice. */
async function understood(file: Added): Promise<Document> {
  const { id } = await add(file);
  await expect.poll(async () => (await get(id)).invoice, wait).toBeDefined();
  return get(id);
}

const facturX = (changed = {}) => pdfHolding({ 'factur-x.xml': crossIndustryInvoice(changed) });

describe('an invoice that its owner adds', () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['Factur-X', 'scan.pdf', () => facturX()],
    ['ZUGFeRD 2', 'scan.pdf', () => pdfHolding({ 'zugferd-invoice.xml': crossIndustryInvoice() })],
    ['ZUGFeRD 1', 'scan.pdf', () => pdfHolding({ 'ZUGFeRD-invoice.xml': crossIndustryDocument() })],
    ['XRechnung', 'scan.pdf', () => pdfHolding({ 'xrechnung.xml': crossIndustryInvoice() })],
    ['UBL in a PDF', 'scan.pdf', () => pdfHolding({ 'invoice.xml': ubl('Invoice') })],
    ['UBL', 'export.xml', () => Buffer.from(ubl('Invoice'))],
    ['CII', 'export.xml', () => Buffer.from(crossIndustryInvoice())],
  ])('is called and described by its own XML: %s', async (_kind, fileName, make) => {
    const document = await understood({ fileName, content: await make() });
    expect(document).toMatchObject({ title, type: 'FACTA', fileName, invoice: readOf(lumen), unread: false });
  });

  it('is a credit note where it says so, in its own currency', async () => {
    const content = Buffer.from(ubl('CreditNote', { currency: 'CHF' }));
    expect(await understood({ fileName: 'avoir.xml', content })).toMatchObject({
      title: 'Lumen Énergie – avoir 2026-10 – 96,26\u00a0CHF',
      invoice: { kind: 'CREDIT_NOTE', amount: { value: 96.26, currency: 'CHF' } },
    });
  });

  it('keeps the title that its owner typed, at once or meanwhile', async () => {
    const typed = { title: 'Électricité d’octobre', type: 'CONT' };
    const content = await facturX();
    expect(await understood({ fileName: 'scan.pdf', content, fields: typed })).toMatchObject(typed);
    const { id } = await add({ fileName: 'scan.pdf', content });
    await call('PATCH', `documents/${id}`, { title: 'La mienne' });
    await expect.poll(async () => (await get(id)).invoice, wait).toEqual(readOf(lumen));
    expect((await get(id)).title).toBe('La mienne');
  });

  it('has a title that its owner changes as any other, and that no reading takes back', async () => {
    const { id } = await understood({ fileName: 'scan.pdf', content: await facturX() });
    await call('PATCH', `documents/${id}`, { title: 'La mienne', type: 'AUDO' });
    const { accepted } = await call('PUT', 'user/content-reading', { accepted: true });
    expect(accepted).toBe(true);
    await expect.poll(async () => (await call('GET', 'documents?q=48213')).total, wait).toBeGreaterThan(0);
    await expect.poll(async () => (await call('GET', 'documents?q=mienne%2048213')).total, wait).toBe(1);
    expect(await get(id)).toMatchObject({ title: 'La mienne', type: 'AUDO', invoice: readOf(lumen) });
    await call('PUT', 'user/content-reading', { accepted: false });
  });

  it('is found by its supplier, and by its number where contents are read', async () => {
    const { id } = await understood({
      fileName: 'scan.pdf',
      content: await facturX({ supplier: 'Zéphyr', number: 'Z77X' }),
    });
    const found = async (q: string) => (await call('GET', `documents?q=${q}`)).items.map((item: Document) => item.id);
    expect([await found('zephyr'), await found('z77x')]).toEqual([[id], []]);
    await call('PUT', 'user/content-reading', { accepted: true });
    await expect.poll(() => found('z77x'), wait).toEqual([id]);
    await call('PUT', 'user/content-reading', { accepted: false });
    expect(await found('z77x')).toEqual([]);
  });

  it('is renamed in the journal, by the machine', async () => {
    const { id } = await understood({ fileName: 'scan.pdf', content: await facturX() });
    const { items } = await call('GET', 'user/journal?kind=document');
    const own = (items as JournalEntry[]).filter(({ documentId, action }) => documentId === id && !/read/.test(action));
    expect(own.map(({ action, actor, title: named }) => [action, actor.kind, named])).toEqual([
      ['document.renamed', 'system', title],
      ['document.deposited', 'owner', 'scan'],
    ]);
  });

  it('is nowhere in clear in the database', async () => {
    const supplier = 'Canari Énergie';
    await understood({ fileName: 'canari.pdf', content: await facturX({ supplier, total: '4321.87' }) });
    const client = new pg.Client({ connectionString: test.database.ownerUrl });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
      );
      for (const { name } of tables) {
        const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
        const text = rows.map(({ row }) => row).join('\n');
        expect(text.includes('Canari') || text.includes('4321.87'), name).toBe(false);
      }
    } finally {
      await client.end();
    }
  });
});

describe('what is no invoice', () => {
  const plain = async (file: Added): Promise<Document> => {
    const { id } = await add(file);
    // Documents are looked into in their order: once the next one is understood, this one has been.
    await understood({ fileName: 'next.xml', content: Buffer.from(ubl('Invoice')) });
    return get(id);
  };

  it.each<[string, Added]>([
    ['an order', { fileName: 'commande.xml', content: Buffer.from('<Order xmlns="urn:x"><ID>1</ID></Order>') }],
    [
      'entities that multiply',
      { fileName: 'rire.xml', content: Buffer.from(ubl('Invoice').replace('?>', '?><!DOCTYPE x [<!ENTITY l "l">]>')) },
    ],
    ['6 MB of spaces', { fileName: 'long.xml', content: Buffer.from(ubl('Invoice') + ' '.repeat(6_000_000)) }],
  ])('keeps its name and its type: %s', async (_name, file) => {
    const document = await plain(file);
    expect(document).toMatchObject({ title: file.fileName.replace('.xml', ''), type: 'AUDO' });
    expect(document).not.toHaveProperty('invoice');
  });

  it('keeps its small picture where a file in it is a bomb', async () => {
    const content = await pdfHolding({ 'factur-x.xml': Buffer.alloc(300_000_000, ' ') });
    expect(content.length).toBeLessThan(1_000_000);
    const document = await plain({ fileName: 'bombe.pdf', content });
    expect(document).toMatchObject({ title: 'bombe', hasThumbnail: true });
    expect(document).not.toHaveProperty('invoice');
  });
});

describe('an invoice that someone else sends by a request', () => {
  it('is described, and keeps the name that its sender gave it', async () => {
    const { link } = await call('POST', 'document-requests', { title: 'Justificatifs' });
    const file = { name: 'file', fileName: 'Ma facture.pdf', content: await facturX() };
    const { headers, payload } = makeForm([file]);
    const url = '/backend/api/v1/public/document-requests/files';
    const authorization = `Bearer ${await tokenOf(test, link)}`;
    const sent = await test.app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload });
    expect(sent.statusCode).toBe(201);
    const find = async (): Promise<Document> => (await call('GET', 'documents?q=ma%20facture')).items[0];
    await expect.poll(async () => (await find()).invoice, wait).toEqual(readOf(lumen));
    expect(await find()).toMatchObject({ title: 'Ma facture', type: 'FACTA', unread: true });
  });
});
