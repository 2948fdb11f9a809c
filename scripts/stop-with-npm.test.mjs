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

/** Says who its parent is. Once another has become the parent of that one, it waits until the watch has looked. */
const programOfNpm = `
  import { readFileSync } from 'node:fs';
  const whoStartedNpm = () => readFileSync('/proc/' + process.ppid + '/status', 'utf8').match(/^PPid:.*$/m)[0];
  const first = whoStartedNpm();
  let looks = 0;
  setInterval(() => {
    if (whoStartedNpm() !== first && ++looks === 2) console.log('goes on');
  }, 200);
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(); });
  console.log(process.ppid);
`;
/** Starts the program as npm does where its shell gives its place to the command: without one between them. */
const npm = `
  const { spawn } = require('node:child_process');
  const args = ['--import', './scripts/watch-npm.mjs', '--input-type=module', '-e', process.argv[1]];
  const env = { ...process.env, npm_node_execpath: process.execPath };
  spawn(process.execPath, args, { stdio: 'inherit', env }).on('exit', () => process.exit());
`;

it.runIf(process.platform === 'linux')(
  'lets the server go on when the shell that started npm has ended, until npm is killed',
  async () => {
    const command = ['-c', '"$0" "$@" & read -r _', process.execPath, '-e', npm, programOfNpm];
    const shell = spawn('sh', command, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    const { value: pid } = await lines.next();
    shell.stdin.end();
    expect(await lines.next()).toMatchObject({ value: 'goes on' });
    process.kill(Number(pid), 'SIGKILL');
    expect(await lines.next()).toMatchObject({ value: 'asked to stop' });
  },
);
