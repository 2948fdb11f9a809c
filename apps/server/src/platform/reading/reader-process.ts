import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedParts, startIsolatedProcess } from '../isolation/isolated-process.ts';
import type { Walls } from '../isolation/walls.ts';

export type ProcessLimits = {
  /** Processor time that one content may cost. */
  workMs: number;
  /** From the first byte of a content to the last of its answers, however busy the machine is. */
  longestMs: number;
  /** The part of the machine's memory that the process may hold, all of it counted. */
  memoryBytes: number;
};

const heapMegabytes = 384;
const code = fileURLToPath(new URL('.', import.meta.url));

/** Starts a program that opens contents: its order comes by the standard input, its answers go to the output. */
export function startReaderProcess(program: string, cpuSeconds: number, walls: Walls): ChildProcess {
  return startIsolatedProcess(program, {
    ...{ walls, heapMegabytes, readable: [...installedParts, code], cpuSeconds },
    // The decoder of images; nothing else that it loads is native.
    addons: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
