import type { FastifyReply } from 'fastify';

/** Aborts when the caller has left, or has the whole answer. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
