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

function slipOf({ firstName, lastName, address }: Worker, job: Job, period: string) {
  const { employeeNumber, since, monthlyHours, monthlyGrossCents } = job;
  const lines = [address.address, `${address.postalCode} ${address.city}`] as const;
  return {
    employer: job.employer.company,
    employee: { firstName, lastName, employeeNumber, job: job.job, since, address: lines },
    ...{ period, monthlyHours, monthlyGrossCents },
    bonuses: period.endsWith('-12') ? [{ label: 'Prime de fin d’année', cents: 35_000 }] : [],
  };
}
