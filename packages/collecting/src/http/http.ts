import { Agent, request as sendRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CollectingError } from '../failures.ts';
import type { Run } from '../run.ts';
import { CookieJar } from './cookies.ts';

export type HttpRequest = {
  url: URL | string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Gives an answer of 5xx as it gives others: where a server keeps many things, it may fail for one of them. */
  takes5xx?: boolean;
};

export type HttpAnswer = {
  status: number;
  /** After redirects. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** At most 5 MB. */
  text(): Promise<string>;
  bytes(): AsyncIterable<Uint8Array>;
};

export interface Http {
  /** @throws {CollectingError} PARTNER_UNAVAILABLE: no answer within a minute, or one of 5xx that is not taken */
  send(request: HttpRequest): Promise<HttpAnswer>;
  get(url: URL | string): Promise<HttpAnswer>;
  /** Sends fields as a browser sends a form. */
  postForm(url: URL | string, fields: Readonly<Record<string, string>>): Promise<HttpAnswer>;
}

const longestTextBytes = 5_000_000;
const redirectsAtMost = 10;
const answerWithinMs = 60_000;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Names itself: a partner may want to know who visits. */
const userAgent = 'Perenne/1 (document collector)';

/** A client over connections that somebody else opens. It keeps cookies, follows redirects and knows no certificates. */
export function openHttp(connect: Run['connect'], signal: AbortSignal): Http {
  const jar = new CookieJar();
  const agent = agentOver(connect);
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    let next: Exchange = { ...request, url: new URL(request.url) };
    for (let followed = 0; followed <= redirectsAtMost; followed++) {
      const message = await exchange({ ...next, agent, jar, signal });
      const to = redirects.has(message.statusCode ?? 0) ? message.headers.location : undefined;
      if (to === undefined) return presentAnswer(message, next.url);
      message.resume();
      next = redirected(next, { to: new URL(to, next.url), status: message.statusCode });
    }
    throw new CollectingError('PARTNER_CHANGED', 'the partner redirects without an end');
  };
  return {
    send,
    get: (url) => send({ url }),
    postForm: (url, fields) =>
      send({
        ...{ url, method: 'POST', body: new URLSearchParams(fields).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
}

type Exchange = Omit<HttpRequest, 'url'> & { url: URL };

/** As browsers do (Fetch, HTTP-redirect fetch): a form that was sent is not sent again, and other methods stay. */
function redirected(request: Exchange, { to, status }: { to: URL; status: number | undefined }): Exchange {
  const isRepeated = status === 307 || status === 308 || (status !== 303 && request.method !== 'POST');
  // A request to one host is not for another, nor for anyone who listens without TLS.
  const isSame = to.origin === request.url.origin;
  if (isRepeated && (isSame || request.body === undefined))
    return { ...request, headers: isSame ? (request.headers ?? {}) : {}, url: to };
  return { url: to };
}

/** Node asks the agent for connections, and gets those of the run. */
function agentOver(connect: Run['connect']): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, maxFreeSockets: 4 });
  const open = async (options: object, done: (error: Error | null, stream?: Duplex) => void): Promise<void> => {
    const { host, port, isTls } = options as { host: string; port: number; isTls: boolean };
    try {
      done(null, await connect({ host, port, security: isTls ? 'tls' : 'plain' }));
    } catch (error) {
      done(error instanceof Error ? error : new Error('no connection'));
    }
  };
  const createConnection = (...asked: Parameters<typeof open>): undefined => void open(...asked);
  return Object.assign(agent, { createConnection });
}

type Sending = Exchange & { agent: Agent; jar: CookieJar; signal: AbortSignal };

async function exchange({ url, agent, jar, signal, ...request }: Sending): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  if (!isTls && url.protocol !== 'http:')
    throw new CollectingError('PARTNER_CHANGED', 'an address of another protocol');
  const cookie = jar.headerFor(url);
  // Only the answer's beginning is timed: a large file may take longer.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerWithinMs);
  const options = {
    ...{ agent, isTls, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) || (isTls ? 443 : 80) },
    ...{ path: `${url.pathname}${url.search}`, method: request.method ?? 'GET' },
    signal: AbortSignal.any([signal, late.signal]),
    // The parent speaks TLS. Node would look whether the host is an address, by an expression that takes 5 ms to compile.
    servername: '',
    headers: {
      ...{ host: url.host, 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' },
      ...request.headers,
      ...(cookie !== undefined && { cookie }),
      ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
    },
  };
  const message = await answerTo(options, request.body).finally(() => clearTimeout(timer));
  jar.take(url, message.headers['set-cookie'] ?? []);
  if ((message.statusCode ?? 0) < 500 || request.takes5xx) return message;
  message.resume();
  throw new CollectingError('PARTNER_UNAVAILABLE', `the partner answers ${message.statusCode}`);
}

type Options = { method: string; signal: AbortSignal };

/**
 * Servers close a connection that has waited a few seconds: a request that meets such an end is sent by another one. A
 * form is not: it may have arrived.
 */
function answerTo(options: Options, body: string | undefined): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = sendRequest(options, resolve);
  request
    .on('error', (cause) => {
      if (cause instanceof CollectingError) reject(cause);
      else if (request.reusedSocket && options.method !== 'POST' && !options.signal.aborted)
        resolve(answerTo(options, body));
      else reject(new CollectingError('PARTNER_UNAVAILABLE', 'the partner does not answer', { cause }));
    })
    .end(body);
  return promise;
}

function presentAnswer(message: IncomingMessage, url: URL): HttpAnswer {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
  return {
    ...{ url, headers, status: message.statusCode ?? 0 },
    text: async () => (await readAtMost(message, longestTextBytes)).toString('utf8'),
    bytes: () => bytesOf(message),
  };
}

/** @throws {CollectingError} PARTNER_UNAVAILABLE where the answer is cut */
async function* bytesOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new CollectingError('PARTNER_UNAVAILABLE', 'the partner’s answer was cut', { cause });
  }
}

async function readAtMost(message: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(message)) {
    size += chunk.length;
    if (size > most) throw new CollectingError('PARTNER_CHANGED', 'a page is longer than any should be');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
