import { isUnreadable, readDocuments, type DocumentsRead } from './checks/archive/read-documents.ts';

/** The answers go through the port. */
export type DocumentsOrder = { archive: Blob; file: string; port: MessagePort };

export type DocumentsMessage =
  | { type: 'progress'; sizeBytes: number }
  | { type: 'read'; read: DocumentsRead }
  | { type: 'failed'; isUnreadable: boolean; cause: string };

onmessage = async ({ data: { archive, file, port } }: MessageEvent<DocumentsOrder>) => {
  const post = (message: DocumentsMessage): void => port.postMessage(message);
  try {
    const read = await readDocuments(archive, file, (sizeBytes) => post({ type: 'progress', sizeBytes }));
    post({ type: 'read', read });
  } catch (error) {
    post({ type: 'failed', isUnreadable: isUnreadable(error), cause: String(error) });
  }
};
