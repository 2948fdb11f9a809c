import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureTools } from './ensure-tools.mjs';
import { installParts } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { endOf, root, start, Unprepared } from './run.mjs';

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  `--reporter=${join(root, 'scripts/failed-tests.mjs')}`,
];

/** In this order; `npm test -- unit journeys` runs only those named. */
const steps = {
  check: (env) => run(['--run', 'check'], env),
  unit: (env) => run([...vitest, '--root', 'apps/server'], env),
  pages: (env) => run([...vitest, '--root', 'apps/web'], env),
  build: async () => {
    await buildWeb();
    return 0;
  },
  journeys: (env) => run(['node_modules/@playwright/test/cli.js', 'test', '--config', 'journeys'], env),
};

export async function runSteps(names) {
  try {
    const unknown = names.find((name) => !(name in steps));
    if (unknown) throw new Unprepared(`There is no step “${unknown}”: the steps are ${Object.keys(steps).join(', ')}.`);
    await installParts();
    const env = { ...process.env, ...(await ensureTools()), PATH: pinnedPath() };
    process.exitCode = await runAll(names.length > 0 ? names : Object.keys(steps), env);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function runAll(names, env) {
  const folder = mkdtempSync(join(tmpdir(), 'perenne-tests-'));
  try {
    return await runInto(join(folder, 'failed.txt'), names, env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names again at the end what failed, for what the first steps wrote is far above by then. */
async function runInto(failed, names, env) {
  writeFileSync(failed, '');
  const results = [];
  for (const name of names) {
    console.log(`\n── ${name}`);
    const startedAt = Date.now();
    const code = await codeOf(steps[name], { ...env, FAILED_TESTS: failed });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    results.push({ code, line: `${code === 0 ? 'passed' : `FAILED (exit code ${code})`}  ${name}, ${seconds} s` });
  }
  console.log(`\n── summary\n${readFileSync(failed, 'utf8')}${results.map(({ line }) => line).join('\n')}`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}

/** A step that cannot even begin has failed, and the next ones still run. */
async function codeOf(step, env) {
  try {
    return await step(env);
  } catch (error) {
    console.error(error instanceof Unprepared ? error.message : error);
    return 1;
  }
}

const run = (args, env) => endOf(start(pinnedNode(), args, { cwd: root, env, stdio: 'inherit' }));

const pinnedPath = () => [dirname(pinnedNode()), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
