import { putEmployee } from '../../src/domains/employers/employees/employees.ts';
import {
  findByActivationCode,
  replaceActivationCode,
  type EmployeeKey,
} from '../../src/domains/employers/employers.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Employment, Person } from './cast.ts';
import type { DemoEmployer } from './employers.ts';

export type Job = Omit<Employment, 'employer'> & { employer: DemoEmployer };

/** The employer’s own machine, as the journals record it. */
export const actorOf = ({ id }: DemoEmployer) => ({
  ...{ kind: 'employer' as const, employerId: id },
  ...{ address: '198.51.100.24', agent: 'payroll', browser: null },
});

export async function ensureEmployee(platform: Platform, person: Person, job: Job): Promise<void> {
  const { firstName, lastName, birthDate } = person;
  const row = { employeeNumber: job.employeeNumber, firstName, lastName, birthDate, ...job.contact };
  await putEmployee(platform, actorOf(job.employer), row);
}

/** A fresh activation code, by the contact that this employer knows: one that was lost is found no more. */
export async function renewCode({ db, ...platform }: Platform, person: Person, job: Job): Promise<string> {
  const { lastName, birthDate } = person;
  const replaced = await db
    .transaction()
    .execute((tx) => replaceActivationCode(tx, platform, { lastName, birthDate, ...job.contact }));
  if (!replaced) throw new Error(`${job.employeeNumber} of ${job.employer.name} waits for no activation code`);
  return replaced.code;
}

/** The employee whom a code names. */
export async function findEmployee(platform: Platform, person: Person, job: Job): Promise<EmployeeKey> {
  const code = await renewCode(platform, person, job);
  const said = { ...person, code, now: platform.clock.now() };
  const found = await findByActivationCode(platform.db, platform, said);
  if (found?.employerId !== job.employer.id) throw new Error(`the code of ${job.employeeNumber} opens nothing`);
  return found;
}
