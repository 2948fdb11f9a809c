import type { Fonts } from '../../src/platform/fonts.ts';
import { attachFacturX, type FacturX, type FacturXLine } from './factur-x.ts';
import { writeFoot, writeSender, type Person, type Sender } from './letter.ts';
import { ink, openSheet, page, type Cell, type Sheet } from '../../src/platform/pdf/sheet.ts';
import { euros, longDate, monthName, shortMonthName } from './words.ts';

type Invoice = {
  customer: Person;
  /** `YYYY-MM`. */
  period: string;
  /** The last twelve months, this one last. */
  consumptionKwh: readonly number[];
  /** With the same invoice for programs in it (Factur-X). */
  isElectronic?: boolean;
};

const supplier: Sender = {
  name: 'Lumen Énergie',
  activity: 'Électricité d’origine renouvelable',
  address: ['80 avenue des Alizés', '69007 Lyon'],
  color: '#75510f',
  tint: '#f7edd8',
  monogram: 'LÉ',
};

const left = 56;
const right = page.width - left;
const subscriptionCents = 1_582;
const centsPerKwh = 19.4;
const taxCentsPerKwh = 3.04;
const vatPercent = 20;

/** A month's electricity on one page, with a picture of the year's consumption. */
export async function makeEnergyInvoice(fonts: Fonts, invoice: Invoice): Promise<Buffer> {
  const { customer, period, consumptionKwh, isElectronic = false } = invoice;
  const date = `${period}-18`;
  const used = consumptionKwh.at(-1) ?? 0;
  const lines = priceLines(used);
  const totalCents = lines.reduce((sum, line) => sum + line.cents, 0);
  const title = `Facture d’électricité – ${monthName(period)}`;
  const sheet = openSheet(fonts, {
    title: `${title} – ${supplier.name}`,
    author: supplier.name,
    madeAt: new Date(`${date}T08:00:00Z`),
    isArchival: isElectronic,
  });
  writeSender(sheet, supplier);
  const name = `${customer.firstName} ${customer.lastName}`;
  sheet.say('P', name, { x: 340, y: 122, width: 200, font: 'strong', size: 11 });
  sheet.say('P', customer.address.join('\n'), { x: 340, y: 138, width: 200, size: 10, lineGap: 3 });
  sheet.say('H1', title, { x: left, y: 196, width: right - left, font: 'title', size: 20 });
  const reference = `Facture n° ${numberOf(period)} du ${longDate(date)} · Contrat 7 048 213`;
  sheet.say('P', reference, { x: left, y: 224, width: right - left, size: 9, color: ink.muted });
  writeTotal(sheet, totalCents, period);
  writeLines(sheet, lines);
  writeChart(sheet, period, consumptionKwh);
  writeFoot(sheet, supplier);
  if (isElectronic) attachFacturX(sheet, forPrograms(invoice));
  return sheet.finish();
}

const numberOf = (period: string): string => `${period.replace('-', '')}-48213`;
const dueDateOf = (period: string): string => `${monthsBefore(period, -1)}-02`;

function forPrograms({ customer, period, consumptionKwh }: Invoice): FacturX {
  const [subscription, consumption, excise] = priceLines(consumptionKwh.at(-1) ?? 0);
  const kwh = { quantity: consumptionKwh.at(-1) ?? 0, unit: 'KWH' } as const;
  const lineOf = (line: Line | undefined, sold: Omit<FacturXLine, 'name' | 'cents'>) =>
    line ? [{ name: line.label, cents: line.cents, ...sold }] : [];
  return {
    ...{ number: numberOf(period), date: `${period}-18`, dueDate: dueDateOf(period), vatPercent },
    seller: { name: supplier.name, address: supplier.address, siren: '100000009', vatNumber: 'FR88100000009' },
    buyer: { name: `${customer.firstName} ${customer.lastName}`, address: customer.address },
    lines: [
      ...lineOf(subscription, { quantity: 1, unit: 'MON', centsPerUnit: subscriptionCents }),
      ...lineOf(consumption, { ...kwh, centsPerUnit: centsPerKwh }),
      ...lineOf(excise, { ...kwh, centsPerUnit: taxCentsPerKwh }),
    ],
  };
}

type Line = { label: string; quantity: string; cents: number };

function priceLines(kwh: number): Line[] {
  const consumption = Math.round(kwh * centsPerKwh);
  const taxes = Math.round(kwh * taxCentsPerKwh);
  const vat = Math.round((subscriptionCents + consumption + taxes) * (vatPercent / 100));
  return [
    { label: 'Abonnement, puissance 6 kVA', quantity: '1 mois', cents: subscriptionCents },
    { label: 'Consommation, option base', quantity: `${kwh} kWh`, cents: consumption },
    { label: 'Accise sur l’électricité', quantity: `${kwh} kWh`, cents: taxes },
    { label: 'TVA', quantity: `${vatPercent}\u00a0%`, cents: vat },
  ];
}

function writeTotal(sheet: Sheet, totalCents: number, period: string): void {
  sheet.draw((pdf) => pdf.roundedRect(left, 252, right - left, 66, 12).fill(supplier.tint));
  sheet.say('P', 'Montant à payer', { x: left + 20, y: 267, width: 200, size: 10, color: supplier.color });
  const when = `Prélèvement automatique le ${longDate(dueDateOf(period))}`;
  sheet.say('P', when, { x: left + 20, y: 286, width: 280, size: 9, color: ink.muted });
  const amount = `${euros(totalCents)}\u00a0€`;
  sheet.say('P', amount, {
    x: right - 200,
    y: 268,
    width: 180,
    align: 'right',
    font: 'title',
    size: 26,
    color: supplier.color,
  });
}

function writeLines(sheet: Sheet, lines: readonly Line[]): void {
  const row = (texts: readonly [string, string, string], y: number, tag: 'TH' | 'TD'): Cell[] => {
    const [label, quantity, amount] = texts;
    const style =
      tag === 'TH' ? ({ font: 'strong', size: 8.5, color: supplier.color } as const) : ({ size: 10 } as const);
    const ending = { ...style, align: 'right', figures: true } as const;
    return [
      { text: label, place: { x: left, y, width: 260 }, style, tag },
      { text: quantity, place: { x: left + 260, y, width: 100 }, style: ending, tag },
      { text: amount, place: { x: right - 110, y, width: 110 }, style: ending, tag },
    ];
  };
  const rows = lines.map(({ label, quantity, cents }, at) =>
    row([label, quantity, `${euros(cents)}\u00a0€`], 368 + at * 22, 'TD'),
  );
  sheet.table([row(['Détail', 'Quantité', 'Montant'], 344, 'TH'), ...rows]);
  sheet.draw((pdf) => {
    for (let at = 0; at <= lines.length; at += 1) {
      const y = 362 + at * 22;
      pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(ink.line);
    }
  });
}

function writeChart(sheet: Sheet, period: string, consumptionKwh: readonly number[]): void {
  sheet.say('H2', 'Votre consommation sur douze mois', { x: left, y: 488, width: 300, font: 'strong', size: 11 });
  const most = Math.max(...consumptionKwh, 1);
  const step = (right - left) / consumptionKwh.length;
  const summary = `Consommation de chaque mois en kWh, jusqu’à ${monthName(period)}\u00a0: ${consumptionKwh.join(', ')}.`;
  sheet.figure(summary, (pdf) => {
    consumptionKwh.forEach((kwh, at) => {
      const height = (kwh / most) * 150;
      const isLast = at === consumptionKwh.length - 1;
      const [x, width] = [left + at * step + 5, step - 10];
      pdf.roundedRect(x, 690 - height, width, height, 5).fill(isLast ? supplier.color : '#e6d3a8');
      pdf
        .font('text')
        .fontSize(8)
        .fillColor(ink.muted)
        .text(String(kwh), x, 677 - height, { width, align: 'center' });
      const month = shortMonthName(monthsBefore(period, consumptionKwh.length - 1 - at));
      pdf.text(month, x, 697, { width, align: 'center' });
    });
  });
}

function monthsBefore(period: string, count: number): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 7);
}
