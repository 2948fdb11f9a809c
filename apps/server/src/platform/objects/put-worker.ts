import { parentPort, workerData } from 'node:worker_threads';
import { SmallWriter } from './small-writer.ts';
import { failureOf, type ThreadFailure } from './thread-failure.ts';

/** The data that a thread begins with. The memory holds one object at a time. */
export type PutThreadData = { path: string; memory: SharedArrayBuffer };

export type AskedPut = { id: string; sizeBytes: number };

export type PutAnswer = { failure?: ThreadFailure };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const { path, memory }: PutThreadData = workerData;
const writer = new SmallWriter(path);

port.on('message', ({ id, sizeBytes }: AskedPut) => {
  try {
    writer.put(id, new Uint8Array(memory, 0, sizeBytes));
    port.postMessage({} satisfies PutAnswer);
  } catch (error) {
    port.postMessage({ failure: failureOf(error) } satisfies PutAnswer);
  }
});
