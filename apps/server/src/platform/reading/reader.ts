import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Answers } from './answers.ts';
import { writeOrder } from './protocol.ts';
import { openIsolation, type Isolation } from '../isolation/isolation.ts';
import type { Walls } from '../isolation/walls.ts';
import { watchProcess } from '../isolation/watch-process.ts';
import { lowerPriority } from '../low-priority.ts';
import { startReaderProcess, type ProcessLimits } from './reader-process.ts';
import {
  ReadingStopped,
  type PlainContent,
  type Reader,
  type ReaderSession,
  type Reading,
  type StopReason,
  type Wanted,
} from './reading.ts';

type Options = Partial<ProcessLimits> & {
  isolation?: Isolation;
  /** Another program, for tests. */
  program?: string;
  /** Whether somebody waits for all that it reads, as tests do. */
  isUrgent?: boolean;
};

const defaultLimits: ProcessLimits = { workMs: 90_000, longestMs: 15 * 60_000, memoryBytes: 1_200_000_000 };

/** The share of its processor time after which it stops looking for more. */
const enoughShare = 0.4;

/** A reader that starts a process for each content, or for each session. */
export function openReader(options: Options = {}): Reader {
  const { isolation = openIsolation(), isUrgent = false, ...changed } = options;
  const limits = { ...defaultLimits, ...changed };
  const program = options.program ?? fileURLToPath(new URL('./child/main.ts', import.meta.url));
  const openSession = () => new Session({ program, limits, isUrgent }, isolation);
  return {
    openSession,
    read: async (wanted, content, signal) => {
      const session = openSession();
      try {
        return await session.read(wanted, content, signal);
      } finally {
        session.close();
      }
    },
  };
}

/** A process serves so long: then the kernel's limit of its time, which counts from its start, would come near. */
const longestServiceMs = 60_000;

/** For the kernel, which stops the process itself where nobody watches it. */
const longestWorkSeconds = ({ workMs }: ProcessLimits): number => Math.ceil((workMs + longestServiceMs) / 1000) + 5;

class Session implements ReaderSession {
  readonly #options: ServiceOptions;
  readonly #isolation: Isolation;
  #service: Service | null = null;

  constructor(options: ServiceOptions, isolation: Isolation) {
    this.#options = options;
    this.#isolation = isolation;
  }

  async read(wanted: Wanted, content: PlainContent, signal?: AbortSignal): Promise<Reading> {
    const answers = new Answers(wanted);
    const walls = await this.#isolation.walls();
    if (signal?.aborted) throw new ReadingStopped('aborted', answers.reading);
    if (this.#service?.isOver) this.close();
    // From its first instant on, since to start costs as much as to read: whoever waits for an answer goes first.
    const { page, mark, count = false } = wanted;
    const isUrgent = this.#options.isUrgent || page !== undefined || mark !== undefined || count;
    this.#service ??= new Service({ ...this.#options, isUrgent }, walls);
    let isWhole = false;
    try {
      const reading = await this.#service.serve(answers, { wanted, content }, signal);
      isWhole = true;
      return reading;
    } finally {
      // A process that a content stopped, or that failed, serves no other.
      if (!isWhole) this.close();
    }
  }

  close(): void {
    this.#service?.kill();
    this.#service = null;
  }
}

type ServiceOptions = { program: string; limits: ProcessLimits; isUrgent: boolean };

type Task = { wanted: Wanted; content: PlainContent };

/** One process, and what it answers to one content after the other. */
class Service {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #limits: ProcessLimits;
  readonly #startedAt = performance.now();
  #hasClosed = false;

  constructor({ program, limits, isUrgent }: ServiceOptions, walls: Walls) {
    this.#limits = limits;
    this.#child = startReaderProcess(program, longestWorkSeconds(limits), walls);
    if (!isUrgent) lowerPriority(this.#child.pid);
    this.#closed = once(this.#child, 'close').finally(() => (this.#hasClosed = true));
    // The server waits for it; between two contents nobody does.
    this.#closed.catch(() => {});
    this.#child.stdin?.on('error', () => {});
  }

  get isOver(): boolean {
    return this.#hasClosed || performance.now() - this.#startedAt > longestServiceMs;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async serve(answers: Answers, { wanted, content }: Task, signal?: AbortSignal): Promise<Reading> {
    let reason: StopReason | undefined;
    const stop = (why: StopReason) => {
      reason ??= why;
      this.kill();
    };
    const timer = setTimeout(() => stop('time'), this.#limits.longestMs);
    const watch = watchProcess(this.#child, this.#limits, stop);
    const onAbort = () => stop('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    const ended = Promise.withResolvers<void>();
    const onData = (chunk: Buffer) => {
      if (!answers.take(chunk)) stop('answer');
      else if (answers.hasEnded) ended.resolve();
    };
    this.#child.stdout?.on('data', onData);
    try {
      const order = orderOf(wanted, content, this.#limits);
      const over = Promise.race([this.#closed, ended.promise]);
      await Promise.all([over, feed(this.#child.stdin, { order, content, over })]);
    } finally {
      clearTimeout(timer);
      watch.stop();
      signal?.removeEventListener('abort', onAbort);
      this.#child.stdout?.off('data', onData);
    }
    if (reason !== undefined || !answers.hasEnded) throw new ReadingStopped(reason ?? 'crash', answers.reading);
    return answers.reading;
  }
}

const orderOf = (wanted: Wanted, { sizeBytes }: PlainContent, { workMs }: ProcessLimits): Buffer =>
  writeOrder({ ...wanted, sizeBytes, enoughMs: workMs * enoughShare });

type Feeding = { order: Buffer; content: PlainContent; over: Promise<unknown> };

/** Ends early, and silently, when nobody takes any more: the end of the process gives the reason. */
async function feed(stdin: Writable | null, { order, content, over }: Feeding): Promise<void> {
  if (!stdin) return;
  let isOver = false;
  const ended = over.then(
    () => void (isOver = true),
    () => void (isOver = true),
  );
  stdin.write(order);
  for await (const chunk of content.chunks) {
    if (isOver) return;
    if (stdin.write(chunk)) continue;
    const drained = new Promise<void>((resolve) => void stdin.once('drain', resolve));
    await Promise.race([drained, ended]);
  }
}
