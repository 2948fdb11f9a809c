import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain-error.ts';
import { answerOnBareReply } from '../error-handler.ts';

/** Files and rows take the time that their line takes; any other body is there soon or never. */
const streamed = /^(multipart\/form-data|application\/(x-ndjson|offset\+octet-stream))/i;

export type BodyLimits = {
  /** For a body that is not streamed to come, in milliseconds. */
  longestMs: number;
  /** A streamed body comes at this pace at least, measured over so many seconds. */
  slowest: { bytesPerSecond: number; overSeconds: number };
};

/** Closes the connection of a body that does not come in time, and answers 408 to one that comes too slowly. */
export function limitBodies(app: FastifyInstance, { longestMs, slowest }: BodyLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    if (streamed.test(request.headers['content-type'] ?? '')) requirePace(request, reply, slowest);
    else requireSoon(request, longestMs);
  });
}

function requireSoon({ raw }: FastifyRequest, longestMs: number): void {
  const deadline = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, longestMs);
  raw.once('close', () => clearTimeout(deadline));
}

/**
 * Looks once a second at how much has come. A second in which the server has not taken what is there does not count:
 * the antivirus and the disk may take their time.
 */
function requirePace({ raw, log }: FastifyRequest, reply: FastifyReply, slowest: BodyLimits['slowest']): void {
  const { bytesPerSecond, overSeconds } = slowest;
  const { socket } = raw;
  const seconds: number[] = [];
  let seenBytes = socket.bytesRead;
  const timer = setInterval(() => {
    // An injected request is never complete, but ends.
    if (raw.complete || raw.readableEnded) return clearInterval(timer);
    if (raw.readableLength > 0) return;
    seconds.push(socket.bytesRead - seenBytes);
    seenBytes = socket.bytesRead;
    if (seconds.length > overSeconds) seconds.shift();
    const cameBytes = seconds.reduce((sum, bytes) => sum + bytes, 0);
    if (seconds.length < overSeconds || cameBytes >= bytesPerSecond * overSeconds) return;
    clearInterval(timer);
    log.info({ cameBytes, overSeconds }, 'a body came too slowly');
    // An import answers while its rows come: there is no other answer to give.
    if (reply.raw.headersSent) raw.destroy();
    else answerOnBareReply(reply, new DomainError('RequestTimeout'));
  }, 1_000);
  raw.once('close', () => clearInterval(timer));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
