import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { watchProcess } from '../isolation/watch-process.ts';
import { startProcess, type ProcessOptions } from './collector-process.ts';

/** In place of the length of what was compiled: the process is to compile, and is no run. */
const compiles = 0xff_ff_ff_ff;

/** The bytes that a process is sent first (`child/boot.cjs`): a script, and V8's compiled form of it. */
export const startOf = (script: Buffer, compiled: Buffer): Buffer =>
  Buffer.concat([headOf(script, compiled.length), script, compiled]);

function headOf(script: Buffer, compiledBytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(script.length, 0);
  head.writeUInt32LE(compiledBytes, 4);
  return head;
}

/** The code of a collector runs while it is compiled: it has the limits of a run. */
export type CompileLimits = { timeMs: number; memoryBytes: number; compiledBytes: number };
const usualLimits: CompileLimits = { timeMs: 60_000, memoryBytes: 300_000_000, compiledBytes: 50_000_000 };

/**
 * A script as V8 has compiled it. Only a process that has met no partner and no credentials makes it, behind the walls
 * of a run. Null where the script, or a process with these options, does not come to its end within the limits.
 */
export async function compileScript(
  script: Buffer,
  options: ProcessOptions,
  limits = usualLimits,
): Promise<Buffer | null> {
  const child = startProcess(options);
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, limits.timeMs);
  const watch = watchProcess(child, { memoryBytes: limits.memoryBytes }, kill);
  const pipe = child.stdio[3] as Duplex;
  pipe.on('error', () => {});
  const ended = once(child, 'close') as Promise<[number | null]>;
  pipe.write(Buffer.concat([headOf(script, compiles), script]));
  try {
    const [compiled, [code]] = await Promise.all([readAtMost(pipe, limits.compiledBytes), ended]);
    return code === 0 ? compiled : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    watch.stop();
    kill();
  }
}

/** @throws where more comes */
async function readAtMost(pipe: Duplex, atMostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > atMostBytes) throw new Error('a script gives too much for its compiled form');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
