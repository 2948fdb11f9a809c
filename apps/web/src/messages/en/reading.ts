import { contentReading } from './content-reading.ts';
import { details } from './details.ts';
import { papers } from './papers.ts';
import { payslips } from './payslips.ts';
import { viewer } from './viewer.ts';

/** The words read about a document, about payslips and about identity papers. */
export const reading = { contentReading, details, papers, payslips, viewer } as const;
