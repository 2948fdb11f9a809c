import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildVerifier, buildWeb } from '../build-web.mjs';
import { pinnedNode } from '../pinned-node.mjs';
import { endOf, root } from '../run.mjs';
import { eventsFd } from './events.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
/** Programs beside the tests take the time that they leave. */
const low = 10;

/** Each runs one step of `npm test` and returns its exit code. `run`: `{selection, results, onEvent, env}`, see `runIn`. */
export const steps = {
  check: (run) => program(run, 'check', ['scripts/check.mjs'], low),
  build: async () => {
    await buildWeb();
    return 0;
  },
  unit: async (run) => {
    await buildVerifier();
    const { paths, name } = run.selection;
    const files = paths?.filter((path) => !path.startsWith('journeys'));
    if (files?.length === 0) return 0;
    const reporter = `--reporter=${join(root, 'scripts/testing/vitest-reporter.mjs')}`;
    const named = name ? ['-t', name] : [];
    return program(run, 'unit', [
      vitest,
      'run',
      '--passWithNoTests',
      '--reporter=default',
      reporter,
      ...named,
      ...(files ?? []),
    ]);
  },
  journeys: (run) => {
    const { paths, name, project, times } = run.selection;
    const files = paths?.filter((path) => path.startsWith('journeys'));
    if (files?.length === 0) return 0;
    // Written in one word: Playwright takes the words after an option for more of its values.
    const chosen = [
      ...(name ? [`--grep=${name}`] : []),
      ...(project ? [`--project=${project}`] : []),
      ...(times ? [`--repeat-each=${times}`] : []),
    ];
    const options = ['--config', 'journeys', '--pass-with-no-tests', ...chosen];
    return program(run, 'journeys', [playwright, 'test', ...options, ...(files ?? [])]);
  },
};

/** Runs a program; what it writes goes into a file of the results, what it reports to `run.onEvent`. */
async function program(run, step, args, priority = 0) {
  const log = openSync(join(run.results, `${step}.log`), 'w');
  const stdio = ['ignore', log, log];
  stdio[eventsFd] = 'pipe';
  const child = spawn(pinnedNode(), args, { cwd: root, env: run.env, stdio });
  closeSync(log);
  if (priority > 0 && child.pid) setPriority(child.pid, priority);
  const events = createInterface({ input: child.stdio[eventsFd] });
  events.on('line', (line) => run.onEvent(step, JSON.parse(line)));
  return endOf(child);
}
