import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, offering, openPartner, testCollectors } from '../../testing/collector-steps.ts';
import { pace } from '../../testing/pace.ts';
import { lumen, readOf, ubl } from '../../testing/sample-invoices.ts';
import { createTestApp } from '../../testing/test-app.ts';

const wait = { timeout: 60_000 * pace, interval: 250 };

describe('the invoices of the partner', () => {
  const opened = openPartner();
  afterAll(async () => (await opened).close());

  it('are called by what they say of themselves, once the partner makes them electronic', async () => {
    const partner = await opened;
    partner.clock.set(new Date('2026-10-25T08:00:00Z'));
    const test = await collectingApp(partner);
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

describe('what any collector brings', () => {
  it('is an invoice by its own word, unless its owner has renamed it', async () => {
    const test = await createTestApp({ collecting: { folder: testCollectors } });
    const camille = await Collecting.make(test, { accounts: [] });
    const raw = ubl('Invoice');
    const offered = [
      { identity: 'a', title: 'Pièce jointe 1', fileName: 'a.xml', raw },
      { identity: 'b', title: 'Pièce jointe 2', fileName: 'b.xml', raw },
    ];
    await test.startWorker();
    const { body } = await camille.call('POST', 'collectors', offering(offered));
    await camille.ended(body.id);
    const find = async (fileName: string) =>
      (await camille.documents()).items.find((each) => each['fileName'] === fileName);
    await expect.poll(async () => (await find('b.xml'))?.['invoice'], wait).toEqual(readOf(lumen));
    expect(await find('a.xml')).toMatchObject({
      title: 'Lumen Énergie – facture 2026-10 – 96,26\u00a0€',
      type: 'FACTA',
    });
    await test.close();
  });
});
