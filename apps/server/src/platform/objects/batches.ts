import type { ObjectChunks } from './objects.ts';

export type ChunkBatches = AsyncIterable<Uint8Array[]>;

/**
 * Gathers chunks into batches of at least `batchBytes` together, but for the last one: few large
 * writes are twice as fast as many small ones, and chunks that stay apart are not copied.
 */
export async function* inBatches(chunks: ObjectChunks, batchBytes: number): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let gathered = 0;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    batch.push(chunk);
    gathered += chunk.length;
    if (gathered < batchBytes) continue;
    yield batch;
    batch = [];
    gathered = 0;
  }
  if (batch.length > 0) yield batch;
}
