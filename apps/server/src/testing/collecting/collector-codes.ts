import { keepCollectorCodes } from '../../platform/collecting/collector-code.ts';

/** The code of the collectors that the tests of one worker run: each is compiled once. */
export const sharedCodes = keepCollectorCodes();
