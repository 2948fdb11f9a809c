import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import { AntivirusUnavailable } from './antivirus.ts';

/** In milliseconds. Time spent waiting for whoever sends the content counts for neither. */
export interface ClamdDeadlines {
  /** for clamd to take what it is given: connecting, or reading on */
  idleMs: number;
  /** for all waiting on clamd together, the scan after the last byte included */
  totalMs: number;
}

const answerLimit = 4096;

/**
 * One connection, which is one conversation: clamd reads, answers with one line ended by a zero byte, and closes.
 * Anything else is `AntivirusUnavailable`.
 */
export class ClamdConnection {
  readonly #socket: Socket;
  readonly #idleMs: number;
  #leftMs: number;
  #answer = '';
  #failure: AntivirusUnavailable | undefined;
  /** Called at whatever happens on the socket: a wait looks again whether it is over. */
  #wake: () => void = () => {};
  #isDrained = true;
  #isConnected = false;

  constructor(address: NetConnectOpts, { idleMs, totalMs }: ClamdDeadlines) {
    this.#idleMs = idleMs;
    this.#leftMs = totalMs;
    this.#socket = connect(address);
    this.#socket.on('connect', () => this.#happened(() => (this.#isConnected = true)));
    this.#socket.on('drain', () => this.#happened(() => (this.#isDrained = true)));
    this.#socket.on('data', (bytes: Buffer) => this.#happened(() => this.#hear(bytes)));
    this.#socket.on('error', (cause) => this.#fail('The antivirus cannot be reached', cause));
    this.#socket.on('close', () => this.#fail('The antivirus closed the connection'));
  }

  async connected(): Promise<void> {
    await this.#until(() => this.#isConnected, this.#idleMs);
  }

  /** @throws {AntivirusUnavailable} also when clamd already answers: it has not heard everything */
  async send(...parts: Uint8Array[]): Promise<void> {
    this.#requireAlive();
    if (this.#answer) throw this.#end(`The antivirus gave up: ${this.#answerLine() ?? this.#answer}`);
    this.#socket.cork();
    for (const part of parts) this.#isDrained = this.#socket.write(part);
    this.#socket.uncork();
    await this.#until(() => this.#isDrained || this.#answer !== '', this.#idleMs);
  }

  /** The answer without its zero byte. While clamd scans it says nothing: only the total deadline counts. */
  async answer(): Promise<string> {
    await this.#until(() => this.#answerLine() !== undefined, this.#leftMs);
    const answer = this.#answerLine() ?? '';
    this.close();
    return answer;
  }

  close(): void {
    this.#end('The conversation with the antivirus is over');
  }

  #answerLine(): string | undefined {
    const end = this.#answer.indexOf('\0');
    return end < 0 ? undefined : this.#answer.slice(0, end).trim();
  }

  #hear(bytes: Buffer): void {
    this.#answer += bytes.toString('latin1');
    if (this.#answer.length > answerLimit) this.#fail('The antivirus answers without end');
  }

  async #until(isOver: () => boolean, limitMs: number): Promise<void> {
    const startMs = performance.now();
    const waitMs = Math.min(limitMs, this.#leftMs);
    const timer = setTimeout(() => this.#fail(`The antivirus did not answer within ${Math.ceil(waitMs)} ms`), waitMs);
    try {
      // An answer that came before the connection broke still counts.
      while (!isOver()) {
        this.#requireAlive();
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startMs;
    }
  }

  #requireAlive(): void {
    if (this.#failure) throw this.#failure;
  }

  #happened(change: () => unknown): void {
    change();
    this.#wake();
  }

  #fail(message: string, cause?: Error): void {
    this.#end(message, cause);
  }

  /** The first failure is the one that is thrown. */
  #end(message: string, cause?: Error): AntivirusUnavailable {
    this.#failure ??= new AntivirusUnavailable(message, { cause });
    this.#socket.destroy();
    this.#wake();
    return this.#failure;
  }
}
