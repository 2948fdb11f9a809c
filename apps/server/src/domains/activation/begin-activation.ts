import type { sendActivationInfo } from '@perenne/contract/activation';
import type { Answer } from '@perenne/contract/endpoint';
import { DomainError } from '../../platform/domain-error.ts';
import type { Guest, Origin } from '../../platform/http/actors.ts';
import { clientAddressOf } from '../../platform/http/connections/client-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { findByActivationCode, personTag, readEmployee, type EmployeeKey } from '../employers/employers.ts';
import { hasAccount, tryUnderGuards, type Guard } from '../identity/identity.ts';
import { isForbiddenAddress } from './addresses.ts';

export type Said = { activationCode: string; lastName: string; birthDate: string };

/**
 * Begins an activation with the employer's code. The answer is the same, whatever is wrong.
 * @throws {DomainError} EntityNotFound; VerificationCodeRateLimitExceeded
 */
export async function beginActivation(
  platform: Platform,
  guest: Guest,
  said: Said,
): Promise<Answer<typeof sendActivationInfo>> {
  return presentNewcomer(platform, guest, await findNewcomer(platform, guest, said));
}

/**
 * Finds the person who holds the employer's code, whatever the call that takes it: wrong tries of all of them are
 * counted together.
 * @throws {DomainError} EntityNotFound; VerificationCodeRateLimitExceeded
 */
export const findNewcomer = (platform: Platform, guest: Guest, said: Said): Promise<EmployeeKey> =>
  tryUnderGuards(platform, guardsOf(platform, guest, said), async (tx) => {
    const now = platform.clock.now();
    const found = await findByActivationCode(tx, platform, { ...said, code: said.activationCode, now });
    return found ?? new DomainError('EntityNotFound');
  });

const wrongCodesAnHour = { perHour: 5 };

/** One person and one address each have their wrong tries. */
const guardsOf = ({ secrets }: Platform, { address }: Guest, said: Said): Guard[] => [
  { purpose: 'activation-person', owner: personTag(secrets, said).toString('hex'), limits: wrongCodesAnHour },
  { purpose: 'activation-address', owner: clientAddressOf(address), limits: wrongCodesAnHour, lasting: true },
];

/**
 * The address that the employer gave, unless it cannot become the login, or is one already: a page would propose what is
 * refused.
 */
async function proposedEmail(
  platform: Platform,
  { employerId }: EmployeeKey,
  email: string | null,
): Promise<string | null> {
  if (email === null || (await isForbiddenAddress(platform, email, { employerId }))) return null;
  return (await hasAccount(platform.db, platform, email)) ? null : email;
}

/** The token that they go on with, and what the employer said of them. */
export async function presentNewcomer(
  platform: Platform,
  guest: Origin,
  key: EmployeeKey,
): Promise<Answer<typeof sendActivationInfo>> {
  const employee = await readEmployee(platform.db, platform, key);
  if (!employee) throw new DomainError('EntityNotFound');
  const { firstName, lastName, birthDate, email, phone, employerName, refusalDisabled } = employee;
  return {
    activationToken: await platform.tokens.issue('activation', { sub: key.employeeId, sid: key.employerId }, guest),
    profile: { firstName, lastName, birthDate, email: await proposedEmail(platform, key, email), phone },
    employer: { name: employerName, refusalAllowed: !refusalDisabled },
  };
}
