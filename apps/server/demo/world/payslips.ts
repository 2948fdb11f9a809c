import type { Fonts } from '../../src/platform/fonts.ts';
import { makePayslip } from '../payslips/payslip.ts';
import { lastWorkingDay, monthName } from '../payslips/words.ts';
import type { Owner, Person } from './cast.ts';
import { deposit } from './deposits.ts';
import type { Job } from './employees.ts';
import { instantOf, lastPeriods, type Happening } from './timeline.ts';

export type Worker = Person & { address: Owner['address'] };

/** The payslips of one job, each deposited on the last working day of its month. */
export const payslipsOf = (fonts: Fonts, worker: Worker, { job, now }: { job: Job; now: Date }): Happening[] =>
  lastPeriods(now, job.payslips).map((period) => ({
    at: instantOf(lastWorkingDay(period), '08:00'),
    happen: async (platform) => {
      const title = `Bulletin de paie – ${monthName(period)}`;
      await deposit(platform, job.employer, {
        metadata: { employeeNumber: job.employeeNumber, type: 'PAYE', title, period },
        fileName: `bulletin-${period}.pdf`,
        content: await makePayslip(fonts, slipOf(worker, job, period)),
      });
    },
  }));

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
