/** Contents up to this size are read whole before their first byte leaves. */
export const wholeBytes = 1_000_000;

/**
 * A content whose beginning could be read: up to a megabyte all of it, so that damage anywhere in it is an answer and
 * no cut connection. Errors of that beginning are thrown here.
 */
export async function readBeginning(bytes: AsyncGenerator<Buffer>, sizeBytes: number): Promise<AsyncGenerator<Buffer>> {
  const begun = readAhead(bytes, sizeBytes <= wholeBytes ? Infinity : 1);
  await begun.next();
  return begun;
}

/** Its first yield is empty and says that it has begun: from then on, ending it ends `bytes` too. */
async function* readAhead(bytes: AsyncGenerator<Buffer>, aheadBytes: number): AsyncGenerator<Buffer> {
  try {
    const ahead: Buffer[] = [];
    for (let size = 0; size < aheadBytes;) {
      const next = await bytes.next();
      if (next.done) break;
      ahead.push(next.value);
      size += next.value.length;
    }
    yield Buffer.alloc(0);
    yield* ahead;
    yield* bytes;
  } finally {
    await bytes.return(undefined);
  }
}
