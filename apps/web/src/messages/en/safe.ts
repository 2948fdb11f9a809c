import { documents } from './documents.ts';
import { safeFailures } from './failures.ts';
import { home } from './home.ts';
import { shell } from './shell.ts';

/** The words of the safe's shell and of its two most visited pages. */
export const safe = { documents, home, safeFailures, shell } as const;
