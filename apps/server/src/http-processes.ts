import { fork, type ChildProcess } from 'node:child_process';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environmentToAnswer } from './config.ts';
import type { HttpProcessCalls, StarterCalls } from './http-process.ts';
import type { Edges } from './open-platform.ts';
import { openRequestCounts, type Beside, type ProcessMetrics } from './platform/http/beside.ts';
import type { Log } from './platform/log.ts';
import { openChannel, type Channel } from './process-channel.ts';

const restartPauseMs = 1_000;

const program = fileURLToPath(new URL('./http-process.ts', import.meta.url));

/** Processes that answer beside this one, on its port: one alone leaves most of a machine idle. */
export type HttpProcesses = {
  /** Once each answers, or has failed to: that is in the log, and it is started again. */
  join(shared: Shared): Promise<void>;
  shared: Beside;
  /** Once they have answered what they were asked. */
  stop(): Promise<void>;
};

type Shared = {
  server: Server;
  edges: Edges;
  /** Until then, who asks is answered by this process alone. */
  world: Promise<void>;
  /** Called with the identifier of a process that ended by itself. */
  clearAfter(pid: number): Promise<unknown>;
};

/** They load their programs at once, while this one opens what they share. */
export function forkHttpProcesses(count: number, log: Log): HttpProcesses {
  let own: () => Promise<ProcessMetrics> = async () => [];
  const countRequest = openRequestCounts();
  const processes: HttpProcess[] = [];
  const metricsBeside = async (asking?: HttpProcess) => {
    const answers = await Promise.allSettled(processes.filter((each) => each !== asking).map((each) => each.metrics()));
    return answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  };
  for (let index = 0; index < count; index++) {
    const started: HttpProcess = new HttpProcess(log, {
      otherMetrics: async () => [await own(), ...(await metricsBeside(started))],
      countRequest,
    });
    processes.push(started);
  }
  return {
    join: async (shared) => void (await Promise.all(processes.map((each) => each.join(shared)))),
    shared: { publishMetrics: (metrics) => void (own = metrics), askMetrics: () => metricsBeside(), countRequest },
    stop: async () => void (await Promise.all(processes.map((each) => each.stop()))),
  };
}

type Forked = { child: ChildProcess; channel: Channel<HttpProcessCalls>; ended: Promise<string> };

class HttpProcess {
  readonly #log: Log;
  readonly #calls: StarterCalls;
  #forked: Forked;
  #shared: Shared | undefined;
  #isStopping = false;
  readonly #watching: Promise<void>;

  constructor(log: Log, calls: StarterCalls) {
    this.#log = log;
    this.#calls = calls;
    this.#forked = this.#fork();
    this.#watching = this.#watch();
  }

  async join(shared: Shared): Promise<void> {
    this.#shared = shared;
    await this.#join(shared);
  }

  metrics(): Promise<ProcessMetrics> {
    return this.#forked.channel.ask('metrics', null);
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return this.#watching;
    this.#isStopping = true;
    const { child, channel } = this.#forked;
    try {
      // One that has not joined has nothing to end.
      if (this.#shared) await channel.ask('stop', null);
      else child.kill('SIGKILL');
      child.disconnect();
    } catch {
      child.kill('SIGKILL');
    }
    await this.#watching;
  }

  #fork(): Forked {
    const child = fork(program, { serialization: 'advanced', env: environmentToAnswer() });
    const channel = openChannel<HttpProcessCalls>(child, this.#calls);
    const ended = Promise.withResolvers<string>();
    child.once('exit', (code, signal) => ended.resolve(String(signal ?? code)));
    child.once('error', (error) => ended.resolve(error.message));
    return { child, channel, ended: ended.promise };
  }

  async #join({ server, edges, world }: Shared): Promise<void> {
    const { child, channel } = this.#forked;
    try {
      await channel.ask('open', edges);
      await world;
      await channel.ask('listen', null, server);
    } catch (err) {
      if (this.#isStopping) return;
      this.#log.error({ err }, 'a process could not begin to answer');
      child.kill('SIGKILL');
    }
  }

  async #clear(): Promise<void> {
    const { pid } = this.#forked.child;
    if (pid === undefined) return;
    try {
      await this.#shared?.clearAfter(pid);
    } catch (err) {
      this.#log.warn({ err }, 'what a process left will be cleared later');
    }
  }

  async #watch(): Promise<void> {
    for (;;) {
      const reason = await this.#forked.ended;
      if (this.#isStopping) return;
      this.#log.error({ reason }, 'a process that answers ended: it is started again');
      await this.#clear();
      await sleep(restartPauseMs);
      if (this.#isStopping) return;
      this.#forked = this.#fork();
      if (this.#shared) await this.#join(this.#shared);
    }
  }
}
