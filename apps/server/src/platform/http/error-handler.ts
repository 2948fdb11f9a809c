import { declaredErrors } from '@perenne/contract/declared-errors';
import type { ErrorBody } from '@perenne/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, InvalidRequest } from '../domain-error.ts';
import { SealUnavailable } from '../seals/seals.ts';
import { UnknownSafe } from '../sealing/vault.ts';
import { isSystemError } from '../system-error.ts';
import { securityHeaders } from './security-headers.ts';

/** The one place where a failure becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof DomainError ? error : translate(error);
  if (hasLeft(error, request, reply)) request.log.debug({ err: error }, 'the caller went away');
  else if (!known) request.log.error({ err: error }, 'the request failed');
  else if (known !== error && known.status === 503) request.log.warn({ err: error }, 'a part does not answer');
  const refusal = known ?? new DomainError('InternalServerError');
  noteUndeclared(request, refusal);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(refusal.retryAfterSeconds));
  if (!request.raw.complete) drain(request);
  for (const header of ofContents) reply.removeHeader(header);
  // Again, for the addresses that no hook has seen because they could not be read.
  void reply.code(refusal.status).headers(jsonHeaders).send(bodyOf(refusal));
}

/** In the middle of the request, or before the answer began: there is nothing for an operator to do. */
const hasLeft = (error: unknown, { raw }: FastifyRequest, reply: FastifyReply): boolean =>
  (raw.destroyed && !raw.complete) || (reply.raw.destroyed && isSystemError(error, 'ERR_STREAM_PREMATURE_CLOSE'));

export const undeclaredMessage = 'a call answers an error that its contract does not declare';

/** The contract is what callers read: an answer beside it is a fault of the contract, and fails the tests. */
function noteUndeclared({ routeOptions, log }: FastifyRequest, { entries }: DomainError): void {
  const { endpoint } = routeOptions.config;
  if (!endpoint) return;
  const declared = declaredErrors(endpoint);
  const codes = entries.map(({ code }) => code).filter((code) => !declared.includes(code));
  if (codes.length > 0) log.warn({ operation: endpoint.id, codes }, undeclaredMessage);
}

const jsonHeaders = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};

const bodyOf = ({ status, entries }: DomainError): ErrorBody => ({ status, errors: entries });

/** Answers while the call is still under way, which then finds its connection closed. */
export function answerOnBareReply(reply: FastifyReply, error: DomainError): void {
  if (reply.sent || reply.raw.headersSent) return;
  reply.hijack();
  const body = JSON.stringify(bodyOf(error));
  const headers = { ...jsonHeaders, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const { raw } = reply.request;
  // Once it is answered, Node does not end a body that never came whole: who reads it would wait for ever.
  raw.socket.once('close', () => raw.destroy());
  reply.raw.writeHead(error.status, headers).end(body);
}

/** Requests that are no HTTP, or have headers without end or too late, are answered on the bare connection. */
export function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const isSlow = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = isSlow ? new DomainError('RequestTimeout') : new InvalidRequest([{ rule: 'http' }]);
  const body = JSON.stringify(bodyOf(refusal));
  const headers = { ...jsonHeaders, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`, ...lines, '', body].join('\r\n'));
}

/** Headers that described a content before it failed. */
const ofContents = ['content-disposition', 'content-length', 'content-range', 'accept-ranges', 'etag'];

const drainMs = 30_000;

/**
 * Many clients read no answer before their body is sent: the rest of it is read and thrown away,
 * for a while.
 */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const giveUp = setTimeout(() => raw.destroy(), drainMs).unref();
  raw.once('close', () => clearTimeout(giveUp));
}

const frameworkErrors: Record<string, () => DomainError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new InvalidRequest([{ rule: 'json' }]),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new InvalidRequest([{ rule: 'json' }]),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new InvalidRequest([{ rule: 'mediaType' }]),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new InvalidRequest([{ rule: 'length' }]),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new DomainError('PayloadTooLarge'),
  FST_REQ_FILE_TOO_LARGE: () => new DomainError('PayloadTooLarge'),
  FST_FIELDS_LIMIT: () => new InvalidRequest([{ rule: 'multipart' }]),
  FST_FILES_LIMIT: () => new InvalidRequest([{ field: 'file', rule: 'maxItems', bounds: { max: 1 } }]),
  FST_PARTS_LIMIT: () => new InvalidRequest([{ rule: 'multipart' }]),
  FST_PROTO_VIOLATION: () => new InvalidRequest([{ rule: 'multipart' }]),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new InvalidRequest([{ rule: 'mediaType' }]),
  FST_ERR_BAD_URL: () => new DomainError('NotFound'),
  // A path that leads out of the pages, or no path at all.
  FST_STATIC_FORBIDDEN_PATH: () => new DomainError('NotFound'),
  FST_ERR_MAX_PARAM_LENGTH: () => new DomainError('NotFound'),
  // QUERY, the one method that has to name its content. No call takes it.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => new DomainError('NotFound'),
};

/** Codes of PostgreSQL and Node which say that a part is away or full for now. */
const partAway = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENOSPC|EDQUOT|57P0[123]|08...|53[0-9]{3})$/;

/** As migration 0027 raises it. */
const journalClosed = 'PJ001';

/** The parser of forms has no codes for a form that is cut or malformed, or whose boundary is too long. */
const cutForm =
  /^(Unexpected end of (form|file|multipart)|Malformed part header|Multipart: Boundary not found|The needle cannot)/i;

/** Whether a part of this installation is away or full for now: no caller, and nobody outside, can help that. */
export const isPartAway = (error: unknown): boolean =>
  (error instanceof DomainError ? error : translate(error))?.status === 503;

function translate(error: unknown): DomainError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as Partial<FastifyError>).code ?? '';
  if (/connection (terminated|timeout|error)|timeout exceeded when trying to connect/i.test(error.message))
    return new DomainError('ServiceUnavailable', { retryAfterSeconds: 5 });
  if (partAway.test(code)) return new DomainError('ServiceUnavailable', { retryAfterSeconds: 5 });
  // A safe was closed, or received by another, in the middle of this: what comes again finds another, or none.
  if (error instanceof UnknownSafe || code === journalClosed)
    return new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
  if (error instanceof SealUnavailable) return new DomainError('ServiceUnavailable', { retryAfterSeconds: 60 });
  if (cutForm.test(error.message)) return new InvalidRequest([{ rule: 'multipart' }]);
  return frameworkErrors[code]?.();
}
