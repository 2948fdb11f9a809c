// oxlint-disable-next-line import/default -- Vite makes the class, and puts the script of the worker into it.
import DocumentsWorker from './documents-worker.ts?worker&inline';
import type { DocumentsRead, ReadDocuments } from './checks/archive/read-documents.ts';
import { checkFiles, type NamedBlob, type Progress } from './checks/check-files.ts';
import type { DocumentsMessage, DocumentsOrder } from './documents-worker.ts';
import type { Message } from './worker-message.ts';

// The page forbids itself to evaluate code: Zod must not try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const post = (message: Message): void => postMessage(message);

/** A message for each file would keep the page busy with drawing. */
const betweenMs = 100;

function postProgress(): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next && progress.done > 0) return;
    next = now + betweenMs;
    post({ type: 'progress', progress });
  };
}

/** Browsers compute a digest in the thread that asks for it: documents have one of their own, from the start. */
const documentsWorker = new DocumentsWorker();

const failure = new Promise<never>((_resolve, reject) => {
  documentsWorker.addEventListener('error', () => reject(new Error('the worker that reads documents')));
});
// Nobody awaits it before documents are read.
failure.catch(() => {});

/** By a channel of its own: nothing that is said of another archive comes through it. */
const readDocuments: ReadDocuments = async (archive, file, onRead) => {
  const { port1: own, port2: port } = new MessageChannel();
  const reading = new Promise<DocumentsRead>((resolve, reject) => {
    own.addEventListener('message', ({ data }: MessageEvent<DocumentsMessage>) => {
      if (data.type === 'progress') onRead(data.sizeBytes);
      else if (data.type === 'read') resolve(data.read);
      else reject(data.isUnreadable ? new RangeError(data.cause) : new Error(data.cause));
    });
    own.start();
    documentsWorker.postMessage({ archive, file, port } satisfies DocumentsOrder, [port]);
  });
  try {
    return await Promise.race([reading, failure]);
  } finally {
    own.close();
  }
};

onmessage = async ({ data: files }: MessageEvent<NamedBlob[]>) => {
  try {
    for await (const report of checkFiles(files, { readDocuments, onProgress: postProgress() }))
      post({ type: 'report', report });
    post({ type: 'finished' });
  } catch (error) {
    post({ type: 'stopped', cause: String(error) });
  }
};
