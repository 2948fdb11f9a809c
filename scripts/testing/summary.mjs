import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../run.mjs';
import { briefly, formatSeconds } from './progress.mjs';

const slowestShown = 20;
const errorLinesShown = 40;
const lastLinesShown = 60;
const logLinesShown = 10;

/** Prints the failures with the command that repeats each alone, then the slowest tests, then the steps. */
export function printSummary({ progress, results, run }) {
  printFailures(progress, results, run);
  const slowest = progress.tests.toSorted((one, other) => other.ms - one.ms).slice(0, slowestShown);
  if (slowest.length > 0) console.log(`\n── the ${slowest.length} slowest`);
  for (const { ms, step, name } of slowest) console.log(`${formatSeconds(ms / 1000).padStart(12)}  ${step}  ${name}`);
  console.log('\n── steps');
  for (const { step, code, seconds } of results)
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${step.padEnd(9)} ${formatSeconds(seconds)}`);
  const count = (state) => progress.tests.filter((test) => test.state === state).length;
  const skipped = count('skipped');
  console.log(
    `\nEverything that was written is in ${relative(root, run.results)}, ${formatSeconds(progress.seconds)} in all.`,
  );
  if (run.selection.leftOut) console.log(run.selection.leftOut);
  const failures = failuresOf(progress);
  // Again, in brief: a reader of a long output sees its end.
  for (const { step, name, error } of failures)
    console.log([`FAILED  ${step}  ${name}`, ...briefly(error).map((line) => `        ${line}`)].join('\n'));
  const failed = failures.length + failedWithoutATest(progress, results).length;
  console.log(`${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}

function printFailures(progress, results, run) {
  const failures = failuresOf(progress);
  const others = failedWithoutATest(progress, results);
  if (failures.length + others.length > 0) console.log('\n── failures');
  for (const { step, name, error, repeat, startedAt, ms } of failures) {
    console.log(`\n${step}  ${name}\n${indent(error.split('\n').slice(0, errorLinesShown))}`);
    const logged = startedAt ? linesLogged(logOf(run, step), { startedAt, ms }).slice(-logLinesShown) : [];
    if (logged.length > 0) console.log(`   the product logged meanwhile:\n${indent(logged)}`);
    console.log(`   repeat it: npm test -- ${repeat}`);
  }
  for (const { step, error } of others) {
    console.log(
      `\n${step}\n${indent((error ?? lastLinesOf(run, step)).split('\n'))}\n   repeat it: npm test -- ${step}`,
    );
  }
}

const failuresOf = ({ tests, faults }) => [...tests.filter(({ state }) => state === 'failed'), ...faults];

/** Steps without tests, or whose program ended before it could report one. */
const failedWithoutATest = ({ tests, faults }, results) =>
  results.filter(
    ({ step, code }) =>
      code !== 0 &&
      ![...tests, ...faults].some((test) => test.step === step && test.state !== 'passed' && test.state !== 'skipped'),
  );

const lastLinesOf = (run, step) => logOf(run, step).trim().split('\n').slice(-lastLinesShown).join('\n');

function logOf(run, step) {
  try {
    return readFileSync(join(run.results, `${step}.log`), 'utf8');
  } catch {
    return 'It wrote nothing.';
  }
}

/** The JSON lines of the product that lie in the time of a test, without their stacks. */
export function linesLogged(log, { startedAt, ms }) {
  const start = Date.parse(startedAt);
  return log.split('\n').flatMap((line) => {
    const time = Date.parse(/^\{"level":\d+,"time":"([^"]+)"/.exec(line)?.[1] ?? '');
    return time >= start && time <= start + ms ? [line.replace(/,"stack":"(?:[^"\\]|\\.)*"/, '')] : [];
  });
}

const indent = (lines) => lines.map((line) => `   ${line}`).join('\n');
