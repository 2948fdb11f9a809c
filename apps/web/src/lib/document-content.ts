import { getDocumentContent } from '@perenne/contract/documents';
import { NetworkError } from './api-error.ts';
import { request } from './call.ts';

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
    throw new NetworkError('The content broke off', { cause });
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
