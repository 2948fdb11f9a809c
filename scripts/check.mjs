// Types, lint, format and unused code, all at once; says which of them failed, and why.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { installParts } from './install.mjs';
import { Unprepared } from './run.mjs';

const checks = [
  ['types of the contract', 'tsc', '-p', 'packages/contract'],
  ['types of the kit of collectors', 'tsc', '-p', 'packages/collecting'],
  ['types of the server', 'tsc', '-p', 'apps/server'],
  ['types of the pages and their messages', 'tsc', '-p', 'apps/web'],
  ['types of the verifier', 'tsc', '-p', 'apps/verifier'],
  ['types of the journeys', 'tsc', '-p', 'journeys'],
  ['lint and boundaries', 'oxlint', '--max-warnings=0'],
  ['format', 'oxfmt', '--check', '.'],
  ['integrity of the lock file', process.execPath, 'scripts/check-lock.mjs'],
  ['unused code', 'knip', '--no-progress'],
];

function run([name, command, ...args]) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => resolve({ name, code, output, seconds: (performance.now() - started) / 1000 }));
  });
}

await installParts().catch((error) => {
  if (!(error instanceof Unprepared)) throw error;
  console.error(error.message);
  process.exit(1);
});
const results = await Promise.all(checks.map(run));
for (const { name, code, output, seconds } of results) {
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
