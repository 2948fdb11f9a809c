import { parentPort, workerData } from 'node:worker_threads';
import { FolderWriter } from './folder-writer.ts';

export type AskedPut = { run: number; id: string; bytes: Uint8Array };

/** How a put ended. An error loses its class and its code on the way, so they are told by name. */
export type ToldPut = { run: number; failure?: { name: string; message: string; code?: string } };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const writer = new FolderWriter(String(workerData));

port.on('message', ({ run, id, bytes }: AskedPut) => {
  void writer.put(id, one(bytes)).then(
    () => port.postMessage({ run } satisfies ToldPut),
    (error: unknown) => port.postMessage({ run, failure: failureOf(error) } satisfies ToldPut),
  );
});

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function failureOf(error: unknown): NonNullable<ToldPut['failure']> {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, message: error.message, ...(code !== undefined && { code }) };
}
