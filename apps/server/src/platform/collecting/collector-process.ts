import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A command that starts another under stricter rules: what follows it is that command. */
export type Wrapper = readonly string[];

export type ProcessOptions = {
  wrapper: Wrapper;
  heapMegabytes: number;
  cpuSeconds: number;
  /** Whether what it prints comes to its parent: it goes nowhere otherwise. */
  isHeard?: boolean;
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** All that a run reads of the disk. Its code comes by the pipe. */
const program = here('./child/boot.cjs');

const nodeArguments = ({ heapMegabytes }: ProcessOptions): string[] => [
  // No files but this one, no processes, no workers, no native code.
  '--permission',
  `--allow-fs-read=${program}`,
  `--max-old-space-size=${heapMegabytes}`,
  // Without it each process has a thread for every core.
  '--v8-pool-size=1',
  '--disable-warning=SecurityWarning',
  program,
];

/** After people's requests and their commits, where a processor is wanted by both. */
const lowPriority = 10;

/**
 * Starts a process for the code of a collector, with nothing in its environment and one pipe to its parent, its third.
 * If there is a shell, the kernel bounds its time and keeps its memory from becoming a file.
 */
export function startProcess(options: ProcessOptions): ChildProcess {
  const child = spawnNode(options);
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowPriority);
  } catch {
    // It is gone already, which its parent hears, or the system has no priorities.
  }
  return child;
}

function spawnNode(options: ProcessOptions): ChildProcess {
  const command = [...options.wrapper, process.execPath, ...nodeArguments(options)];
  const output = options.isHeard === true ? 'pipe' : 'ignore';
  const settings = { env: {}, cwd: '/', stdio: ['ignore', output, output, 'pipe'] as ('ignore' | 'pipe')[] };
  if (process.platform === 'win32') return spawn(process.execPath, command.slice(1), { ...settings, cwd: here('.') });
  const limits = `unset PWD OLDPWD; ulimit -c 0; ulimit -f 0; ulimit -t ${options.cpuSeconds}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', limits, ...command], settings);
}
