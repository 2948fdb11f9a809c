import { DocumentFailure } from '@perenne/collecting/failures';
import type { CollectedDocument, Run } from '@perenne/collecting/run';

/**
 * `text` makes a PDF, unless it is `raw`; `bytes` pads it; one that `hangs` has no end, in its first visit; after one that
 * `stays`, that visit has none; one that `fails` is cut before its end.
 */
type Offered = Omit<CollectedDocument, 'open'> & {
  text?: string;
  raw?: string;
  bytes?: number;
  hangs?: boolean;
  stays?: boolean;
  fails?: boolean;
};

const pdf = (text: string): string => `%PDF-1.4\n% ${text}\n`;

/** Gives what its credential `what` says. */
export async function* collect({ credentials, memory, rememberNow }: Run): AsyncGenerator<CollectedDocument> {
  const offered = JSON.parse(String(credentials['what'])) as Offered[];
  const isFirst = memory === null;
  // Before any document comes: a test may end the visit as soon as it sees one.
  if (isFirst && offered.some(({ hangs, stays }) => hangs || stays)) await rememberNow('visited');
  for (const { text = 'offered', raw, bytes = 0, hangs, stays, fails, ...document } of offered) {
    yield {
      ...document,
      async *open() {
        if (raw !== undefined) {
          yield Buffer.from(raw);
          return;
        }
        yield Buffer.from(pdf(text));
        if (hangs && isFirst) await new Promise(() => {});
        for (let left = bytes; left > 0; left -= 60_000) yield Buffer.alloc(Math.min(left, 60_000), '% padding\n');
        if (fails) throw new DocumentFailure('PARTNER_UNAVAILABLE');
        yield Buffer.from('trailer<<>>\n%%EOF\n');
      },
    };
    if (stays && isFirst) await new Promise(() => {});
  }
}
