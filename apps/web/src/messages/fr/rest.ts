import { activation } from './activation.ts';
import { help, privacy, terms } from './information.ts';
import { account, collectors, federation, publicShares, resetPassword, shares, trash } from './pages.ts';

/** What all the other pages say. */
export const rest = {
  account,
  activation,
  collectors,
  federation,
  help,
  privacy,
  publicShares,
  resetPassword,
  shares,
  terms,
  trash,
} as const;
