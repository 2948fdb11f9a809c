import type { FastifyReply } from 'fastify';
import type { FairLine } from '../../turns/fair-line.ts';
import { takePlace } from '../../turns/turnstile.ts';
import { goneOf } from './gone.ts';

/**
 * Waits for a turn of the party, and holds it until the answer has left or its caller has.
 * @throws {DomainError} ServiceUnavailable
 */
export async function holdTurn(line: FairLine, party: string, reply: Pick<FastifyReply, 'raw'>): Promise<void> {
  const gone = goneOf(reply);
  const leave = await takePlace((work, until) => line(party, work, until), gone);
  // The caller may have left between its turn and this line.
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
}
