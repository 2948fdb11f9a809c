import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The fields of `/proc/PID/status`, by their names. Linux alone has it. */
export async function statusOf(pid: number | undefined): Promise<Record<string, string>> {
  const lines = (await readFile(`/proc/${pid}/status`, 'utf8')).split('\n');
  return Object.fromEntries(lines.map((line) => line.split(':').map((part) => part.trim()) as [string, string]));
}

/** One that has ended and that nobody has asked about is still listed. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = await statusOf(pid).then(
    (status) => status['State'],
    () => 'gone',
  );
  return state !== 'gone' && !/^[ZX]/.test(state ?? '');
}

/** The processes that this one has started and whose command names this program. */
export async function childrenRunning(program: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const found = rows.filter(
    ([, parent, ...args]) => parent === String(process.pid) && args.join(' ').includes(program),
  );
  return found.map(([pid]) => Number(pid));
}
