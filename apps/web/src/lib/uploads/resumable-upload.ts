import { type Document, getDocument, uploadDocument } from '@perenne/contract/documents';
import type { ErrorBody } from '@perenne/contract/errors';
import { cancelUpload, createUpload, tusVersion } from '@perenne/contract/uploads';
import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { ApiError, isApiError, NetworkError } from '../api/api-error.ts';
import { forgetBegun, keepBegun, keyOfUpload, readBegun } from './begun-uploads.ts';
import { call, endSessionIfRefused, request, storeNewToken, tokenFor } from '../api/call.ts';
import type { StopReason, UploadOptions } from './upload.ts';

/** Long enough for a phone that changes lines, and for a service that starts again. */
const retryDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The upload is at another offset, or another request goes on with it: where it is must be asked again. */
const turnStatuses = [409, 423];
const passingStatuses = [...turnStatuses, 500, 502, 503, 504];

/** The server does not know the upload any more: it has to begin again. */
class UploadGone extends Error {
  override readonly name = 'UploadGone';
}

/**
 * Adds a file to the safe in parts (tus): what has come stays, so that a cut connection, a pause or a
 * reload goes on where it was. The reason of `signal` is a StopReason.
 */
export async function uploadInParts(file: File, options: UploadOptions = {}): Promise<Document> {
  const key = keyOfUpload(file, options.fields ?? {});
  try {
    const id = await sendParts(file, options).catch((error: unknown) => {
      if (!(error instanceof UploadGone)) throw error;
      forgetBegun(key);
      return sendParts(file, options);
    });
    const document = await call(getDocument, { params: { id } });
    forgetBegun(key);
    return document;
  } catch (error) {
    if (isFinal(error)) forgetBegun(key);
    throw error;
  }
}

/** A further try would change nothing. The server has given the room back by then. */
const isFinal = (error: unknown): boolean =>
  isApiError(error) && error.status < 500 && ![401, 429, ...turnStatuses].includes(error.status);

/** Takes back the bytes of a file so far; a document that it has become stays. */
export async function giveUpUpload(file: File, fields: object): Promise<void> {
  const key = keyOfUpload(file, fields);
  const id = readBegun(key)?.split('/').pop();
  if (id === undefined) return;
  forgetBegun(key);
  try {
    await request(cancelUpload, { params: { id }, headers: { 'Tus-Resumable': tusVersion } });
  } catch (error) {
    // The server takes back an upload with which nobody goes on, within a day.
    if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error;
  }
}

/** The identifier of the document that it has become. */
function sendParts(file: File, { fields = {}, onProgress, signal }: UploadOptions): Promise<string> {
  const key = keyOfUpload(file, fields);
  const begun = readBegun(key);
  let token: string | null = null;
  return new Promise((resolve, reject) => {
    const stop = () => {
      // Without an address nothing could be gone on with: it is waited for.
      if (!upload.url) return;
      void upload.abort();
      if (signal?.reason === ('cancelled' satisfies StopReason)) void giveUpUpload(file, fields);
      reject(new DOMException('Stopped by the user', 'AbortError'));
    };
    const fail = (error: unknown) => {
      endSessionIfRefused(createUpload.token, token, error);
      reject(error);
    };
    const upload = new Upload(file, {
      endpoint: begun === undefined ? `${location.origin}${createUpload.path}` : null,
      uploadUrl: begun ?? null,
      metadata: { filename: file.name, ...fields },
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      onBeforeRequest: (sent) => {
        token = tokenFor(createUpload.token);
        if (token) sent.setHeader('Authorization', `Bearer ${token}`);
      },
      onAfterResponse: (_, answer) => storeNewToken(answer.getHeader('Set-Authorization') ?? null),
      onShouldRetry: (error) => navigator.onLine && isPassing(error.originalResponse),
      onUploadUrlAvailable: () => {
        // From here on it is this upload or none: a service that is busy must not make it begin again.
        upload.options.endpoint = null;
        if (upload.url) keepBegun(key, upload.url);
        if (signal?.aborted) stop();
      },
      onProgress: (sent, total) => onProgress?.(sent / total),
      onSuccess: ({ lastResponse }) => {
        const id = lastResponse.getHeader('Document-Id');
        if (id) resolve(id);
        else fail(new ApiError(lastResponse.getStatus(), []));
      },
      onError: (error) => fail(asApiError(error)),
    });
    signal?.addEventListener('abort', stop);
    upload.start();
  });
}

/** Whether the same request may do better in a moment. An antivirus that is out of reach is reported at once. */
function isPassing(answer: HttpResponse | null): boolean {
  if (!answer) return true;
  return passingStatuses.includes(answer.getStatus()) && !errorOf(answer).has('AntimalwareUnavailable');
}

/** As the errors of every other call. */
function asApiError(error: Error): Error {
  if (!(error instanceof DetailedError) || !error.originalResponse)
    return new NetworkError('No answer', { cause: error });
  const isKnownUpload = error.originalRequest.getMethod() !== 'POST';
  if (isKnownUpload && error.originalResponse.getStatus() === 404) {
    const refusal = errorOf(error.originalResponse);
    // A folder or a category that is gone is another matter.
    if (refusal.errors.length === 0 || refusal.has('NotFound')) return new UploadGone();
  }
  return errorOf(error.originalResponse);
}

function errorOf(answer: HttpResponse): ApiError {
  const retryAfterSeconds = Number(answer.getHeader('Retry-After')) || undefined;
  return new ApiError(answer.getStatus(), errorsOf(answer.getBody()), {
    retryAfterSeconds,
    operation: uploadDocument.id,
  });
}

function errorsOf(body: string): ErrorBody['errors'] {
  try {
    return (JSON.parse(body || 'null') as ErrorBody | null)?.errors ?? [];
  } catch {
    // A proxy's page.
    return [];
  }
}
