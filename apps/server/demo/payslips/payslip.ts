import type { Fonts } from '../../src/platform/fonts.ts';
import type { Company } from './companies.ts';
import { computePay, type Contribution, type Pay } from './pay.rules.ts';
import { ink, openSheet, page, type Cell, type Sheet, type Style } from '../../src/platform/pdf/sheet.ts';
import { capitalised, euros, lastWorkingDay, longDate, monthName, rate } from './words.ts';

export type Employee = {
  firstName: string;
  lastName: string;
  employeeNumber: string;
  job: string;
  /** When they joined, as `YYYY-MM-DD`. */
  since: string;
  address: readonly [string, string];
};

export type PayslipInput = {
  employer: Company;
  employee: Employee;
  /** `YYYY-MM`. */
  period: string;
  /** The monthly pay of the contract. */
  monthlyGrossCents: number;
  /** Default: 151.67, a full time. */
  monthlyHours?: number;
  /** Beside the salary, in this month. */
  bonuses?: readonly { label: string; cents: number }[];
  /** The rate of the withholding tax, in percent. */
  taxRate?: number;
};

type Slip = Required<PayslipInput> & { pay: Pay; months: number };

const left = 40;
const right = page.width - 40;
const rowHeight = 17;

/** A month's payslip on one page, in the order that French law gives to its lines. The same input makes the same bytes. */
export async function makePayslip(fonts: Fonts, input: PayslipInput): Promise<Buffer> {
  const { bonuses = [], taxRate = 4.2, monthlyHours = 151.67, period, employer, monthlyGrossCents } = input;
  const grossCents = monthlyGrossCents + bonuses.reduce((total, { cents }) => total + cents, 0);
  const pay = computePay(grossCents, Number(period.slice(0, 4)), taxRate);
  const slip = { ...input, bonuses, taxRate, monthlyHours, pay, months: monthsThisYear(input) };
  const sheet = openSheet(fonts, {
    title: `Bulletin de paie – ${monthName(period)} – ${employer.name}`,
    author: employer.name,
    madeAt: new Date(`${lastWorkingDay(period)}T08:00:00Z`),
  });
  writeHead(sheet, slip);
  writePeople(sheet, slip);
  const below = writeTable(sheet, slip);
  writeTotals(sheet, slip, below + 10);
  writeNotices(sheet, slip);
  return sheet.finish();
}

function monthsThisYear({ period, employee }: PayslipInput): number {
  const [year = '', month = ''] = period.split('-');
  const first = employee.since.startsWith(year) ? Number(employee.since.slice(5, 7)) : 1;
  return Number(month) - first + 1;
}

function writeHead(sheet: Sheet, { employer, period }: Slip): void {
  const { color, tint, monogram, name, activity, address } = employer;
  sheet.draw((pdf) => {
    pdf.rect(0, 0, page.width, 6).fill(color);
    pdf.roundedRect(left, 30, 46, 46, 12).fill(color);
    pdf.font('title').fontSize(19).fillColor(tint).text(monogram, left, 43, { width: 46, align: 'center' });
  });
  sheet.say('P', name, { x: left + 60, y: 28, width: 230, font: 'title', size: 16, color });
  const identity = `${activity}\n${address.join(', ')}\nSIRET ${employer.siret} · APE ${employer.activityCode}`;
  sheet.say('P', identity, { x: left + 60, y: 49, width: 260, size: 8, color: ink.muted, lineGap: 1 });
  const at = { x: right - 240, width: 240, align: 'right' } as const;
  sheet.say('H1', 'Bulletin de paie', { ...at, y: 26, font: 'title', size: 21 });
  sheet.say('P', capitalised(monthName(period)), { ...at, y: 53, font: 'strong', size: 12, color });
  sheet.say('P', `Payé le ${longDate(lastWorkingDay(period))} par virement`, {
    ...at,
    y: 71,
    size: 8,
    color: ink.muted,
  });
}

function writePeople(sheet: Sheet, { employer, employee }: Slip): void {
  const top = 100;
  sheet.draw((pdf) => {
    pdf.roundedRect(left, top, 262, 82, 8).fill(ink.sunken);
    pdf
      .roundedRect(right - 236, top, 236, 82, 8)
      .lineWidth(0.8)
      .stroke(ink.line);
  });
  const facts = [
    ['Matricule', employee.employeeNumber],
    ['Emploi', employee.job],
    ['Entrée', longDate(employee.since)],
    ['Convention', employer.agreement],
  ] as const;
  facts.forEach(([label, value], at) => {
    const y = top + 10 + at * 15;
    sheet.say('P', label, { x: left + 12, y, width: 60, size: 8, color: ink.muted });
    sheet.say('P', value, { x: left + 74, y, width: 180, size: 8, font: 'strong', lineGap: 0.5 });
  });
  const name = `${employee.firstName} ${employee.lastName}`;
  sheet.say('P', name, { x: right - 220, y: top + 20, width: 210, font: 'strong', size: 11 });
  sheet.say('P', employee.address.join('\n'), { x: right - 220, y: top + 37, width: 210, size: 10 });
}

const columns = { label: left + 8, base: 258, employeeRate: 324, employee: 380, employerRate: 446, employer: 492 };

type RowStyle = { y: number; style?: Style; tag?: 'TH' };

/** Every row has its six cells, empty or not: a table that is listened to needs them. */
function row(texts: readonly string[], { y, style = {}, tag = 'TD' as 'TH' }: RowStyle): Cell[] {
  const [label = '', ...figures] = texts;
  const places = [
    [columns.base, 60],
    [columns.employeeRate, 50],
    [columns.employee, 60],
    [columns.employerRate, 40],
    [columns.employer, right - columns.employer - 8],
  ] as const;
  const first: Cell = { text: label, place: { x: columns.label, y, width: 245 }, style: { size: 8, ...style }, tag };
  const rest = places.map(([x, width], at): Cell => ({
    text: figures[at] ?? '',
    place: { x, y, width },
    style: { size: 8, align: 'right', figures: true, ...style },
    tag,
  }));
  return [first, ...rest];
}

function writeTable(sheet: Sheet, slip: Slip): number {
  const { employer, pay } = slip;
  const top = 196;
  const rows: Cell[][] = [];
  let y = top + 6;
  const add = (texts: readonly string[], style: Style = {}, height = rowHeight) => {
    rows.push(row(texts, { y, style }));
    y += height;
  };
  const addSection = (title: string, lines: readonly Contribution[]) => {
    add([title], { font: 'strong', color: employer.color });
    for (const line of lines) add([line.label, ...contributionTexts(line)]);
  };
  const heads = ['Rubrique', 'Base', 'Taux sal.', 'Part salarié', 'Taux emp.', 'Part employeur'];
  rows.push(row(heads, { y, style: { font: 'strong', color: employer.color, size: 7.5 }, tag: 'TH' }));
  y += 19;
  for (const line of grossLines(slip)) add(line);
  add(['Salaire brut', '', '', euros(pay.grossCents)], { font: 'strong' }, 22);
  for (const { title, lines } of pay.sections) {
    const [only, second] = lines;
    if (only && !second) add([title, ...contributionTexts(only)]);
    else addSection(title, lines);
  }
  y += 3;
  const totalTop = y - 3;
  add(['Total des cotisations et contributions', '', '', euros(pay.employeeCents), '', euros(pay.employerCents)], {
    font: 'strong',
  });
  sheet.draw((pdf) => {
    pdf.roundedRect(left, top, right - left, 18, 5).fill(employer.tint);
    pdf.moveTo(left, totalTop).lineTo(right, totalTop).lineWidth(0.8).stroke(ink.line);
  });
  sheet.table(rows);
  return y;
}

function grossLines({ monthlyGrossCents, monthlyHours, bonuses }: Slip): string[][] {
  const hourly = monthlyGrossCents / monthlyHours;
  return [
    ['Salaire de base', rate(monthlyHours), rate(hourly / 100), euros(monthlyGrossCents)],
    ...bonuses.map(({ label, cents }) => [label, '', '', euros(cents)]),
  ];
}

const contributionTexts = ({ baseCents, ...line }: Contribution): string[] => [
  euros(baseCents),
  line.employeeRate === undefined ? '' : rate(line.employeeRate),
  line.employeeRate === undefined ? '' : euros(line.employeeCents),
  line.employerRate === undefined ? '' : rate(line.employerRate),
  line.employerRate === undefined ? '' : euros(line.employerCents),
];

function writeTotals(sheet: Sheet, { employer, pay, taxRate, months }: Slip, top: number): void {
  const box = { x: right - 236, width: 236 };
  sheet.draw((pdf) => {
    pdf.roundedRect(box.x, top, box.width, 96, 8).fill(employer.tint);
    pdf.roundedRect(box.x, top + 58, box.width, 38, 8).fill(employer.color);
  });
  const line = (texts: [string, string], y: number, style: Style = {}) => {
    const [label, amount] = texts;
    sheet.say('P', label, { x: box.x + 12, y, width: 150, size: 8, ...style });
    sheet.say('P', amount, {
      x: box.x + 130,
      y,
      width: box.width - 142,
      size: 8,
      align: 'right',
      figures: true,
      ...style,
    });
  };
  line(['Montant net social', euros(pay.netSocialCents)], top + 9);
  line(['Net à payer avant impôt sur le revenu', euros(pay.beforeTaxCents)], top + 23, { font: 'strong' });
  const base = `Impôt prélevé à la source (${rate(taxRate)}\u00a0% de ${euros(pay.taxableCents)})`;
  sheet.say('P', base, { x: box.x + 12, y: top + 38, width: 175, size: 7.5 });
  sheet.say('P', euros(0 - pay.taxCents), {
    x: box.x + 150,
    y: top + 38,
    width: box.width - 162,
    size: 8,
    align: 'right',
  });
  sheet.say('P', 'Net payé', { x: box.x + 12, y: top + 69, width: 90, font: 'strong', size: 12, color: '#ffffff' });
  const paid = { x: box.x + 90, y: top + 65, width: box.width - 102, align: 'right', color: '#ffffff' } as const;
  sheet.say('P', `${euros(pay.paidCents)}\u00a0€`, { ...paid, font: 'title', size: 18 });
  writeYear(sheet, { pay, months }, top);
}

function writeYear(sheet: Sheet, { pay, months }: Pick<Slip, 'pay' | 'months'>, top: number): void {
  sheet.draw((pdf) => pdf.roundedRect(left, top, 262, 96, 8).fill(ink.sunken));
  sheet.say('H2', 'Depuis le début de l’année', { x: left + 12, y: top + 9, width: 200, font: 'strong', size: 8.5 });
  const facts: [string, string][] = [
    ['Brut', euros(pay.grossCents * months)],
    ['Net imposable', euros(pay.taxableCents * months)],
    ['Impôt prélevé', euros(pay.taxCents * months)],
    ['Total versé par l’employeur ce mois', euros(pay.costCents)],
    ['Congés payés acquis, en jours', rate(Math.min(25, months * 2.08))],
  ];
  sheet.table(
    facts.map(([label, value], at) => {
      const y = top + 25 + at * 13;
      return [
        { text: label, place: { x: left + 12, y, width: 160 }, style: { size: 8, color: ink.muted }, tag: 'TH' },
        {
          text: value,
          place: { x: left + 170, y, width: 80 },
          style: { size: 8, font: 'strong', align: 'right', figures: true },
        },
      ];
    }),
  );
}

function writeNotices(sheet: Sheet, { employer }: Slip): void {
  const top = page.height - 74;
  sheet.draw((pdf) => pdf.moveTo(left, top).lineTo(right, top).lineWidth(0.8).stroke(ink.line));
  const text =
    'Dans votre intérêt, et pour vous aider à faire valoir vos droits, conservez ce bulletin de paie sans limitation de ' +
    'durée. Pour la définition des termes employés, se reporter au site service-public.fr, rubrique « Cotisations sociales ». ' +
    `Document de démonstration\u00a0: ${employer.name} et les données de ce bulletin sont fictives.`;
  sheet.say('P', text, { x: left, y: top + 10, width: right - left, size: 7, color: ink.muted, lineGap: 1.5 });
}
