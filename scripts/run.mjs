import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Keeps the application from being prepared: its message is all that the reader needs. */
export class Unprepared extends Error {}

export const start = (command, args, options) => spawn(command, args, options);

/** The exit code, by the shells' convention when a signal ended the process. */
export function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs without a word; `output` is everything it wrote. */
export async function runQuietly(command, args, options = {}) {
  const child = start(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  try {
    return { code: await endOf(child), output };
  } catch (error) {
    return { code: 127, output: error.message };
  }
}
