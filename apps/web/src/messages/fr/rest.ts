import { activation } from './activation.ts';
import { flowFailures } from './failures-outside.ts';
import { chatbot, help, privacy, terms } from './information.ts';
import { missingLink } from './missing-link.ts';
import {
  changeEmail,
  federatedSignIn,
  identityFlow,
  resetPassword,
  secondFactorStep,
  undoEmailChange,
  undoSecondFactor,
  keepSecondFactor,
  unlockAccount,
} from './ways-in.ts';

/** The words of all the other pages. */
export const rest = {
  activation,
  changeEmail,
  chatbot,
  federatedSignIn,
  flowFailures,
  help,
  identityFlow,
  missingLink,
  privacy,
  resetPassword,
  secondFactorStep,
  terms,
  undoEmailChange,
  undoSecondFactor,
  keepSecondFactor,
  unlockAccount,
} as const;
