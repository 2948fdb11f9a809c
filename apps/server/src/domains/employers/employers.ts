import { timingSafeEqual } from 'node:crypto';
import { asciiDomain } from '@perenne/contract/fields';
import { readFrenchPhone } from '../../platform/phone-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { activationCodeExpiry, newActivationCode } from './employees/activation-code.ts';
import { keepAcceptance } from './agreements/agreements.ts';
import { activationCodeTag, openEmployee, personTag } from './employees/employee-record.ts';
import { domainTag, openEmployer } from './employer-record.ts';
import { domainAndParents, normaliseEmail, type EmployeeState } from './employers.rules.ts';
import * as store from './employers.store.ts';
import type { EmployeeKey } from './employers.store.ts';

export type { EmployeeKey };
export { findAnnounced } from './employees/announced.ts';
export {
  chooseDelivery,
  listAgreements,
  lockAgreement,
  markRefused,
  readEmployeeChoice,
  readOwnerChoice,
  type Agreement,
  type AgreementChoice,
} from './agreements/agreements.ts';
export { confirmEmployerDomain, createEmployer, listEmployers, type CreatedEmployer } from './employer-settings.ts';
export { personTag } from './employees/employee-record.ts';
export { allEmployersJobs, employersJobs } from './employers.jobs.ts';
export { mountEmployers } from './employers.routes.ts';
export { authenticateEmployer } from './oauth/oauth.routes.ts';
export { holdEmployees, listEmployerNames, receiveEmployees } from './employees/receive-employees.ts';
export { releaseEmployees } from './employees/release-employees.ts';

type Person = { lastName: string; birthDate: string };

/**
 * Finds the person whom an activation code was given to; null for every cause: no such code, expired, used, or not of
 * that person. The same work is done whatever the cause.
 */
export async function findByActivationCode(
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  said: Person & { code: string; now: Date },
): Promise<EmployeeKey | null> {
  const person = personTag(secrets, said);
  const row = await store.selectByCode(db, { codeTag: activationCodeTag(secrets, said.code), now: said.now });
  const isPerson = timingSafeEqual(row?.personTag ?? Buffer.alloc(person.length), person);
  return row && isPerson ? { employerId: row.employerId, employeeId: row.employeeId } : null;
}

export type KnownEmployee = {
  firstName: string;
  lastName: string;
  birthDate: string;
  email: string | null;
  phone: string | null;
  state: EmployeeState;
  employerName: string;
  refusalDisabled: boolean;
  /** The safe where deposits wait for the owner; none before the first deposit, nor after activation. */
  waitingSafeId: string | null;
};

/**
 * Returns an employer's record of someone. Given a transaction, it locks the employee until the end: the waiting safe
 * that it returns is then the one that `markActivated` leaves, whatever is being deposited.
 */
export async function readEmployee(
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  key: EmployeeKey,
): Promise<KnownEmployee | null> {
  const row = await store.selectEmployee(db, key);
  if (!row) return null;
  const { firstName, lastName, birthDate, email, phone } = openEmployee(secrets, key.employeeId, row.sealed);
  return {
    firstName,
    lastName,
    birthDate,
    email,
    phone,
    state: row.state,
    employerName: openEmployer(secrets, key.employerId, row.sealedEmployer).name,
    refusalDisabled: row.refusalDisabled,
    waitingSafeId: row.state === 'activated' ? null : row.safeId,
  };
}

/**
 * Gives an employee's deposits to a safe, which accepts electronic payslips, and ends the code. An employee who had
 * refused may still change their mind with the code. Returns false when already activated.
 */
export async function markActivated(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'secrets'>,
  { safeId, ...key }: EmployeeKey & { safeId: string },
): Promise<boolean> {
  const isFirst = await store.updateToActivated(tx, key, safeId);
  const employee = isFirst ? await readEmployee(tx, platform, key) : null;
  if (!employee) return false;
  const { firstName, lastName, employerName } = employee;
  const facts = { firstName, lastName, employerName, phone: null };
  await keepAcceptance(tx, platform, { safeId, employerId: key.employerId, facts });
  return true;
}

type DomainOwner = { domain: string; safeId?: string; employerId?: string };

/** Whether an e-mail domain, or one above it, is of that employer or of an employer of that safe's owner. */
export async function isForbiddenDomain(
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { domain, safeId, employerId }: DomainOwner,
): Promise<boolean> {
  const normal = asciiDomain(domain);
  if (normal === null) return false;
  const tags = domainAndParents(normal).map((each) => domainTag(secrets, each));
  if (employerId !== undefined && (await store.hasDomain(db, tags, { employerId }))) return true;
  return safeId !== undefined && store.hasDomain(db, tags, { safeId });
}

export type CodeContact = { email: string } | { phone: string };

/**
 * A new code for someone who says who they are, and the contact that the employer gave, to send it
 * to; null when nobody is known so. The code before ends.
 */
export async function replaceActivationCode(
  tx: Tx,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  said: Person & { email?: string | undefined; phone?: string | undefined },
): Promise<{ code: string; contact: CodeContact } | null> {
  for (const { sealed, ...key } of await store.selectByPerson(tx, personTag(secrets, said))) {
    const contact = sharedContact(openEmployee(secrets, key.employeeId, sealed), said);
    if (!contact) continue;
    const code = newActivationCode();
    const expiresAt = activationCodeExpiry(clock.now());
    const isReplaced = await store.updateCode(tx, key, { codeTag: activationCodeTag(secrets, code), expiresAt });
    return isReplaced ? { code, contact } : null;
  }
  return null;
}

type Contacts = { email: string | null; phone: string | null };

/** The contact that both gave, as the employer wrote it. */
function sharedContact(known: Contacts, said: { email?: string | undefined; phone?: string | undefined }) {
  if (said.email !== undefined && known.email !== null && normaliseEmail(known.email) === normaliseEmail(said.email))
    return { email: known.email };
  if (said.phone !== undefined && known.phone !== null && known.phone === readFrenchPhone(said.phone))
    return { phone: known.phone };
  return null;
}
