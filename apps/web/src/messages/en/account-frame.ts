import type * as french from '../fr/account-frame.ts';
import type { Shape } from '../messages.ts';

export const accountFrame = {
  title: 'My account',
  sections: 'Account sections',
  profileInfos: 'My information',
  safety: 'Connection and security',
  franceConnect: 'FranceConnect',
  dematerialization: 'Payslips',
  search: 'Search',
  journal: 'Journal',
  merge: 'Safe merge',
  export: 'Export',
} as const satisfies Shape<typeof french.accountFrame>;
