import type { payslips as french } from '../fr/payslips.ts';
import type { Shape } from '../messages.ts';

export const payslips = {
  title: 'Payslip calendar',
  subtitle: 'The months that you have received, employer by employer.',
  toDocuments: 'See my documents',
  held: '{held, number} of {total, number} {total, plural, one {month} other {months}}',
  complete: 'No months missing',
  missingCount: '{count, plural, one {# missing month} other {# missing months}}',
  span: 'From {from} to {to}',
  year: 'Year',
  open: 'Open the payslip for {month}',
  several: 'Payslips for {month}, corrected: {count, number}',
  latest: 'Corrected payslip',
  earlier: '{count, plural, =1 {First payslip} other {Version #}}',
  missing: 'Payslip for {month} missing',
  outside: 'Outside the period',
  legendHeld: 'Present',
  legendSeveral: 'Corrected',
  legendMissing: 'Missing',
  legend: 'Legend',
  missingHint:
    'A month is missing if your employer did not deposit it here, if you were receiving your payslips on paper at the time, or if you deleted it. You can ask your employer for a copy.',
  empty: 'No payslips yet',
  emptyText: 'Those that your employers deposit will be filed here, month by month.',
} as const satisfies Shape<typeof french>;
