import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startIsolatedProcess } from '../isolation/isolated-process.ts';
import type { Walls } from '../isolation/walls.ts';
import { lowerPriority } from '../low-priority.ts';

export type ProcessOptions = {
  walls: Walls;
  /** Whether what it prints comes to its parent: it goes nowhere otherwise. */
  isHeard: boolean;
};

/** All that a run reads of the disk. Its code comes by the pipe. */
const program = fileURLToPath(new URL('./child/boot.cjs', import.meta.url));

const heapMegabytes = 128;
/** Reading pages is little work: a minute of it for each ten of a run. */
const cpuSeconds = 120;

/** Starts a process for the code of a collector: its one pipe to its parent is its third. */
export function startProcess({ walls, isHeard }: ProcessOptions): ChildProcess {
  const output = isHeard ? 'pipe' : 'ignore';
  const child = startIsolatedProcess(program, {
    ...{ walls, heapMegabytes, cpuSeconds, readable: [program], oneThread: true },
    stdio: ['ignore', output, output, 'pipe'],
  });
  lowerPriority(child.pid);
  return child;
}
