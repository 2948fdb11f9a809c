import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A command that starts another under stricter rules: what follows it is that command. */
export type Wrapper = readonly string[];

export type ProcessOptions = {
  wrapper: Wrapper;
  /** Folders besides the code that every run has. */
  readable: readonly string[];
  heapMegabytes: number;
  cpuSeconds: number;
  /** Whether what it prints comes to its parent: it goes nowhere otherwise. */
  isHeard?: boolean;
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The code that a run loads before its collector: neither data, nor keys, nor configuration. */
const code = [
  ...[here('.'), here('../reading/child/'), here('../../../package.json'), here('../../../node_modules')],
  ...[
    here('../../../../../package.json'),
    here('../../../../../node_modules'),
    here('../../../../../packages/collecting'),
  ],
];

const nodeArguments = ({ readable, heapMegabytes }: ProcessOptions): string[] => [
  // No files but these, no processes, no workers, no native code.
  '--permission',
  ...[...code, ...readable].filter((path) => existsSync(path)).map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${heapMegabytes}`,
  // Without it each process has a thread for every core.
  '--v8-pool-size=1',
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
];

/**
 * Starts a program of ours with nothing in its environment and one pipe to its parent, its third. If there is a
 * shell, the kernel bounds its time and keeps its memory from becoming a file.
 */
export function startProcess(program: string, options: ProcessOptions): ChildProcess {
  const command = [...options.wrapper, process.execPath, ...nodeArguments(options), program];
  const output = options.isHeard === true ? 'pipe' : 'ignore';
  const settings = { env: {}, cwd: '/', stdio: ['ignore', output, output, 'pipe'] as ('ignore' | 'pipe')[] };
  if (process.platform === 'win32') return spawn(process.execPath, command.slice(1), { ...settings, cwd: here('.') });
  const limits = `unset PWD OLDPWD; ulimit -c 0; ulimit -f 0; ulimit -t ${options.cpuSeconds}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', limits, ...command], settings);
}
