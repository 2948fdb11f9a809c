import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const v1 = '/backend/api/v1';

/** `YYYY-MM` */
const period = z.string();

const payslipMonth = z.object({
  period,
  /** The newest first; those before it were corrected by it. */
  documentIds: z.array(z.string()),
});

export const getPayslipCalendar = endpoint({
  id: 'getPayslipCalendar',
  method: 'GET',
  path: `${v1}/payslips`,
  token: 'auth',
  summary: 'The months of which payslips are held, by employer',
  response: z.object({
    /** The one of the latest payslip first. */
    employers: z.array(
      z.object({
        id: z.string(),
        /** As it was at the latest deposit. */
        name: z.string(),
        firstPeriod: period,
        lastPeriod: period,
        /** Those that are held, in the order of time. */
        months: z.array(payslipMonth),
      }),
    ),
  }),
  errors: [],
});
