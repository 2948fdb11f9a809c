import type { FastifyReply } from 'fastify';

/** Aborts when the caller has left, or has the whole answer: at once where that was before. */
export function goneOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  // Nobody hears a close that has passed.
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}
