import { concat, type Bytes } from './bytes.ts';

/** Null where the bytes are not what the format says. */
export async function inflate(bytes: Bytes, format: 'deflate' | 'deflate-raw'): Promise<Bytes | null> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of chunksOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))))
      parts.push(part);
  } catch {
    return null;
  }
  return concat(...parts);
}

/** Safari does not iterate over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
