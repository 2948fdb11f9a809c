import type { Fonts } from '../../src/platform/fonts.ts';
import { makePayslip } from '../payslips/payslip.ts';
import { lastWorkingDay, monthName } from '../payslips/words.ts';
import type { Owner, Person } from './cast.ts';
import { deposit } from './deposits.ts';
import type { Job } from './employees.ts';
import { instantOf, lastPeriods, periodBefore, type Happening } from './timeline.ts';

export type Worker = Person & { address: Owner['address'] };

/** The payslips of one job, each deposited on the last working day of its month; one corrected since, one missing. */
export function payslipsOf(fonts: Fonts, worker: Worker, { job, now }: { job: Job; now: Date }): Happening[] {
  const missing = job.missing && periodBefore(now, job.missing);
  const periods = lastPeriods(now, job.payslips).filter((period) => period !== missing);
  const slips = periods.map((period): Happening => {
    const slip = { title: `Bulletin de paie – ${monthName(period)}`, fileName: `bulletin-${period}.pdf`, period };
    return depositOf(job, instantOf(lastWorkingDay(period), '08:00'), {
      ...slip,
      make: () => makePayslip(fonts, slipOf(worker, job, period)),
    });
  });
  return job.corrected
    ? [...slips, correctionOf(fonts, worker, { job, period: periodBefore(now, job.corrected) })]
    : slips;
}

/** In the middle of the next month, with the allowance that had been forgotten. */
function correctionOf(fonts: Fonts, worker: Worker, { job, period }: { job: Job; period: string }): Happening {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const day = new Date(Date.UTC(year, month, 16)).toISOString().slice(0, 10);
  const slip = slipOf(worker, job, period);
  const bonuses = [...slip.bonuses, { label: 'Indemnité de télétravail', cents: 4_500 }];
  return depositOf(job, instantOf(day, '10:20'), {
    title: `Bulletin de paie – ${monthName(period)}, corrigé`,
    fileName: `bulletin-${period}-corrige.pdf`,
    period,
    make: () => makePayslip(fonts, { ...slip, bonuses }),
  });
}

type Slip = { title: string; fileName: string; period: string; make(): Promise<Buffer> };

const depositOf = (job: Job, at: Date, { title, fileName, period, make }: Slip): Happening => ({
  at,
  happen: async (platform) =>
    deposit(platform, job.employer, {
      metadata: { employeeNumber: job.employeeNumber, type: 'PAYE', title, period },
      fileName,
      content: await make(),
    }),
});

/** An address on two lines. */
export const linesOf = ({ address }: Pick<Worker, 'address'>) =>
  [address.address, `${address.postalCode} ${address.city}`] as const;

/** As an employer prints them on a paper. */
export const asEmployee = (worker: Worker, { employeeNumber, job, since }: Job) => ({
  ...{ firstName: worker.firstName, lastName: worker.lastName, employeeNumber, job, since },
  address: linesOf(worker),
});

function slipOf(worker: Worker, job: Job, period: string) {
  const { monthlyHours, monthlyGrossCents } = job;
  return {
    ...{ employer: job.employer.company, employee: asEmployee(worker, job) },
    ...{ period, monthlyHours, monthlyGrossCents },
    bonuses: period.endsWith('-12') ? [{ label: 'Prime de fin d’année', cents: 35_000 }] : [],
  };
}
