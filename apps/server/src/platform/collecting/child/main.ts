import '../../isolation/child/seal-off.ts';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { format, inspect } from 'node:util';
import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { openHttp } from '@perenne/collecting/http/http';
import type { CodeCheck, Collect, CollectedDocument, Destination, Json, Run } from '@perenne/collecting/run';
import type { CodePlace, Order, Question, Reply } from '../messages.ts';
import { storedAtOnce } from '../stored-at-once.ts';
import { Wire, type Channel } from '../wire.ts';

/** The parent does not give what was asked for, and says no more about it. */
class Refused extends Error {}

const ended = new AbortController();
const questions = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const order = Promise.withResolvers<Order>();

const pipe = new Socket({ fd: 3 });
const wire = new Wire(pipe, (message) => {
  const heard = message as Order | Reply;
  if (heard.type === 'order') return order.resolve(heard);
  const question = questions.get(heard.id);
  questions.delete(heard.id);
  if ('refused' in heard) question?.reject(new Refused());
  else question?.resolve(heard.value);
});
// Without its parent a run has no reason to go on.
pipe.on('close', () => process.exit(1));

const placesAtMost = 20;

let asked = 0;

/** `take` is called before anything else that the parent says is heard. */
function ask<T>(question: Question, take = (value: unknown) => value as T): Promise<T> {
  const id = ++asked;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  questions.set(id, { resolve: (value) => resolve(take(value)), reject });
  wire.send({ type: 'question', id, question });
  return promise;
}

async function connect({ host, port, security }: Destination): Promise<Duplex> {
  try {
    // A server may speak first: its words come right after the answer.
    return await ask<Duplex>({ ask: 'connect', host, port, security }, (id) => endedByPartner(wire.open(id as number)));
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    throw new CollectingError('PARTNER_UNAVAILABLE', 'there is no connection to the partner', { cause });
  }
}

/** Ends with the partner, as a socket does: nobody would hear a request that is sent on it after. */
const endedByPartner = (connection: Duplex): Duplex => connection.once('end', () => connection.end());

async function proveByCode({ submit, sendAgain, expiresInSeconds }: CodeCheck): Promise<void> {
  for (let previousCodeWrong = false; ;) {
    const reply = await ask<{ code: string } | 'resend'>({ ask: 'code', previousCodeWrong, expiresInSeconds });
    if (reply === 'resend') {
      await sendAgain();
      previousCodeWrong = false;
      continue;
    }
    const outcome = await submit(reply.code);
    if (outcome === 'RIGHT') return;
    if (outcome === 'EXPIRED') throw new CollectingError('CODE_EXPIRED');
    previousCodeWrong = true;
  }
}

/** Documents whose bytes are all with the parent: it stores them while the next ones are read. */
const storing = new Set<Promise<unknown>>();

async function hand({ open, ...document }: CollectedDocument): Promise<void> {
  if (storing.size >= storedAtOnce) await Promise.race(storing);
  const id = await ask<number | null>({ ask: 'offer', document });
  if (id === null) return;
  await pump(open(), wire.open(id)).catch(unlessOfDocument);
  // A document that was cut is confirmed too: its place is free once the parent has dropped it.
  const stored = ask({ ask: 'stored', channel: id });
  storing.add(stored);
  void stored.then(() => storing.delete(stored));
}

const unlessOfDocument = (error: unknown): void => {
  if (!(error instanceof DocumentFailure)) throw error;
};

/** The parent closes the channel of a document of which it wants no more: that is no failure. */
async function pump(chunks: AsyncIterable<Uint8Array>, channel: Channel): Promise<void> {
  const closed = new Promise<void>((resolve) => void channel.once('close', resolve));
  channel.resume();
  try {
    for await (const chunk of chunks) {
      if (channel.destroyed) return;
      if (channel.write(chunk)) continue;
      await Promise.race([new Promise((resolve) => void channel.once('drain', resolve)), closed]);
    }
    channel.end();
  } catch (error) {
    // A part of a document never looks like a whole one.
    channel.destroy();
    throw error;
  }
}

/** Set by the order. */
let explains = false;

/**
 * The places of the code when it failed: numbers alone, without the message, which may hold words of the owner or the
 * partner. The parent knows which lines of which files they are.
 */
function placesOf(error: unknown): CodePlace[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.matchAll(/^ +at .*?\/collector\.cjs:(\d+):(\d+)\)?$/gm);
  return [...frames].slice(0, placesAtMost).map(([, line, column]) => ({ line: Number(line), column: Number(column) }));
}

function fail(error: unknown): void {
  const code = error instanceof CollectingError ? error.code : 'CRASH';
  const explanation = explains ? inspect(error, { depth: 3 }).slice(0, 8_000) : undefined;
  wire.send({ type: 'failed', code, places: placesOf(error), explanation });
  pipe.end(() => process.exit(1));
}

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

async function work(collect: Collect): Promise<void> {
  const { credentials, since, memory, ...asked } = await order.promise;
  explains = asked.explains;
  if (explains)
    Object.assign(console, { log: (...words: unknown[]) => void process.stdout.write(`${format(...words)}\n`) });
  let remembered: Json = memory;
  const run: Run = {
    ...{ credentials, since, memory, connect, proveByCode, signal: ended.signal },
    http: openHttp(connect, ended.signal),
    remember: (next) => void (remembered = next),
    rememberNow: async (next) => {
      remembered = next;
      // It counts for documents that came before it: they are in the safe first.
      await Promise.all(storing);
      await ask({ ask: 'remember', memory: next as Extract<Question, { ask: 'remember' }>['memory'] });
    },
    isKnown: (identity) => ask({ ask: 'known', identity }),
  };
  for await (const document of collect(run)) await hand(document);
  await Promise.all(storing);
  wire.send({ type: 'done', memory: remembered });
  pipe.end(() => process.exit(0));
}

/** Runs the collector once the order has come. */
export function begin(collect: Collect): void {
  work(collect).catch(async (error: unknown) => {
    // The safe keeps the documents that the partner has given whole, whatever comes after them.
    await Promise.allSettled(storing);
    fail(error);
  });
}
