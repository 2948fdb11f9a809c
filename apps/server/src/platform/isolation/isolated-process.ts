import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Walls } from './walls.ts';

export type ProcessOptions = {
  walls: Walls;
  /** Files and folders of code: all that it sees of the disk. */
  readable: readonly string[];
  heapMegabytes: number;
  cpuSeconds: number;
  stdio: StdioOptions;
  /** Whether it loads native code, as the decoder of images is. */
  addons?: boolean;
  /** For runs that wait most of the time: each would have a thread for every core. */
  oneThread?: boolean;
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The parts that npm installed, and the code that each of our programs begins with: no data, key or configuration. */
export const installedParts = [
  here('./child/'),
  ...[here('../../../package.json'), here('../../../node_modules')],
  ...[here('../../../../../package.json'), here('../../../../../node_modules')],
];

/**
 * Starts a program of ours that opens what nobody vouches for: behind the walls that this machine gives, and behind
 * those of Node, which allow it its own code and neither processes nor workers. Its environment is empty. Where there
 * is a shell, the kernel bounds its time, and its memory never becomes a file.
 * @throws where the machine has no process or file left for it
 */
export function startIsolatedProcess(program: string, options: ProcessOptions): ChildProcess {
  const { walls, stdio, cpuSeconds } = options;
  const readable = options.readable.filter((path) => existsSync(path));
  const node = [
    process.execPath,
    '--permission',
    ...(options.addons === true ? ['--allow-addons'] : []),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${options.heapMegabytes}`,
    ...(options.oneThread === true ? ['--v8-pool-size=1'] : []),
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  if (process.platform === 'win32')
    return requireStarted(spawn(process.execPath, node.slice(1), { env: {}, cwd: here('.'), stdio }));
  const limits = `unset PWD OLDPWD; ulimit -c 0; ulimit -f 0; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  return requireStarted(spawn('/bin/sh', ['-c', limits, ...walls.wrap(node, readable)], { env: {}, cwd: '/', stdio }));
}

/** A process that could not start has no pipes, and its error, which comes later, would end the server. */
function requireStarted(child: ChildProcess): ChildProcess {
  if (child.pid !== undefined) return child;
  child.on('error', () => {});
  throw new Error('the machine has no process or file left for another program');
}
