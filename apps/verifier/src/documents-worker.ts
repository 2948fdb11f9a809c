import { isUnreadable, readDocuments, type DocumentsRead } from './checks/archive/read-documents.ts';

/** The messages of this worker to the one that asks. */
export type DocumentsMessage =
  | { type: 'progress'; sizeBytes: number }
  | { type: 'read'; read: DocumentsRead }
  | { type: 'failed'; isUnreadable: boolean; cause: string };

const post = (message: DocumentsMessage): void => postMessage(message);

onmessage = async ({ data: { archive, file } }: MessageEvent<{ archive: Blob; file: string }>) => {
  try {
    const read = await readDocuments(archive, file, (sizeBytes) => post({ type: 'progress', sizeBytes }));
    post({ type: 'read', read });
  } catch (error) {
    post({ type: 'failed', isUnreadable: isUnreadable(error), cause: String(error) });
  }
};
