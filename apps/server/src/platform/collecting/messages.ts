import { failureCodes } from '@perenne/collecting/failures';
import { z } from 'zod';

/** The messages of a run, which are not vouched for: the parent reads them through these and through nothing else. */

const line = (max: number) => z.string().min(1).max(max);

const offeredDocument = z.object({
  identity: line(500),
  title: line(1_000),
  fileName: line(1_000),
  type: z.string().max(40).optional(),
  date: z.iso.date().optional(),
});
export type OfferedDocument = z.output<typeof offeredDocument>;

/** A place in the one file that the process of a run has of its code, both counted from 1. */
const codePlace = z.object({ line: z.int().min(1), column: z.int().min(1) });
export type CodePlace = z.output<typeof codePlace>;

const questions = z.discriminatedUnion('ask', [
  z.object({
    ask: z.literal('connect'),
    host: line(300),
    port: z.int().min(1).max(65_535),
    security: z.enum(['tls', 'plain']),
  }),
  z.object({ ask: z.literal('known'), identity: line(500) }),
  /** Answered once it is kept. */
  z.object({ ask: z.literal('remember'), memory: z.json() }),
  z.object({
    ask: z.literal('code'),
    previousCodeWrong: z.boolean(),
    expiresInSeconds: z.number().positive().max(86_400).optional(),
  }),
  /** Answered by the channel for its bytes, or null where the safe has it. */
  z.object({ ask: z.literal('offer'), document: offeredDocument }),
  /** Answered once the document of that channel is in the safe. */
  z.object({ ask: z.literal('stored'), channel: z.int() }),
]);
export type Question = z.output<typeof questions>;

export const said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('question'), id: z.int(), question: questions }),
  z.object({ type: z.literal('done'), memory: z.json() }),
  /** The explanation may repeat the words of the partner: it comes only where the order asks for it. */
  z.object({
    ...{ type: z.literal('failed'), code: z.enum([...failureCodes, 'CRASH']), places: z.array(codePlace).max(20) },
    explanation: z.string().max(8_000).optional(),
  }),
]);

/** The messages of the parent. */
export type Order = {
  type: 'order';
  credentials: Readonly<Record<string, string | number>>;
  since: string | null;
  memory: z.output<ReturnType<typeof z.json>>;
  /** Asks for the collector's own words: its author runs it, with an account of their own. */
  explains: boolean;
};
export type Reply = { type: 'reply'; id: number; value: unknown } | { type: 'reply'; id: number; refused: true };
