/** A line as sent, or `null` where it was longer than allowed or no UTF-8. */
export type Line = string | null;

const lineFeed = 0x0a;

/**
 * The lines of a stream, blank ones left out, at most one line of `maxBytes` in memory. A line that
 * is too long is given as `null`, and what follows it goes on.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const finish = (): Line | undefined => {
    const line = keptBytes > maxBytes ? null : decode(Buffer.concat(kept));
    kept = [];
    keptBytes = 0;
    return line?.trim() === '' ? undefined : line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(lineFeed, start);
      const part = chunk.subarray(start, end < 0 ? chunk.length : end);
      keptBytes += part.length;
      if (keptBytes <= maxBytes) kept.push(Buffer.from(part));
      else kept = [];
      start += part.length + 1;
      const line = end < 0 ? undefined : finish();
      if (line !== undefined) yield line;
    }
  }
  const last = finish();
  if (last !== undefined) yield last;
}

/** The byte order mark that some systems write first is dropped. */
function decode(bytes: Buffer): Line {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
