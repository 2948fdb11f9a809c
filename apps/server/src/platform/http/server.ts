import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { limits } from '@perenne/contract/fields';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { DomainError, InvalidRequest } from '../domain-error.ts';
import type { Partners } from '../partners.ts';
import { countedMs, type Beside, type RequestCount } from './beside.ts';
import { limitBodies, type BodyLimits } from './connections/body-deadline.ts';
import { addOrigins } from './browser.ts';
import { clientAddress, readForwarded } from './connections/client-address.ts';
import { headerOptions, limitConnections, type ConnectionLimits } from './connections/connection-limit.ts';
import { drainOnClose } from './connections/drain.ts';
import { answerClientError, answerError, answerOnBareReply } from './error-handler.ts';
import { addSecurityHeaders } from './security-headers.ts';

export type HttpSettings = {
  log: FastifyBaseLogger;
  /** The address of the pages: names the cookie of the browser. */
  publicUrl: string;
  partners: Partners;
  /** Origins of other pages that may call the interface. */
  corsOrigins: readonly string[];
  /** Addresses of the proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Requests a minute for one address; 0 for no limit. */
  requestsPerMinute: number;
  countRequest: Beside['countRequest'];
  /** The usual ones by default. */
  bodyLimits?: BodyLimits;
  connectionLimits?: ConnectionLimits;
};

const jsonBytes = 1_000_000;
/** Longer than an antivirus may take to judge what it was given. */
const silentMs = 180_000;
/** A browser has six connections, and an office of a hundred people one address. */
export const usualConnectionLimits: ConnectionLimits = { headersMs: 15_000, mostOfAddress: 256 };
/** A line that is a line brings a body that is no file in half a minute, and a file at the pace of an early modem. */
export const usualBodyLimits: BodyLimits = { longestMs: 30_000, slowest: { bytesPerSecond: 8_000, overSeconds: 30 } };
/** A third of what a whole stop may take. */
const drainMs = 10_000;

/** The HTTP server without its calls: parsers, headers, limits, errors, one log line a request. */
export async function openHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const connections = settings.connectionLimits ?? usualConnectionLimits;
  const app = fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: jsonBytes,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A caller on a connection that is still open is answered, and learns that it closes.
    return503OnClosing: false,
    requestTimeout: 0,
    // A request without a host is refused below: Node's own answer bears no header.
    http: { ...headerOptions(connections), requireHostHeader: false },
    connectionTimeout: silentMs,
    clientErrorHandler: answerClientError,
    keepAliveTimeout: 72_000,
    frameworkErrors: answerError,
  });
  app.decorateRequest('actor');
  app.setErrorHandler(answerError);
  if (settings.trustedProxies.length > 0) readForwarded(app);
  addSecurityHeaders(app, settings.partners);
  refuseMalformed(app);
  addLogLines(app);
  drainOnClose(app, drainMs);
  limitConnections(app, connections, settings.trustedProxies);
  limitBodies(app, settings.bodyLimits ?? usualBodyLimits);
  readJson(app);
  await app.register(cookie);
  addOrigins(app, settings.publicUrl);
  await app.register(multipart, {
    // One byte more: who receives the file says that it is too large, before the parser cuts it.
    limits: { fileSize: limits.documentBytes + 1, files: 1, fields: 10, fieldSize: 10_000, parts: 12, headerPairs: 50 },
  });
  if (settings.corsOrigins.length > 0)
    await app.register(cors, {
      // A function, so that another origin gets no header at all.
      origin: async (origin: string | undefined) =>
        origin !== undefined && settings.corsOrigins.includes(origin) && origin,
      // The cookie of the browser, which is Strict, travels from pages of the same site.
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        ...['set-authorization', 'retry-after', 'content-disposition', 'content-range', 'etag'],
        ...['location', 'tus-resumable', 'upload-offset', 'upload-length', 'upload-expires', 'document-id'],
      ],
    });
  if (settings.requestsPerMinute > 0) await limitAddresses(app, settings);
  return app;
}

/**
 * A request has one host (RFC 9112, 3.2), or none in HTTP/1.0: Node reads the first of two, and a proxy in front may
 * have read the other. Of expectations, only that of leave for a body is known (RFC 9110, 10.1.1). Only HTTP/1.1 has
 * bodies in chunks: in HTTP/1.0, nobody knows where such a body ends (RFC 9112, 6.1).
 */
function refuseMalformed(app: FastifyInstance): void {
  const refused = new WeakSet<Socket>();
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw }, reply) => {
    // Node reads on until the connection is closed: nothing that follows is done any more (RFC 9112, 9.6).
    if (refused.has(raw.socket)) return void reply.hijack();
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    const hasHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    const hasEnd = raw.headers['transfer-encoding'] === undefined || raw.httpVersion === '1.1';
    const { expect = '100-continue' } = raw.headers;
    if (hasHost && hasEnd && expect.toLowerCase() === '100-continue') return;
    refused.add(raw.socket);
    answerOnBareReply(reply, new InvalidRequest([{ rule: 'http' }]));
  });
}

/** Route patterns, never addresses: a query may hold a token. */
function addLogLines(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

/**
 * A body may be absent whatever its announced type: a call without a body takes none. One that is not UTF-8 is no JSON
 * (RFC 8259, 8.1): it would be kept with marks in the place of its letters.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body);
    if (bytes.length === 0) done(null, undefined);
    else if (isUtf8(bytes)) void parse(request, bytes.toString(), done);
    else done(new InvalidRequest([{ rule: 'json' }]));
  });
}

type Limit = Pick<HttpSettings, 'requestsPerMinute' | 'countRequest'>;

async function limitAddresses(app: FastifyInstance, { requestsPerMinute, countRequest }: Limit): Promise<void> {
  class Counts {
    incr(address: string, answer: (error: Error | null, count?: RequestCount) => void): void {
      countRequest(address).then((count) => answer(null, count), answer);
    }
    child(): Counts {
      return this;
    }
  }
  await app.register(rateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: countedMs,
    keyGenerator: clientAddress,
    store: Counts,
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError('TooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  // For all there is, also what is no call and what no token opens: the plugin's own hooks come after those of a route.
  app.addHook('onRequest', app.rateLimit());
}
