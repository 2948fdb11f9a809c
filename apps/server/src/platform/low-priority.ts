import { setPriority } from 'node:os';

/** After people's requests and their commits where both want a processor, and yet a tenth of it on a full machine. */
export const lowPriority = 10;

/** For a process that was just started. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch {
    // It is gone already, which its parent hears, or the system has no priorities.
  }
}

/** For the thread that calls it. Linux gives each thread a priority; elsewhere this would be the whole process's. */
export function lowerOwnPriority(): void {
  if (process.platform === 'linux') lowerPriority(0);
}
