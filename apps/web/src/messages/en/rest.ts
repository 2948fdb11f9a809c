import { activation } from './activation.ts';
import { documents } from './documents.ts';
import { home } from './home.ts';
import { help, privacy, terms } from './information.ts';
import { account, collectors, federation, publicShares, resetPassword, shares, trash } from './pages.ts';
import { shell } from './shell.ts';
import { upload } from './upload.ts';

/** Everything that the sign-in page can do without. */
export const rest = {
  account,
  activation,
  collectors,
  documents,
  federation,
  help,
  home,
  privacy,
  publicShares,
  resetPassword,
  shares,
  shell,
  terms,
  trash,
  upload,
} as const;
