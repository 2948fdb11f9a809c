import { readFonts } from '../../src/platform/fonts.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { demoIdentities, identityOf } from '../federation/identities.ts';
import type { Accounts } from './accounts.ts';
import * as cast from './cast.ts';
import type { Employment, Owner, Pending } from './cast.ts';
import { ensureEmployee, renewCode, type Job } from './employees.ts';
import { ensureEmployers, type DemoEmployer } from './employers.ts';
import { ensureLinked } from './linked.ts';
import { ensureOwner } from './owners.ts';
import { papersOf } from './papers.ts';
import { payslipsOf, type Worker } from './payslips.ts';
import { readingsOf } from './reading.ts';
import { sharesOf } from './shares.ts';
import { atInstant, instantOf, periodBefore, play, type Happening } from './timeline.ts';

/** Makes the world, or what a run that was stopped had not made of it yet. */
export async function ensureWorld(platform: Platform, issuer: string): Promise<Accounts> {
  const now = platform.clock.now();
  const opening = instantOf(`${periodBefore(now, 25)}-03`, '09:00');
  const employers = await ensureEmployers(atInstant(platform, opening), cast.employers);
  const jobOf = (job: Employment): Job => ({ ...job, employer: employerOf(employers, job) });
  await play(platform, [
    ...cast.owners.flatMap((owner) => beginningsOf(owner, { now, jobs: owner.employments.map(jobOf) })),
    linkingOf({ now, jobs: cast.nadege.employments.map(jobOf), issuer }),
    ...cast.pending.flatMap((person) => arrivalOf(person, { now, job: jobOf(person.employment) })),
  ]);
  await play(platform, await documentsOf(now, jobOf));
  return {
    employers: employers.map(({ id, name, clientId, clientSecret, refusalAllowed }) => ({
      ...{ id, name, clientId, clientSecret, refusalAllowed },
    })),
    users: cast.owners.map(describeOwner),
    pending: await listPending(platform, jobOf),
    franceConnect: { issuer, identities: demoIdentities.map(identityOf) },
  };
}

function employerOf(employers: DemoEmployer[], { employer }: Employment): DemoEmployer {
  const found = employers.find(({ clientId }) => clientId === employer.clientId);
  if (!found) throw new Error(`${employer.company.name} is no employer of the demonstration`);
  return found;
}

/** Known to an employer in the middle of the month of the first payslip, or of last month. */
const arrivalDay = (now: Date, jobs: readonly Job[]): string =>
  `${periodBefore(now, Math.max(1, ...jobs.map(({ payslips }) => payslips)))}-12`;

function beginningsOf(owner: Owner, { now, jobs }: { now: Date; jobs: Job[] }): Happening[] {
  const day = arrivalDay(now, jobs);
  const arrivals = jobs.map((job) => ({
    at: instantOf(day, '09:00'),
    happen: (platform: Platform) => ensureEmployee(platform, owner, job),
  }));
  return [...arrivals, { at: instantOf(day, '17:20'), happen: (platform) => ensureOwner(platform, owner, jobs) }];
}

/** A quarter of an hour after the activation. */
const linkingOf = ({ now, jobs, issuer }: { now: Date; jobs: Job[]; issuer: string }): Happening => ({
  at: instantOf(arrivalDay(now, jobs), '17:35'),
  happen: (platform) => ensureLinked(platform, issuer),
});

const arrivalOf = (person: Pending, { now, job }: { now: Date; job: Job }): Happening[] => [
  { at: instantOf(arrivalDay(now, [job]), '09:00'), happen: (platform) => ensureEmployee(platform, person, job) },
];

async function documentsOf(now: Date, jobOf: (job: Employment) => Job): Promise<Happening[]> {
  const fonts = await readFonts();
  const slips = (worker: Worker, jobs: readonly Employment[]) =>
    jobs.flatMap((job) => payslipsOf(fonts, worker, { job: jobOf(job), now }));
  return [
    ...cast.owners.flatMap((owner) => slips(owner, owner.employments)),
    ...cast.pending.flatMap((person) => slips(person, [person.employment])),
    ...papersOf(fonts, { owner: cast.camille, job: jobOf(cast.camilleJob), now }),
    ...readingsOf(cast.camille, { now, months: 23 }),
    ...sharesOf(cast.camille, now),
  ];
}

function describeOwner(owner: Owner): Accounts['users'][number] {
  const { email, password, firstName, lastName, birthDate, phone, mustChangeEmail } = owner;
  return { email, password, firstName, lastName, birthDate, phone, mustChangeEmail };
}

async function listPending(platform: Platform, jobOf: (job: Employment) => Job): Promise<Accounts['pending']> {
  const codes: Accounts['pending'] = [];
  for (const person of cast.pending) {
    const { firstName, lastName, birthDate, email, phone } = person;
    const job = jobOf(person.employment);
    const { employeeNumber, employer } = job;
    const activationCode = await renewCode(platform, person, job);
    codes.push({ employeeNumber, activationCode, firstName, lastName, birthDate, email, phone, employer: employer.id });
  }
  return codes;
}
