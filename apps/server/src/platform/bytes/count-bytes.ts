type Chunks = AsyncIterable<Uint8Array>;

/** The same chunks, and how many bytes of them have passed. */
export function countBytes(chunks: Chunks): { chunks: Chunks; sizeBytes(): number } {
  const count = { bytes: 0 };
  return { chunks: counting(chunks, count), sizeBytes: () => count.bytes };
}

async function* counting(chunks: Chunks, count: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count.bytes += chunk.length;
    yield chunk;
  }
}
