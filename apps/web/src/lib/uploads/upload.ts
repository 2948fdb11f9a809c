import { uploadDocument, type Document } from '@perenne/contract/documents';
import type { Endpoint } from '@perenne/contract/endpoint';
import type { ErrorBody } from '@perenne/contract/errors';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { endSessionIfRefused, storeNewToken, tokenFor } from '../api/call.ts';

/** Why an upload is stopped: the bytes of a large file so far stay, or not. */
export type StopReason = 'paused' | 'cancelled';

export interface UploadOptions {
  fields?: Record<string, string>;
  /** 0 to 1 of the bytes sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

function answerOf(xhr: XMLHttpRequest, operation: string): unknown {
  const body: unknown = JSON.parse(xhr.responseText || 'null');
  if (xhr.status === 201) return body;
  const retryAfterSeconds = Number(xhr.getResponseHeader('Retry-After')) || undefined;
  throw new ApiError(xhr.status, (body as ErrorBody | null)?.errors ?? [], { retryAfterSeconds, operation });
}

/** Adds a file to the safe. */
export const uploadFile = async (file: File, options: UploadOptions = {}): Promise<Document> =>
  (await sendForm(uploadDocument, file, { ...options, token: tokenFor(uploadDocument.token) })) as Document;

interface FormOptions extends UploadOptions {
  token: string | null;
}

/** Sends a file by a form; returns the answer's body. Not `fetch`, which does not report how much has been sent. */
export function sendForm(
  { id, method, path, token: kind }: Pick<Endpoint, 'id' | 'method' | 'path' | 'token'>,
  file: File,
  { fields = {}, onProgress, signal, token }: FormOptions,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('load', () => {
      storeNewToken(xhr.getResponseHeader('Set-Authorization'));
      try {
        resolve(answerOf(xhr, id));
      } catch (error) {
        endSessionIfRefused(kind, token, error);
        reject(error instanceof ApiError ? error : new ApiError(xhr.status, [], { operation: id }));
      }
    });
    xhr.addEventListener('error', () => reject(new NetworkError('No answer')));
    xhr.addEventListener('abort', () => reject(new DOMException('Cancelled by the user', 'AbortError')));
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    xhr.open(method, path);
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`);
    xhr.send(form);
  });
}
