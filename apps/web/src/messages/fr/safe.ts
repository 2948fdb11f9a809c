import { documents } from './documents.ts';
import { home } from './home.ts';
import { shell } from './shell.ts';

/** What the shell of the safe and its two most visited pages say. */
export const safe = { documents, home, shell } as const;
