import { Duplex } from 'node:stream';
import { CollectingError } from './failures.ts';
import { openHttp } from './http/http.ts';
import type { CodeCheck, Destination, Json, Run } from './run.ts';

/** After so many of our bytes, which are not kept, the partner said this, in base64. */
type Turn = { sentBytes: number; received: string };

/**
 * A partner's words in one run, so that a test runs without it. Our words to the partner are not on it: no password
 * and no cookie. The partner's own are, and are to be looked through before it is kept.
 */
export type Tape = { connections: Array<Destination & { turns: Turn[] }> };

export const emptyTape = (): Tape => ({ connections: [] });

type Recorder = Record<'sent' | 'received', (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>>;

const passOn: Recorder = { sent: (chunks) => chunks, received: (chunks) => chunks };

/** Writes one connection to a tape while it passes; without a tape nothing is written. */
export function recordConnection(tape: Tape | undefined, { host, port, security }: Destination): Recorder {
  if (!tape) return passOn;
  const turns: Turn[] = [];
  tape.connections.push({ host, port, security, turns });
  let received: Buffer[] = [];
  const last = (): Turn => {
    const turn = turns.at(-1) ?? { sentBytes: 0, received: '' };
    if (turns.length === 0) turns.push(turn);
    return turn;
  };
  return {
    async *sent(chunks) {
      for await (const chunk of chunks) {
        if (received.length > 0 || turns.length === 0) turns.push({ sentBytes: 0, received: '' });
        received = [];
        last().sentBytes += chunk.length;
        yield chunk;
      }
    },
    async *received(chunks) {
      for await (const chunk of chunks) {
        const turn = last();
        received.push(chunk);
        turn.received = Buffer.concat(received).toString('base64');
        yield chunk;
      }
    },
  };
}

/** Connections on which the partner says what it said then, in the order in which they were made. */
export function replay(tape: Tape): Run['connect'] {
  const left = [...tape.connections];
  return async ({ host, port, security }) => {
    const at = left.findIndex((each) => each.host === host && each.port === port && each.security === security);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (!found) throw new CollectingError('PARTNER_UNAVAILABLE', 'the tape has no such connection');
    return new ReplayedConnection(found.turns);
  };
}

class ReplayedConnection extends Duplex {
  readonly #turns: Turn[];
  #isAnswering = false;

  constructor(turns: readonly Turn[]) {
    super();
    this.#turns = [...turns];
    // A partner that speaks first.
    if (turns[0]?.sentBytes === 0) this.#answerSoon();
  }

  override _read(): void {}

  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#answerSoon();
    done();
  }

  /** Bytes written at one go are one question, however many: their number depends on who asks. */
  #answerSoon(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    setImmediate(() => {
      this.#isAnswering = false;
      const turn = this.#turns.shift();
      if (turn) this.push(Buffer.from(turn.received, 'base64'));
      if (this.#turns.length === 0) this.push(null);
    });
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

export type Given = {
  credentials: Run['credentials'];
  since?: string;
  memory?: Json;
  /** The codes that the owner gives, one after the other. */
  codes?: readonly string[];
  known?: readonly string[];
};

export type ReplayedRun = Run & { /** What the collector remembered. */ remembered(): Json };

/** A run against a tape, in the process of a test. */
export const openReplay = (tape: Tape, given: Given): ReplayedRun => openRun(replay(tape), given);

/** A run over any connections, in the process of a test. */
export function openRun(connect: Run['connect'], given: Given): ReplayedRun {
  const { credentials, since = null, memory = null, codes = [], known = [] } = given;
  const { signal } = new AbortController();
  let remembered = memory;
  return {
    ...{ credentials, since, memory, connect, signal },
    http: openHttp(connect, signal),
    remember: (next) => void (remembered = next),
    rememberNow: async (next) => void (remembered = next),
    remembered: () => remembered,
    isKnown: async (identity) => known.includes(identity),
    proveByCode: (check) => proveBy(codes, check),
  };
}

async function proveBy(codes: readonly string[], { submit }: CodeCheck): Promise<void> {
  for (const code of codes) {
    const outcome = await submit(code);
    if (outcome === 'RIGHT') return;
    if (outcome === 'EXPIRED') break;
  }
  throw new CollectingError('CODE_EXPIRED');
}
