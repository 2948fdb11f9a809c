import { z } from 'zod';

/** Names a code that a message holds: the keyed hashes of its owner and of itself, in hexadecimal. */
export const sentCode = z.object({ purpose: z.string(), ownerTag: z.string(), codeTag: z.string() });
export type SentCode = z.output<typeof sentCode>;

/** Nothing is sent where the message of a newer code has gone to the same asker, or where it is not its turn yet. */
export type Sending = 'sent' | 'replaced' | 'waits';

/** Sends a message, with a code or without, once it is its turn. It does not wait for that. */
export type SendInTurn = (
  message: { to: string; ofCode: SentCode | undefined },
  send: () => Promise<void>,
) => Promise<Sending>;
