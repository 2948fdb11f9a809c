import { activation } from './activation.ts';
import { help, privacy, terms } from './information.ts';
import { collectors, federation, publicShares, shares } from './pages.ts';
import {
  changeEmail,
  federatedSignIn,
  identityFlow,
  resetPassword,
  secondFactorStep,
  undoEmailChange,
} from './ways-in.ts';

/** What all the other pages say. */
export const rest = {
  activation,
  changeEmail,
  collectors,
  federatedSignIn,
  federation,
  help,
  identityFlow,
  privacy,
  publicShares,
  resetPassword,
  secondFactorStep,
  shares,
  terms,
  undoEmailChange,
} as const;
