import type { FederatedPerson } from '../../../platform/federation/federation.ts';
import { normaliseEmail } from '../account/identity.rules.ts';

/** How long a sign-in may take at the federation, and how long its answer serves afterwards. */
export const federationMs = 10 * 60_000;

type Account = { email: string; birthDate: string };

/** The e-mail alone proves nothing: it differs from one identity provider to another. */
export const isOwnerOf = (account: Account, { email, birthDate }: FederatedPerson): boolean =>
  email !== null && normaliseEmail(email) === normaliseEmail(account.email) && birthDate === account.birthDate;

type Names = { firstName: string; lastName: string; birthDate: string };

/** The fields that the federation vouches for, and that a federated owner may not write. */
export const lockedFields = ['firstName', 'lastName', 'birthDate'] as const;

export const changedLockedField = (before: Names, after: Names) =>
  lockedFields.find((field) => before[field] !== after[field]);
