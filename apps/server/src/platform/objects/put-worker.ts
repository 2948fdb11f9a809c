import { parentPort, workerData } from 'node:worker_threads';
import { SmallWriter } from './small-writer.ts';
import { failureOf, type ThreadFailure } from './thread-failure.ts';

/** An object that lies at the beginning of the thread's memory, which holds one at a time. */
export type AskedPut = { path: string; id: string; sizeBytes: number };

export type PutAnswer = { failure?: ThreadFailure };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const memory: Uint8Array = workerData;
const writers = new Map<string, SmallWriter>();

port.on('message', ({ path, id, sizeBytes }: AskedPut) => {
  const writer = writers.get(path) ?? new SmallWriter(path);
  writers.set(path, writer);
  try {
    writer.put(id, memory.subarray(0, sizeBytes));
    port.postMessage({} satisfies PutAnswer);
  } catch (error) {
    port.postMessage({ failure: failureOf(error) } satisfies PutAnswer);
  }
});
