import '../../isolation/child/seal-off.ts';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import { writeAnswer } from '../protocol.ts';

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : 'refused';
  }
};

async function reach(port: string): Promise<string> {
  try {
    return await (await fetch(`http://127.0.0.1:${port}`)).text();
  } catch (error) {
    return error instanceof Error ? 'refused' : 'done';
  }
}

/** The content is a port; nothing comes behind it, and nobody ends the pipe. */
let port = '';
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  port = chunk.toString().replace(/^.*\}/s, '');
  if (/^\d+$/.test(port)) break;
}
const seen = {
  read: codeOf(() => readFileSync('/etc/passwd')),
  write: codeOf(() => writeFileSync(`${tmpdir()}/perenne-reader`, 'x')),
  spawn: codeOf(() => spawn('/bin/true')),
  thread: codeOf(() => new Worker('1', { eval: true })),
  fetch: await reach(port),
  secrets: Object.keys(process.env).filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)),
};
process.stdout.write(writeAnswer('text', Buffer.from(JSON.stringify(seen))));
process.stdout.write(writeAnswer('end', Buffer.alloc(0)), () => process.exit(0));
