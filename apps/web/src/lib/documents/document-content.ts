import { getDocumentContent } from '@perenne/contract/documents';
import { NetworkError } from '../api/api-error.ts';
import { request } from '../api/call.ts';
import { fileNameOf } from '../browser/file-name.ts';

interface ReadOptions {
  signal?: AbortSignal;
  /** 0 to 1 of the bytes that have come. */
  onProgress?: (share: number) => void;
}

/** The bytes of a document, read with the bearer token: no address of them ever holds one. */
export async function readContent(id: string, { signal, onProgress }: ReadOptions = {}): Promise<Blob> {
  const response = await request(getDocumentContent, { params: { id }, ...(signal ? { signal } : {}) });
  const total = Number(response.headers.get('Content-Length'));
  const counted = response.body?.pipeThrough(countBytes((received) => onProgress?.(total ? received / total : 0)));
  const type = response.headers.get('Content-Type') ?? '';
  try {
    return new Blob([await new Response(counted ?? null).arrayBuffer()], { type });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return askWhy(id, cause);
  }
}

/** A content that is damaged breaks off once: asked again, the server says so before the first byte. */
async function askWhy(id: string, cause: unknown): Promise<never> {
  const answer = await request(getDocumentContent, { params: { id }, headers: { Range: 'bytes=0-0' } });
  await answer.body?.cancel();
  throw new NetworkError('The content broke off', { cause });
}

/** The bytes of a document and the name that the server gives the file. */
export async function readFile(id: string): Promise<{ content: Blob; fileName: string | undefined }> {
  const response = await request(getDocumentContent, { params: { id } });
  const fileName = fileNameOf(response.headers.get('Content-Disposition'));
  try {
    return { content: await response.blob(), fileName };
  } catch (cause) {
    return askWhy(id, cause);
  }
}

function countBytes(
  onCount: (received: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      onCount(received);
      controller.enqueue(chunk);
    },
  });
}
