import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const v1 = '/backend/api/v1';

const payslipMonth = z.object({
  /** `YYYY-MM` */
  period: z.string(),
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
    employers: z.array(z.object({ id: z.string(), name: z.string(), months: z.array(payslipMonth) })),
  }),
  errors: [],
});
