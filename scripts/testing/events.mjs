import { writeSync } from 'node:fs';
import process from 'node:process';

/** The pipe on which the programs of a run say what they do, a line of JSON each; `steps.mjs` reads its other end. */
export const eventsFd = 3;

/** True in a run of `npm test`: a test program that was started by hand has nobody to report to. */
export const isReporting = process.env.PERENNE_TEST_RUN !== undefined;

/**
 * `planned`: `{count}` tests are known. `test`: `{name, state, ms, error?, repeat}`, one has ended, and `repeat` are the
 * arguments that run it alone. `fault`: `{name, error, repeat}`, something failed outside of any test, in this file or step.
 */
export function report(event) {
  if (isReporting) writeSync(eventsFd, `${JSON.stringify(event).replaceAll(/[\u2028\u2029]/g, escape)}\n`);
}

/** Both end a line for some who read lines. */
const escape = (character) => `\\u${character.charCodeAt(0).toString(16)}`;

/** For a shell, quoted where it must be. */
export const quote = (word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
