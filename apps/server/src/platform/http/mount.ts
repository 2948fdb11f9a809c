import { Readable } from 'node:stream';
import type { Answered, Endpoint, Received, TokenKind } from '@perenne/contract/endpoint';
import { brokenRules } from '@perenne/contract/issues';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, entryOf, refusalOf } from '../domain-error.ts';
import { isId } from '../identifiers.ts';
import type { ActorOf, Authenticators } from './actors.ts';

export type App = {
  fastify: FastifyInstance;
  authenticators: Authenticators;
  hasSafe(safeId: string): Promise<boolean>;
};

export type Call<E extends Endpoint> = Received<E> & {
  actor: ActorOf<E['token']>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Sends a new token with the answer. */
  setToken(token: string): void;
};

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<E['response'] extends z.ZodType ? Answered<E> : void>;

/**
 * Mounts a call of the contract: token first, then the request's shape, then the handler, whose
 * answer leaves through the response schema. A handler of `bytes` writes to `reply` itself.
 */
export function mount<E extends Endpoint>(app: App, e: E, handler: Handler<E>): void {
  app.fastify.route({
    method: methodsOf(e),
    url: e.path,
    config: { endpoint: e },
    onRequest: async (request) => {
      request.actor = await authenticate(app, e.token, request);
    },
    handler: async (request, reply) => {
      const call: Call<E> = {
        ...receive(e, request),
        // The kind of the actor is the kind of the token that `authenticate` was asked for.
        actor: request.actor as ActorOf<E['token']>,
        request,
        reply,
        setToken: (token) => void reply.header('set-authorization', token),
      };
      try {
        return answer(e, reply, await whileSafeIsThere(app, e.token, { request, work: () => handler(call) }));
      } catch (error) {
        if (!reply.sent) throw error;
        request.log.debug({ err: error }, 'the call ended after its answer');
      }
    },
  });
}

/**
 * Outside `/backend`, a request that no call answers gets a page, whatever the state of the server: a balancer that asks
 * by HEAD is to learn what GET says.
 */
const methodsOf = ({ method, path }: Endpoint) =>
  method === 'GET' && !path.startsWith('/backend/') ? ['GET', 'HEAD'] : method;

type Working<T> = { request: FastifyRequest; work: () => Promise<T> };

/**
 * A safe may be received by another while a request for it is under way: some row is missing then, whichever comes
 * first. Such a request is refused as the next one of its caller will be, unless it says itself that the safe is gone.
 */
async function whileSafeIsThere<T>(app: App, kind: TokenKind, { request, work }: Working<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const safeId = request.actor && 'safeId' in request.actor ? request.actor.safeId : undefined;
    const isExplained = error instanceof DomainError && error.code === 'SafeboxIdNotFound';
    if (safeId === undefined || isExplained || (await isThere(app, safeId))) throw error;
    await authenticate(app, kind, request);
    throw error;
  }
}

/** A database that does not answer is no proof: the first failure is the one to name. */
const isThere = (app: App, safeId: string): Promise<boolean> => app.hasSafe(safeId).catch(() => true);

function answer(e: Endpoint, reply: FastifyReply, result: unknown) {
  if (e.bytes || reply.sent || reply.raw.headersSent) return reply;
  const declared = e.status ?? (e.response ? 200 : 204);
  // A call that may create something, or find it, shows which by its status.
  const chosen = reply.statusCode === 200 ? declared : reply.statusCode;
  reply.code(chosen).header('cache-control', 'no-store');
  return e.response ? e.response.parse(result) : reply.send();
}

async function authenticate({ authenticators }: App, kind: TokenKind, request: FastifyRequest) {
  const { origin } = request;
  if (kind === 'none') return { kind: 'guest' as const, ...origin };
  const token = bearerOf(request);
  const authenticator = kind in authenticators ? authenticators[kind as keyof Authenticators] : undefined;
  const actor = token && authenticator ? await authenticator(token, origin) : null;
  if (!actor) throw new DomainError('AuthTokenNotValid');
  return actor;
}

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** A call that takes no body refuses every field of one by its name, as it would refuse one that it does not know. */
const noBody = z.strictObject({}).optional();

/** A stream is the body of an upload: its own parser took it for that call alone. */
const takesBody = ({ form, consumes }: Endpoint, request: FastifyRequest): boolean =>
  form !== undefined || consumes !== undefined || request.body instanceof Readable;

/** Whether the body is of a type that the call does not declare. Any page can send a form: it is no absent body. */
function hasForeignBody(e: Endpoint, { body, headers, method }: FastifyRequest): boolean {
  if (method === 'GET' || !hasBody(headers) || body instanceof Readable) return false;
  const types = e.form ? ['multipart/form-data'] : (e.consumes ?? ['application/json']);
  return !types.includes(headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '');
}

export const hasBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** PostgreSQL takes an identifier in capitals too, but what is sealed or derived is bound to it as it is stored. */
function withStoredIds(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return params;
  const stored = ([name, value]: [string, unknown]) =>
    /^id$|Id$/.test(name) && typeof value === 'string' && isId(value) ? [name, value.toLowerCase()] : [name, value];
  return Object.fromEntries(Object.entries(params).map(stored));
}

/** Every part of the request is judged before any is refused, so that all bad fields are reported at once. */
function receive<E extends Endpoint>(e: E, request: FastifyRequest): Received<E> {
  const broken: Array<{ field?: string; rule: string }> = [];
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    const parsed = schema?.safeParse(value, { reportInput: true });
    if (parsed?.error) broken.push(...brokenRules(parsed.error));
    return parsed?.data;
  };
  const isForeign = hasForeignBody(e, request);
  if (isForeign) broken.push({ rule: 'mediaType' });
  const params = withStoredIds(read(e.params, request.params));
  const received = {
    params,
    query: read(e.query, request.query),
    headers: read(e.headers, request.headers),
    body: isForeign ? undefined : read(e.body ?? (takesBody(e, request) ? undefined : noBody), request.body),
  };
  if (broken.length > 0) throw refusalOf(broken.map(entryOf));
  if (e.notFound && !isId(String((params as { id?: string }).id))) throw new DomainError(e.notFound);
  return received as Received<E>;
}
