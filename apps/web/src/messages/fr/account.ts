import { accountFrame } from './account-frame.ts';
import { delivery, linkedIdentity } from './delivery.ts';
import { exports_ } from './exports.ts';
import { journal } from './journal.ts';
import { merge } from './merge.ts';
import { profile } from './profile.ts';
import { closing, codeForm, devices, safety } from './safety.ts';
import { secondFactorSettings } from './second-factor-settings.ts';

/** The words of the account's pages. */
export const account = {
  account: accountFrame,
  closing,
  codeForm,
  delivery,
  devices,
  exports: exports_,
  journal,
  linkedIdentity,
  merge,
  profile,
  safety,
  secondFactorSettings,
} as const;
