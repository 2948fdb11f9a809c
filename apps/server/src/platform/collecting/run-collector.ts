import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import type { Json } from '@perenne/collecting/run';
import { recordConnection, type Tape } from '@perenne/collecting/tape';
import { z } from 'zod';
import { watchProcess } from '../isolation/watch-process.ts';
import { CollectingStopped, type Agent, type RunHost, type RunOrder, type StopCode } from './collecting.ts';
import type { CollectorCode } from './collector-code.ts';
import { ContentCut, contentOf } from './document-content.ts';
import { said, type Question, type Reply } from './messages.ts';
import { NotConnected, openConnection } from './open-connection.ts';
import { HostRefused, HostUnknown, routeTo, type LocalReach, type Resolve } from './reach.ts';
import type { RunLimits } from './run-limits.ts';
import { storedAtOnce } from './stored-at-once.ts';
import { Wire, type Channel } from './wire.ts';

export type Visit = {
  agent: Agent;
  code: CollectorCode;
  order: RunOrder;
  host: RunHost;
  limits: RunLimits;
  local: LocalReach;
  resolve: Resolve;
  /** Keeps what partners say, for tests of collectors. */
  tape?: Tape | undefined;
  /** Hears what the collector prints, and why it fails in its own words: for its author alone. */
  explain?: ((words: string) => void) | undefined;
  /** Called once the process has said something, or is over. */
  onStarted: () => void;
};

const questionsAtOnce = 64;

/** The parent's side of a run: it answers what the process asks, and ends it at its limits. */
export class CollectorRun {
  readonly #visit: Visit;
  readonly #child: ChildProcess;
  readonly #wire: Wire;
  readonly #outcome = Promise.withResolvers<Json>();
  readonly #ended = new AbortController();
  readonly #connections = new Set<Socket>();
  /** Connections that are asked for, and not there yet. */
  #connecting = 0;
  /** Documents that are not in the safe yet, by their channels. */
  readonly #receiving = new Map<number, Promise<void>>();
  /** The channels of these. */
  readonly #contents = new Set<Channel>();
  #timer: NodeJS.Timeout | undefined;
  #leftMs: number;
  #timedSince = 0;
  #channels = 0;
  #pending = 0;
  #offered = 0;
  #receivedBytes = 0;

  constructor(child: ChildProcess, visit: Visit) {
    this.#visit = visit;
    this.#child = child;
    this.#leftMs = visit.limits.timeMs;
    const pipe = child.stdio[3] as Duplex;
    this.#wire = new Wire(pipe, (message) => this.#hear(message));
    pipe.on('close', () => this.#stop('CRASH'));
    for (const output of [child.stdout, child.stderr])
      output?.setEncoding('utf8').on('data', (words: string) => visit.explain?.(words));
    child.on('error', (cause) => this.#stop('CRASH', cause)).on('close', () => this.#stop('CRASH'));
  }

  /** @throws {CollectingStopped}; what the host throws */
  async finish(signal: AbortSignal): Promise<Json> {
    const { code, order, limits, explain } = this.#visit;
    const onAbort = () => this.#stop('STOPPED');
    signal.addEventListener('abort', onAbort, { once: true });
    const watch = watchProcess(this.#child, { memoryBytes: limits.memoryBytes }, () => this.#stop('MEMORY'));
    this.#startTimer();
    if (signal.aborted) onAbort();
    const { credentials, since, memory: remembered } = order;
    (this.#child.stdio[3] as Duplex).write(code.start);
    this.#wire.send({ type: 'order', credentials, since, memory: remembered, explains: explain !== undefined });
    try {
      return await this.#outcome.promise;
    } finally {
      watch.stop();
      signal.removeEventListener('abort', onAbort);
      this.#end();
      // A failure is the outcome already, or the run was ended: here only their ends count.
      await Promise.allSettled(this.#receiving.values());
    }
  }

  #end(): void {
    this.#visit.onStarted();
    clearTimeout(this.#timer);
    this.#ended.abort();
    this.#child.kill('SIGKILL');
    this.#wire.close();
    for (const socket of this.#connections) socket.destroy();
  }

  #stop(code: StopCode, cause?: unknown): void {
    this.#outcome.reject(new CollectingStopped(code, { cause }));
    this.#end();
  }

  #startTimer(): void {
    this.#timedSince = performance.now();
    this.#timer = setTimeout(() => this.#stop('TIME'), this.#leftMs);
  }

  #pauseTimer(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#timedSince;
  }

  #hear(message: unknown): void {
    this.#visit.onStarted();
    const heard = said.safeParse(message);
    if (!heard.success) {
      this.#visit.explain?.(`${z.prettifyError(heard.error)}\n`);
      return this.#stop('CRASH', new Error('a run said what cannot be understood'));
    }
    const { data } = heard;
    if (data.type === 'failed') {
      const { code } = this.#visit;
      if (data.explanation !== undefined) this.#visit.explain?.(`${code.withSources(data.explanation)}\n`);
      return this.#stop(data.code, new Error(`at ${code.whereOf(data.places)}`));
    }
    if (data.type === 'question') return void this.#answer(data.id, data.question);
    if (this.#isTooMuch(data.memory)) return this.#stop('CRASH', new Error('a run remembers too much'));
    this.#outcome.resolve(data.memory);
  }

  #isTooMuch = (memory: Json): boolean => JSON.stringify(memory).length > this.#visit.limits.rememberedBytes;

  async #answer(id: number, question: Question): Promise<void> {
    this.#pending += 1;
    try {
      if (this.#pending > questionsAtOnce) throw new CollectingStopped('CRASH');
      const value = await this.#valueOf(question);
      await this.#reply({ type: 'reply', id, value });
    } catch (error) {
      await this.#refuse(id, error);
    } finally {
      this.#pending -= 1;
    }
  }

  /** A question is pending until the process takes its answer: one that reads none soon asks no more. */
  #reply(reply: Reply): Promise<void> {
    return new Promise((resolve) => this.#wire.send(reply, resolve));
  }

  async #refuse(id: number, error: unknown): Promise<void> {
    if (error instanceof HostRefused) return this.#stop('HOST_REFUSED', error);
    if (error instanceof NotConnected || error instanceof HostUnknown)
      return this.#reply({ type: 'reply', id, refused: true });
    // The process itself says, next, why it ends, or that it goes on without the document.
    if (error instanceof ContentCut) return;
    this.#outcome.reject(error instanceof Error ? error : new CollectingStopped('CRASH', { cause: error }));
    this.#end();
  }

  #valueOf(question: Question): Promise<unknown> {
    const { host } = this.#visit;
    switch (question.ask) {
      case 'connect':
        return this.#connect(question);
      case 'known':
        return host.isKnown(question.identity);
      case 'remember':
        return this.#remember(question.memory);
      case 'code':
        return this.#awaitCode(question);
      case 'offer':
        return this.#take(question.document);
      case 'stored':
        return this.#confirm(question.channel);
    }
  }

  async #connect(destination: Extract<Question, { ask: 'connect' }>): Promise<number> {
    const { agent, order, local, resolve, limits } = this.#visit;
    if (this.#connections.size + this.#connecting >= limits.connections) throw new CollectingStopped('CRASH');
    this.#connecting += 1;
    let socket: Socket;
    try {
      const asked = { manifest: agent, credentials: order.credentials };
      const route = await routeTo(destination, asked, { local, resolve });
      socket = await openConnection(route, {
        signal: this.#ended.signal,
        silentMs: limits.silentMs,
        isOurTurn: this.#isOurTurn,
      });
    } finally {
      this.#connecting -= 1;
    }
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
    const id = ++this.#channels;
    const channel = this.#wire.open(id);
    const recorder = recordConnection(this.#visit.tape, destination);
    pipeline(
      channel,
      (chunks: AsyncIterable<Buffer>) => recorder.sent(chunks),
      socket,
      () => {},
    );
    // Nothing comes before the answer to the question.
    setImmediate(() =>
      pipeline(
        socket,
        (chunks: AsyncIterable<Buffer>) => recorder.received(this.#count(chunks)),
        channel,
        () => {
          socket.destroy();
        },
      ),
    );
    return id;
  }

  /** Whether the process waits for this side: for an answer, or for documents to be taken. */
  #isOurTurn = (): boolean => this.#pending > 0 || [...this.#contents].some(({ readableLength }) => readableLength > 0);

  async *#count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > this.#visit.limits.receivedBytes) this.#stop('VOLUME');
      yield chunk;
    }
  }

  async #awaitCode({ previousCodeWrong, expiresInSeconds }: Extract<Question, { ask: 'code' }>): Promise<unknown> {
    this.#pauseTimer();
    const reply = await this.#visit.host.awaitCode({ previousCodeWrong, expiresInSeconds }, this.#ended.signal);
    if (!this.#ended.signal.aborted) this.#startTimer();
    return reply;
  }

  async #take(document: Extract<Question, { ask: 'offer' }>['document']): Promise<number | null> {
    const { host, limits } = this.#visit;
    if (this.#receiving.size >= storedAtOnce || ++this.#offered > limits.offers) throw new CollectingStopped('CRASH');
    if (!(await this.#isWanted(document))) return null;
    const id = ++this.#channels;
    const channel = this.#wire.open(id);
    this.#contents.add(channel);
    const stored = host.receive(document, contentOf(channel)).finally(() => channel.destroy());
    channel.once('close', () => this.#contents.delete(channel));
    stored.catch((error: unknown) => this.#refuse(0, error));
    this.#receiving.set(id, stored);
    return id;
  }

  /** A run that has brought enough ends once the documents that came whole before are in the safe. */
  async #isWanted(document: Extract<Question, { ask: 'offer' }>['document']): Promise<boolean> {
    try {
      return await this.#visit.host.wants(document);
    } catch (error) {
      await Promise.allSettled(this.#receiving.values());
      throw error;
    }
  }

  async #remember(memory: Json): Promise<true> {
    if (this.#isTooMuch(memory)) throw new CollectingStopped('CRASH');
    await this.#visit.host.remember(memory);
    return true;
  }

  async #confirm(channel: number): Promise<true> {
    const stored = this.#receiving.get(channel);
    if (!stored) throw new CollectingStopped('CRASH');
    await stored.catch((error: unknown) => {
      // It was cut alone: the run goes on without it.
      if (!(error instanceof ContentCut)) throw error;
    });
    this.#receiving.delete(channel);
    return true;
  }
}
