import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import process from 'node:process';
import { ensureTools } from './ensure-tools.mjs';
import { installParts } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { root, Unprepared } from './run.mjs';
import { serverEnvironment } from './server-arguments.mjs';
import { measurePace } from './testing/pace.mjs';
import { formatSeconds, Progress } from './testing/progress.mjs';
import { openRunFolder } from './testing/run-folder.mjs';
import { readSelection } from './testing/selection.mjs';
import { steps } from './testing/steps.mjs';
import { printSummary } from './testing/summary.mjs';

const resultsKept = 5;

/** After a signal, the step that it ends must not be followed by the next. */
let isEnding = false;

/** `npm test`, whole or a part of it: see CONTRIBUTING.md. */
export async function runTests(argv) {
  try {
    const selection = readSelection(argv);
    await installParts();
    const tools = await ensureTools();
    const folder = await openRunFolder();
    endOnSignal(folder);
    try {
      process.exitCode = await runIn(folder, selection, tools);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function runIn(folder, selection, tools) {
  const progress = new Progress();
  const { slowness, stretch } = await measurePace();
  const results = openResults(folder.env.PERENNE_TEST_RUN);
  const run = {
    selection,
    results,
    onEvent: (step, event) => progress.onEvent(step, event),
    env: {
      ...process.env,
      ...tools,
      ...folder.env,
      ...serverEnvironment,
      PERENNE_TEST_PACE: String(stretch),
      // Without it, a browser does not find files whose names have accents.
      LC_ALL: process.env.LC_ALL ?? 'C.UTF-8',
      PERENNE_TEST_RESULTS: results,
      PATH: [dirname(pinnedNode()), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  };
  if (slowness > 1)
    console.log(`This machine works ${slowness} times slower than the limits suppose: they are stretched.`);
  progress.start();
  const ended = await runLanes(run);
  progress.stop();
  printSummary({ progress, results: ended, run });
  if (!hasRunATest(selection, progress)) {
    console.log('No test ran: the selection holds none of this name.');
    return 1;
  }
  return ended.every(({ code }) => code === 0) ? 0 : 1;
}

/** A selection by hand may name files that are there, and a test that is in none of them. A change may touch no test. */
const hasRunATest = ({ steps: asked, leftOut }, { tests }) =>
  leftOut !== undefined ||
  !['unit', 'journeys'].some((step) => asked.includes(step)) ||
  tests.some(({ state }) => state !== 'skipped');

/** The check runs beside the tests, in the time that they leave; everything else in its order. */
async function runLanes(run) {
  const lanes = [['check'], ['build', 'unit', 'journeys']];
  const ended = await Promise.all(
    lanes.map((names) =>
      runLane(
        run,
        names.filter((name) => run.selection.steps.includes(name)),
      ),
    ),
  );
  return ended.flat();
}

async function runLane(run, names) {
  const ended = [];
  for (const step of names) {
    if (isEnding) break;
    const startedAt = performance.now();
    const { code, error } = await codeOf(steps[step], run);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`── ${step} ${code === 0 ? 'passed' : 'FAILED'}, ${formatSeconds(seconds)}`);
    ended.push({ step, code, error, seconds });
  }
  return ended;
}

/** A step that cannot even begin has failed, and the next ones still run. */
async function codeOf(step, run) {
  try {
    return { code: await step(run) };
  } catch (error) {
    return { code: 1, error: error instanceof Unprepared ? error.message : String(error.stack) };
  }
}

/** A folder of the checkout for what this run writes; those of the latest runs stay. */
function openResults(run) {
  const parent = join(root, 'test-results');
  mkdirSync(parent, { recursive: true });
  const names = readdirSync(parent).filter((name) => name.includes('perenne-run-'));
  for (const name of names.toSorted().slice(0, -resultsKept))
    rmSync(join(parent, name), { recursive: true, force: true });
  const results = join(parent, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${run}`);
  mkdirSync(results);
  return results;
}

/** The guard ends what the run has started. */
function endOnSignal(folder) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.once(signal, () => {
      isEnding = true;
      void folder.close().finally(() => process.exit(code));
    });
}
