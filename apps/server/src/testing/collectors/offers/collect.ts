import { setTimeout as wait } from 'node:timers/promises';
import type { CollectedDocument, Run } from '@perenne/collecting/run';

/** `text` makes a PDF, unless it is `raw`; `bytes` pads it; `slowMs` is waited for in the middle of it. */
type Offered = Omit<CollectedDocument, 'open'> & { text?: string; raw?: string; bytes?: number; slowMs?: number };

const pdf = (text: string): string => `%PDF-1.4\n% ${text}\n`;

/** Gives what its credential `what` says. */
export async function* collect({ credentials }: Run): AsyncGenerator<CollectedDocument> {
  const offered = JSON.parse(String(credentials['what'])) as Offered[];
  for (const { text = 'offered', raw, bytes = 0, slowMs, ...document } of offered)
    yield {
      ...document,
      async *open() {
        if (raw !== undefined) {
          yield Buffer.from(raw);
          return;
        }
        yield Buffer.from(pdf(text));
        if (slowMs !== undefined) await wait(slowMs);
        for (let left = bytes; left > 0; left -= 60_000) yield Buffer.alloc(Math.min(left, 60_000), '% padding\n');
        yield Buffer.from('trailer<<>>\n%%EOF\n');
      },
    };
}
