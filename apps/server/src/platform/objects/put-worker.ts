import { parentPort, workerData } from 'node:worker_threads';
import { SmallWriter } from './small-writer.ts';

/** What a thread begins with. The memory holds one object at a time. */
export type PutThreadData = { path: string; memory: SharedArrayBuffer };

export type AskedPut = { id: string; sizeBytes: number };

/** How a put ended. An error loses its class and its code on the way, so they are told by name. */
export type ToldPut = { failure?: { name: string; message: string; code?: string } };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const { path, memory }: PutThreadData = workerData;
const writer = new SmallWriter(path);

port.on('message', ({ id, sizeBytes }: AskedPut) => {
  try {
    writer.put(id, new Uint8Array(memory, 0, sizeBytes));
    port.postMessage({} satisfies ToldPut);
  } catch (error) {
    port.postMessage({ failure: failureOf(error) } satisfies ToldPut);
  }
});

function failureOf(error: unknown): NonNullable<ToldPut['failure']> {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, message: error.message, ...(code !== undefined && { code }) };
}
