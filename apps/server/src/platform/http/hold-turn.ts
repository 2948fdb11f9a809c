import type { FastifyReply } from 'fastify';
import type { FairLine } from '../turns/fair-line.ts';
import { takePlace } from '../turns/turnstile.ts';
import { goneOf } from './gone.ts';

/**
 * Waits for a turn of the party, and holds it until the answer has left or its caller has.
 * @throws {DomainError} ServiceUnavailable
 */
export async function holdTurn(line: FairLine, party: string, reply: FastifyReply): Promise<void> {
  const leave = await takePlace((work, gone) => line(party, work, gone), goneOf(reply));
  reply.raw.once('close', leave);
}
