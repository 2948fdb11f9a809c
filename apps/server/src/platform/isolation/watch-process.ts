import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export type Allowance = {
  /** The part of the machine's memory that the process may hold, all of it counted. */
  memoryBytes: number;
  /** Processor time that it may use from the beginning of the watch on: waiting for a busy machine costs nothing. */
  workMs?: number;
};

const watchEveryMs = 100;

/** A count of `/proc` is a hundredth of a second, whatever the kernel's own clock is. */
const msPerTick = 10;

/** Reports, at once or soon, that a process uses more than it may. Linux says how much that is. */
export function watchProcess(
  child: ChildProcess,
  { memoryBytes, workMs = Infinity }: Allowance,
  onExcess: (excess: 'memory' | 'time') => void,
): { stop(): void } {
  const { pid } = child;
  if (process.platform !== 'linux' || pid === undefined) return { stop: () => {} };
  let isStopped = false;
  let workedBefore: number | undefined;
  const look = async () => {
    const used = await usedBy(pid);
    if (isStopped || used === null) return;
    workedBefore ??= used.workMs;
    if (used.memoryBytes > memoryBytes) onExcess('memory');
    else if (used.workMs - workedBefore > workMs) onExcess('time');
  };
  void look();
  const timer = setInterval(() => void look(), watchEveryMs);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Null when the process is gone. */
async function usedBy(pid: number): Promise<Required<Allowance> | null> {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const heldKilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    if (heldKilobytes === undefined) return null;
    // The name of the program, in brackets, may hold spaces. After it, utime and stime are the 12th and 13th (proc(5)).
    const [userTicks = 0, systemTicks = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return { memoryBytes: Number(heldKilobytes) * 1024, workMs: (userTicks + systemTicks) * msPerTick };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
