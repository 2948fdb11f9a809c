import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Answers } from './answers.ts';
import { writeOrder } from './protocol.ts';
import { startReaderProcess, watchMemory, type ProcessLimits } from './reader-process.ts';
import {
  ReadingStopped,
  type PlainContent,
  type Reader,
  type Reading,
  type StopReason,
  type Wanted,
} from './reading.ts';

type Options = Partial<ProcessLimits> & {
  /** Another program, for tests. */
  program?: string;
};

const defaultLimits: ProcessLimits = { timeMs: 90_000, memoryBytes: 1_200_000_000 };

/** The share of its time after which it stops looking for more. */
const enoughShare = 0.4;

/** A reader that starts a process for each content. */
export function openReader(options: Options = {}): Reader {
  const limits = { ...defaultLimits, ...options };
  const program = options.program ?? fileURLToPath(new URL('./child/main.ts', import.meta.url));
  return { read: (wanted, content, signal) => readOnce({ program, limits, wanted, content }, signal) };
}

type Task = { program: string; limits: ProcessLimits; wanted: Wanted; content: PlainContent };

async function readOnce({ program, limits, wanted, content }: Task, signal?: AbortSignal): Promise<Reading> {
  const answers = new Answers(wanted);
  if (signal?.aborted) throw new ReadingStopped('aborted', answers.reading);
  const child = startReaderProcess(program, limits);
  // From its first instant on, since to start costs as much as to read: whoever waits for an answer goes first.
  if (child.pid !== undefined && wanted.page === undefined && wanted.mark === undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let reason: StopReason | undefined;
  const stop = (why: StopReason) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('time'), limits.timeMs);
  const memory = watchMemory(child, limits.memoryBytes, () => stop('memory'));
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!answers.take(chunk)) stop('answer');
  });
  try {
    const closed = once(child, 'close');
    await Promise.all([closed, feed(child.stdin, orderOf(wanted, content, limits), content)]);
  } finally {
    clearTimeout(timer);
    memory.stop();
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
  }
  if (reason !== undefined || !answers.hasEnded) throw new ReadingStopped(reason ?? 'crash', answers.reading);
  return answers.reading;
}

const orderOf = (wanted: Wanted, { sizeBytes }: PlainContent, { timeMs }: ProcessLimits): Buffer =>
  writeOrder({ ...wanted, sizeBytes, enoughMs: timeMs * enoughShare });

/** Ends early, and silently, when nobody takes any more: the end of the process gives the reason. */
async function feed(stdin: Writable | null, order: Buffer, content: PlainContent): Promise<void> {
  if (!stdin) return;
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    stdin.on('error', end).on('close', end);
  });
  stdin.write(order);
  for await (const chunk of content.chunks) {
    if (isOver) return;
    if (stdin.write(chunk)) continue;
    const drained = new Promise<void>((resolve) => void stdin.once('drain', resolve));
    await Promise.race([drained, over]);
  }
  stdin.end();
}
