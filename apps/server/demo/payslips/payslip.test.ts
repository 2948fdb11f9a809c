import { expect, it } from 'vitest';
import { readFonts } from '../../src/platform/fonts.ts';
import { atelierMorvan, maisonRoux } from './companies.ts';
import { computePay } from './pay.rules.ts';
import { makePayslip, type PayslipInput } from './payslip.ts';
import { euros, lastWorkingDay, longDate, monthName, rate } from './words.ts';

const fonts = await readFonts();
const input: PayslipInput = {
  employer: atelierMorvan,
  employee: {
    firstName: 'Camille',
    lastName: 'Roy',
    employeeNumber: 'AM-0147',
    job: 'Cheffe de projet agencement',
    since: '2021-03-01',
    address: ['8 rue des Tilleuls', '69003 Lyon'],
  },
  period: '2026-10',
  monthlyGrossCents: 285_000,
};

it.each([98_000, 182_300, 285_000, 520_000])('adds up every line of a gross of %d cents', (grossCents) => {
  const pay = computePay(grossCents, 2026, 4.2);
  const lines = pay.sections.flatMap((section) => section.lines);
  const total = (side: 'employeeCents' | 'employerCents') => lines.reduce((sum, line) => sum + line[side], 0);
  expect(total('employeeCents')).toBe(pay.employeeCents);
  expect(total('employerCents')).toBe(pay.employerCents);
  expect(pay.beforeTaxCents).toBe(grossCents - pay.employeeCents);
  expect(pay.paidCents).toBe(pay.beforeTaxCents - pay.taxCents);
  expect(pay.costCents).toBe(grossCents + pay.employerCents);
  expect(pay.beforeTaxCents / grossCents).toBeGreaterThan(0.74);
  expect(pay.beforeTaxCents / grossCents).toBeLessThan(0.81);
  expect(pay.costCents / grossCents).toBeGreaterThan(1.36);
  expect(pay.costCents / grossCents).toBeLessThan(1.48);
});

it('caps what is due up to the ceiling only', () => {
  const [below, above] = [computePay(400_000, 2026, 0), computePay(600_000, 2026, 0)];
  const capped = (pay: typeof below) =>
    pay.sections.flatMap(({ lines }) => lines).find(({ label }) => label === 'Sécurité sociale plafonnée')?.baseCents;
  expect(capped(below)).toBe(400_000);
  expect(capped(above)).toBe(400_500);
});

it('makes the same bytes of the same month, others of another', async () => {
  const [first, second] = [await makePayslip(fonts, input), await makePayslip(fonts, input)];
  expect(first.equals(second)).toBe(true);
  expect(first.equals(await makePayslip(fonts, { ...input, period: '2026-09' }))).toBe(false);
});

it('is one tagged page in French with its fonts inside', async () => {
  const pdf = await makePayslip(fonts, { ...input, employer: maisonRoux });
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-1.7')).toBe(true);
  expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
  expect(text).toContain('/Lang (fr-FR)');
  expect(text).toContain('/Marked true');
  expect(text.match(/\/FontFile[23]/g)).toHaveLength(3);
  expect(pdf.length).toBeGreaterThan(25_000);
  expect(pdf.length).toBeLessThan(100_000);
});

it('writes amounts, dates and months as French readers do', () => {
  expect(euros(217_176)).toBe('2\u202f171,76');
  expect(euros(-50)).toBe('−0,50');
  expect(rate(6.9)).toBe('6,90');
  expect(longDate('2026-10-01')).toBe('1er octobre 2026');
  expect(monthName('2026-08')).toBe('août 2026');
  expect(lastWorkingDay('2026-10')).toBe('2026-10-30');
  expect(lastWorkingDay('2026-09')).toBe('2026-09-30');
});
