import { expect, it } from 'vitest';
import { namedToSave } from './saved-names.rules.ts';

const bail = { title: 'Bail', type: 'CONT', fileName: 'scan_0012.PDF' } as const;
const payslip = {
  title: 'Bulletin de paie – octobre 2026',
  type: 'PAYE',
  fileName: 'bulletin-2026-10.pdf',
  period: '2026-10',
  originName: 'Atelier Morvan',
} as const;

it.each([
  ['a payslip by its month and its employer', payslip, 'fr', '2026-10 Bulletin de paie – Atelier Morvan.pdf'],
  ['a payslip in English', payslip, 'en', '2026-10 Payslip – Atelier Morvan.pdf'],
  [
    'a payslip that its owner renamed',
    { ...payslip, title: 'Paie' },
    'fr',
    '2026-10 Bulletin de paie – Atelier Morvan.pdf',
  ],
  [
    'an employer whose name leads elsewhere',
    { ...payslip, originName: '../A/B' },
    'fr',
    '2026-10 Bulletin de paie – .. A B.pdf',
  ],
  ['another document by its title', bail, 'fr', 'Bail.pdf'],
  ['a document that nobody renamed as it came', { ...bail, title: 'scan_0012' }, 'fr', 'scan_0012.PDF'],
] as const)('names %s', (_what, secrets, locale, name) => {
  expect(namedToSave({ secrets }, locale).secrets.fileName).toBe(name);
});
