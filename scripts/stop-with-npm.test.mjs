import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { root } from './run.mjs';

const program = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(); });
  setTimeout(() => {}, 10_000);
  console.log('up');
`;

/** Runs the program below a shell, as npm does, and returns the shell and the lines that the program writes. */
function startBelowShell() {
  const shell = spawn(
    'sh',
    ['-c', '"$0" "$@" & wait', process.execPath, '--import', './scripts/watch-npm.mjs', '-e', program],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return { shell, lines: createInterface({ input: shell.stdout })[Symbol.asyncIterator]() };
}

it('asks the server to stop when the npm that started it was killed', async () => {
  const { shell, lines } = startBelowShell();
  expect(await lines.next()).toMatchObject({ value: 'up' });
  shell.kill('SIGKILL');
  expect(await lines.next()).toMatchObject({ value: 'asked to stop' });
});
