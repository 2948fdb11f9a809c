import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFonts } from '../../src/platform/fonts.ts';
import { hasXmlTools, judge } from '../../src/testing/servers/outside-tools.ts';
import { crossIndustryInvoice, lumen } from '../../src/testing/files/sample-invoices.ts';
import { listInvoices, openInvoiceFiles } from './invoices.ts';

const schemas = fileURLToPath(new URL('../../src/testing/files/factur-x', import.meta.url));
const canDetach = existsSync('/usr/bin/pdfdetach');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-factur-x-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the words of xmllint about an invoice, by the schema of a profile. */
async function validate(xml: string, profile: 'EN16931' | 'BASICWL'): Promise<string> {
  const file = join(folder, 'invoice.xml');
  await writeFile(file, xml);
  const schema = join(schemas, `Factur-X_1.07.3_${profile}.xsd`);
  return judge('xmllint', ['--noout', '--nonet', '--schema', schema, file]);
}

describe.skipIf(!hasXmlTools || !canDetach)('an electronic invoice of the partner', () => {
  const invoiceFile = openInvoiceFiles(readFonts);
  /** As Poppler finds it in the PDF. */
  const xmlOf = async (period: string): Promise<string> => {
    const [pdf, xml] = [join(folder, 'invoice.pdf'), join(folder, 'attached.xml')];
    await writeFile(pdf, await invoiceFile(period));
    expect(await judge('pdfdetach', ['-list', pdf])).toContain('factur-x.xml');
    await judge('pdfdetach', ['-save', '1', '-o', xml, pdf]);
    return readFile(xml, 'utf8');
  };

  it('is valid Factur-X, profile EN 16931, and names the amount that the partner lists: xmllint', async () => {
    for (const { period, cents } of listInvoices('2027-02', 6)) {
      const xml = await xmlOf(period);
      expect(await validate(xml, 'EN16931')).toContain('validates');
      expect(xml).toContain(`<ram:GrandTotalAmount>${(cents / 100).toFixed(2)}</ram:GrandTotalAmount>`);
    }
  });

  it('adds up as EN 16931 asks: its lines, its tax and its totals', async () => {
    const xml = await xmlOf('2026-11');
    const all = (name: string) =>
      [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([\\d.]+)<`, 'g'))].map(([, value]) => Number(value));
    const cents = (name: string) => all(name).map((value) => Math.round(value * 100));
    const [net] = cents('TaxBasisTotalAmount');
    const [tax] = cents('TaxTotalAmount');
    const lines = cents('LineTotalAmount');
    // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-17; each line is its quantity times its price.
    expect(lines.pop()).toBe(net);
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(net);
    expect(cents('CalculatedAmount')).toEqual([tax]);
    expect(tax).toBe(Math.round((net ?? 0) * 0.2));
    expect(cents('GrandTotalAmount')).toEqual([(net ?? 0) + (tax ?? 0)]);
    const prices = all('ChargeAmount');
    expect(all('BilledQuantity').map((quantity, at) => Math.round(quantity * (prices[at] ?? 0) * 100))).toEqual(lines);
  });
});

it.skipIf(!hasXmlTools)(
  'the sample of the tests is valid Factur-X, profile BASIC WL, and a wrong one is not',
  async () => {
    expect(await validate(crossIndustryInvoice(), 'BASICWL')).toContain('validates');
    expect(await validate(crossIndustryInvoice({ typeCode: '381', total: '1.00' }), 'BASICWL')).toContain('validates');
    const wrong = crossIndustryInvoice().replace(`<ram:ID>${lumen.number}</ram:ID>`, '');
    await expect(validate(wrong, 'BASICWL')).rejects.toThrow('fails to validate');
  },
);
