import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const watchEveryMs = 100;

/** Reports, at once or soon, that a process holds more memory than it may. Linux says how much that is. */
export function watchMemory(child: ChildProcess, limitBytes: number, onExcess: () => void): { stop(): void } {
  if (process.platform !== 'linux' || child.pid === undefined) return { stop: () => {} };
  const status = `/proc/${child.pid}/status`;
  let isStopped = false;
  const look = async () => {
    const heldBytes = await heldBytesOf(status);
    if (!isStopped && heldBytes !== null && heldBytes > limitBytes) onExcess();
  };
  const timer = setInterval(() => void look(), watchEveryMs);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Null when the process is gone. */
async function heldBytesOf(status: string): Promise<number | null> {
  try {
    const held = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(status, 'utf8'))?.[1];
    return held === undefined ? null : Number(held) * 1024;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
