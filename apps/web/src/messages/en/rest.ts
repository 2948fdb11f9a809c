import { activation } from './activation.ts';
import { help, privacy, terms } from './information.ts';
import { collectors, federation } from './pages.ts';
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
  resetPassword,
  secondFactorStep,
  terms,
  undoEmailChange,
} as const;
