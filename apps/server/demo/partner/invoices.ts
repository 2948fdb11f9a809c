import type { Fonts } from '../../src/platform/fonts.ts';
import { makeEnergyInvoice } from '../payslips/invoice.ts';
import type { Person } from '../payslips/letter.ts';

export type PartnerInvoice = { number: string; date: string; period: string; cents: number };

const kwhOf = (period: string): number => {
  const month = Number(period.slice(5));
  // More in winter, and every year alike.
  return 210 + Math.round(120 * Math.cos(((month - 1) / 12) * 2 * Math.PI)) + ((month * 7) % 11);
};

const monthsBefore = (period: string, count: number): string => {
  const [year = 0, month = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 7);
};

const centsOf = (kwh: number): number => Math.round((1_582 + Math.round(kwh * 19.4) + Math.round(kwh * 3.04)) * 1.2);

/** One a month, the newest first: `last` is the month of the newest. */
export const listInvoices = (last: string, count: number): PartnerInvoice[] =>
  Array.from({ length: count }, (_, at) => {
    const period = monthsBefore(last, at);
    return { number: `${period.replace('-', '')}-48213`, date: `${period}-18`, period, cents: centsOf(kwhOf(period)) };
  });

const customer: Person = {
  ...{ firstName: 'Camille', lastName: 'Renaudin' },
  address: ['12 rue des Tanneurs', '69001 Lyon'],
};

/** From this month on the partner’s invoices are Factur-X; earlier ones are pages alone. */
const firstElectronic = '2026-09';

/** The page that a customer downloads, made once for each month. */
export function openInvoiceFiles(readFonts: () => Promise<Fonts>): (period: string) => Promise<Buffer> {
  const made = new Map<string, Promise<Buffer>>();
  return (period) => {
    const known = made.get(period);
    if (known) return known;
    const consumptionKwh = Array.from({ length: 12 }, (_, at) => kwhOf(monthsBefore(period, 11 - at)));
    const invoice = { customer, period, consumptionKwh, isElectronic: period >= firstElectronic };
    const file = readFonts().then((fonts) => makeEnergyInvoice(fonts, invoice));
    made.set(period, file);
    return file;
  };
}
