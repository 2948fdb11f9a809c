import type { Progress } from './checks/check-files.ts';
import type { Report } from './checks/report.ts';

/** The messages of the worker to the page. */
export type Message =
  | { type: 'progress'; progress: Progress }
  | { type: 'report'; report: Report }
  | { type: 'finished' }
  | { type: 'stopped'; cause: string };
