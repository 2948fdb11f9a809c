import { freeBytes } from '../../../platform/bytes/free-bytes.ts';

/** Contents up to this size are read whole before their first byte leaves. */
export const wholeBytes = 1_000_000;

/** All of a content, whose memory the one who asked for it gives back, or what is still to be read. */
export type ContentBytes = Buffer | AsyncGenerator<Buffer>;

/**
 * A content whose beginning could be read: up to a megabyte all of it, so that damage anywhere in it is an answer and
 * no cut connection. Errors of that beginning are thrown here. The chunks must be nobody else's: they are freed.
 */
export async function readBeginning(bytes: AsyncGenerator<Buffer>, sizeBytes: number): Promise<ContentBytes> {
  if (sizeBytes <= wholeBytes) return joined(await Array.fromAsync(bytes));
  const begun = readAhead(bytes);
  await begun.next();
  return begun;
}

function joined(chunks: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(chunks);
  for (const chunk of chunks) freeBytes(chunk);
  return whole;
}

/** Its first yield is empty and says that it has begun: from then on, ending it ends `bytes` too. */
async function* readAhead(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    const first = await bytes.next();
    yield Buffer.alloc(0);
    if (!first.done) yield first.value;
    yield* bytes;
  } finally {
    await bytes.return(undefined);
  }
}
