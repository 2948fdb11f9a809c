import { z } from 'zod';

/** Names a code that a message holds: the keyed hashes of its owner and of itself, in hexadecimal. */
export const sentCode = z.object({ purpose: z.string(), ownerTag: z.string(), codeTag: z.string() });
export type SentCode = z.output<typeof sentCode>;

/** Sends the message of a code; false, and nothing is sent, where that of a newer code has gone to the same asker. */
export type SendInTurn = (code: SentCode, send: () => Promise<void>) => Promise<boolean>;
