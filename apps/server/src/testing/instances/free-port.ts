import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isSystemError } from '../../platform/system-error.ts';

/** Below the ports that systems give to connections by themselves, and above those of known services. */
const [lowest, highest] = [20_000, 32_000];

/**
 * A port that nobody listens on. It is chosen by chance: two runs that ask at the same instant would be given the same
 * one by a system that counts, and a connection could take it before its server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

const marks: string[] = [];
process.once('exit', () => {
  for (const mark of marks) rmSync(mark, { force: true });
});

/**
 * Marks a port as given, in the folder that the processes of a run share. A server takes seconds until it listens: a
 * test that was given the same port meanwhile would meet the wrong one.
 */
async function reserve(port: number): Promise<boolean> {
  const mark = join(tmpdir(), `perenne-port-${port}`);
  try {
    await (await open(mark, 'wx')).close();
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
  marks.push(mark);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
