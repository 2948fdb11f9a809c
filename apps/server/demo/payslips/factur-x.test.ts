import { expect, it } from 'vitest';
import { readFonts } from '../../src/platform/fonts.ts';
import { promptReader } from '../../src/testing/fakes/prompt-reader.ts';
import { listInvoices, openInvoiceFiles } from '../partner/invoices.ts';

const invoiceFile = openInvoiceFiles(readFonts);

const readInvoice = async (period: string) => {
  const bytes = await invoiceFile(period);
  const chunks = (async function* () {
    yield bytes;
  })();
  const wanted = { mimeType: 'application/pdf', picture: false, text: false, invoice: true };
  return (await promptReader().read(wanted, { sizeBytes: bytes.length, chunks })).invoice;
};

it('says to programs what its page says, in PDF/A-3', async () => {
  const [listed] = listInvoices('2026-10', 1);
  const value = (listed?.cents ?? 0) / 100;
  expect(await readInvoice('2026-10')).toMatchObject({
    ...{ kind: 'INVOICE', supplier: 'Lumen Énergie', number: listed?.number, date: listed?.date },
    ...{ dueDate: '2026-11-02', amount: { value, currency: 'EUR' } },
  });
  const file = (await invoiceFile('2026-10')).toString('latin1');
  expect(file).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(file).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  expect(file).toMatch(/\/AFRelationship \/Alternative/);
});

it('is not in invoices of before the partner made them so', async () => {
  expect(await readInvoice('2026-08')).toBeUndefined();
});
