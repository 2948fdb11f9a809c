/**
 * Gives the memory of these bytes back at once; they are empty from then on. The collector counts little of what lies
 * outside its heap, so that a stream of large chunks is a hundred megabytes of garbage before it comes. For who has made
 * the bytes, or was given them to keep. Those that are part of a larger memory are left as they are.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Frees each chunk when the next is asked for: for callers that are done with a chunk by then. */
export async function* freeing<T extends Uint8Array>(chunks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    yield chunk;
    freeBytes(chunk);
  }
}
