import { concat, type Bytes } from './bytes.ts';

/** Null where the bytes are not what the format says, or become more than `mostBytes`. */
export async function inflate(
  bytes: Bytes,
  format: 'deflate' | 'deflate-raw',
  mostBytes: number,
): Promise<Bytes | null> {
  const parts: Uint8Array[] = [];
  let count = 0;
  try {
    for await (const part of chunksOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)))) {
      count += part.length;
      if (count > mostBytes) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return concat(...parts);
}

/** Safari does not iterate over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Nothing more is unpacked for a reader that has left.
    await reader.cancel();
  }
}
