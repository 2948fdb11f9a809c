import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

/** Services that run tests show the beginning and the end of what was printed: there it is to be little. */
const intervalMs = process.env.CI ? 120_000 : 10_000;

/** The progress of a run: prints a line now and then and each failure at once, and keeps the tests for the summary. */
export class Progress {
  tests = [];
  faults = [];
  #counts = new Map();
  #startedAt = performance.now();
  #timer;
  #lastLine = '';

  start() {
    this.#timer = setInterval(() => this.#print(), intervalMs);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
  }

  get seconds() {
    return (performance.now() - this.#startedAt) / 1000;
  }

  onEvent(step, event) {
    const counts = this.#countsOf(step);
    if (event.type === 'planned') counts.planned += event.count;
    if (event.type === 'fault') {
      this.faults.push({ step, ...event });
      printFailure(step, event);
    }
    if (event.type !== 'test') return;
    this.tests.push({ step, ...event });
    counts.ended += 1;
    if (event.state !== 'failed') return;
    counts.failed += 1;
    printFailure(step, event);
  }

  #countsOf(step) {
    const counts = this.#counts.get(step) ?? { planned: 0, ended: 0, failed: 0 };
    this.#counts.set(step, counts);
    return counts;
  }

  #print() {
    const parts = [...this.#counts].map(([step, { planned, ended, failed }]) => {
      return `${step} ${ended} of ${planned}${failed ? `, ${failed} failed` : ''}`;
    });
    const line = parts.join(' · ');
    if (line && line !== this.#lastLine) console.log(`   ${formatSeconds(this.seconds).padStart(9)}  ${line}`);
    this.#lastLine = line;
  }
}

/** With the beginning of its error and its place: a run that is stopped prints no summary. */
function printFailure(step, { name, error }) {
  console.log([`   FAILED  ${step}  ${name}`, ...briefly(error).map((line) => `           ${line}`)].join('\n'));
}

const briefLines = 5;
const testLine = /\(?([^\s(]*\.(?:spec|test)\.m?[jt]s:\d+:\d+)\)?$/;

/** The first lines of an error, and the line of the test that met it. */
export function briefly(error) {
  const lines = stripVTControlCharacters(error).split('\n');
  const place = lines.find((line) => testLine.test(line));
  const first = lines.filter((line) => line.trim() && !/^\s*at /.test(line)).slice(0, briefLines);
  return place ? [...first, place.trim()] : first;
}

export function formatSeconds(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
