import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { openEmployee, personTag } from './employee-record.ts';
import { normaliseEmail, normaliseName } from '../employers.rules.ts';
import { selectByPerson, type EmployeeKey } from '../employers.store.ts';

/** The facts that somebody else vouches for; unknown ones are null. */
type Vouched = { firstName: string | null; lastName: string | null; birthDate: string | null; email: string | null };

/**
 * The newest employee without a safe whom their employer announced with the same names, birth date and
 * e-mail; null where there is none.
 */
export async function findAnnounced(
  db: Db,
  { secrets }: Pick<Platform, 'secrets'>,
  { firstName, lastName, birthDate, email }: Vouched,
): Promise<EmployeeKey | null> {
  if (firstName === null || lastName === null || birthDate === null || email === null) return null;
  for (const { sealed, ...key } of await selectByPerson(db, personTag(secrets, { lastName, birthDate }))) {
    const known = openEmployee(secrets, key.employeeId, sealed);
    const isSame = known.email !== null && normaliseEmail(known.email) === normaliseEmail(email);
    if (isSame && isFirstNameOf(known.firstName, firstName)) return key;
  }
  return null;
}

/** A federation gives all first names of the civil register, an employer often the first of them. */
function isFirstNameOf(firstName: string, all: string): boolean {
  const names = all.trim().split(/\s+/);
  const wanted = normaliseName(firstName);
  return names.some((_, index) => normaliseName(names.slice(0, index + 1).join(' ')) === wanted);
}
