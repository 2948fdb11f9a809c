import { activation } from './activation.ts';
import { help, privacy, terms } from './information.ts';
import { federation } from './pages.ts';
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
