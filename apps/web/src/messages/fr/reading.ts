import { viewer } from './viewer.ts';

/** What one reads of a document, of payslips and of identity papers. */
export const reading = { viewer } as const;
