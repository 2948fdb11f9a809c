import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type ProcessLimits = {
  /** From its start to its end. */
  timeMs: number;
  /** The part of the machine's memory that it may hold, all of it counted. */
  memoryBytes: number;
};

const heapMegabytes = 384;

const folder = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

/** Its own code and the parts it loads: neither data, nor keys, nor configuration. */
const readable = [
  folder('.'),
  folder('../../../package.json'),
  folder('../../../node_modules'),
  folder('../../../../../package.json'),
  folder('../../../../../node_modules'),
];

const nodeArguments = (program: string): string[] => [
  '--permission',
  // The decoder of images; nothing else that it loads is native.
  '--allow-addons',
  ...readable.filter((path) => existsSync(path)).map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${heapMegabytes}`,
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
  program,
];

/**
 * Starts a program of ours that may read its own code alone, with nothing in its environment. If there is a shell,
 * the kernel ends it too, should nobody be left to do so, and its memory never becomes a file.
 */
export function startReaderProcess(program: string, { timeMs }: ProcessLimits): ChildProcess {
  const args = nodeArguments(program);
  const options = { env: {}, cwd: folder('.'), stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] };
  if (process.platform === 'win32') return spawn(process.execPath, args, options);
  const limits = `ulimit -c 0; ulimit -t ${Math.ceil(timeMs / 1000) + 5}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', limits, process.execPath, ...args], options);
}

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
