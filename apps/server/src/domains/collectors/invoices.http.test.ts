import { afterAll, describe, expect, it } from 'vitest';
import {
  Collecting,
  collectingApp,
  offering,
  openPartner,
  testCollectors,
} from '../../testing/collecting/collector-steps.ts';
import { pace } from '../../testing/pace.ts';
import { promptReader } from '../../testing/fakes/prompt-reader.ts';
import { createTestApp } from '../../testing/test-app.ts';

const wait = { timeout: 180_000 * pace, interval: 250 };

describe('the invoices of the partner', () => {
  const opened = openPartner();
  afterAll(async () => (await opened).close());

  it('are called by what they say of themselves, once the partner makes them electronic', async () => {
    const partner = await opened;
    partner.clock.set(new Date('2026-10-25T08:00:00Z'));
    const test = await collectingApp(partner, { reader: promptReader() });
    await test.startWorker();
    const camille = await Collecting.make(test, partner);
    await camille.ended(await camille.connect('slow'));
    const newest = async () => (await camille.documents()).items.filter(({ invoice }) => invoice !== undefined);
    await expect.poll(async () => (await newest()).length, wait).toBe(2);
    const { items } = await camille.documents();
    expect(items.map((item) => [item.title, item['type']])).toEqual([
      ['Facture 2026-08', 'FACTA'],
      ['Lumen Énergie – facture 2026-09 – 61,52\u00a0€', 'FACTA'],
      ['Lumen Énergie – facture 2026-10 – 76,62\u00a0€', 'FACTA'],
    ]);
    expect(items[2]).toMatchObject({
      ...{ addedBy: 'collector', unread: true },
      invoice: {
        ...{ kind: 'INVOICE', supplier: 'Lumen Énergie', number: '202610-48213', date: '2026-10-18' },
        ...{ dueDate: '2026-11-02', amount: { value: 76.62, currency: 'EUR' } },
      },
    });
    await test.close();
  });
});

/** Short enough for the credential that says what is offered. */
const creditNote =
  '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"><ID>A1</ID><AccountingSupplierParty><Party><PartyName><Name>Zéphyr</Name></PartyName></Party></AccountingSupplierParty></CreditNote>';

describe('what any collector brings', () => {
  it('is an invoice by its own word, whatever the collector called it', async () => {
    const test = await createTestApp({ reader: promptReader(), collecting: { folder: testCollectors } });
    const camille = await Collecting.make(test, { accounts: [] });
    await test.startWorker();
    const offered = [{ identity: 'a', title: 'Pièce jointe', fileName: 'a.xml', raw: creditNote }];
    const { status, body } = await camille.call('POST', 'collectors', offering(offered));
    expect(status).toBe(201);
    await camille.ended(body.id);
    const find = async () => (await camille.documents()).items[0];
    await expect
      .poll(async () => (await find())?.['invoice'], wait)
      .toEqual({ kind: 'CREDIT_NOTE', supplier: 'Zéphyr', number: 'A1' });
    const { id = '', ...document } = (await find()) ?? {};
    expect(document).toMatchObject({ title: 'Zéphyr – avoir A1', type: 'FACTA' });
    await camille.call('PATCH', `documents/${id}`, { title: 'Pièce jointe' });
    expect((await find())?.title).toBe('Pièce jointe');
    await test.close();
  });
});
