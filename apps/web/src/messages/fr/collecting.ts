import { collectors, newCollector } from './collectors.ts';

/** The words of the page of collectors. */
export const collecting = { collectors, newCollector } as const;
