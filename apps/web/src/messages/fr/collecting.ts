import { collectors, newCollector } from './collectors.ts';

/** What the page of collectors says. */
export const collecting = { collectors, newCollector } as const;
