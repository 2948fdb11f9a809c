import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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

/**
 * A script as V8 has compiled it. Only a process that has met no partner and no credentials makes it, behind the walls
 * of a run. Null where the script, or a process with these options, does not come to its end.
 */
export async function compileScript(script: Buffer, options: ProcessOptions): Promise<Buffer | null> {
  const child = startProcess(options);
  const pipe = child.stdio[3] as Duplex;
  pipe.on('error', () => {});
  const ended = once(child, 'close') as Promise<[number | null]>;
  pipe.write(Buffer.concat([headOf(script, compiles), script]));
  try {
    const [compiled, [code]] = await Promise.all([buffer(pipe), ended]);
    return code === 0 ? compiled : null;
  } catch {
    return null;
  }
}
