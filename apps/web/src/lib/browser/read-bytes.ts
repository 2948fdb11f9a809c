import { type ApiError, isApiError, NetworkError } from '../api/api-error.ts';
import { fileNameOf } from './file-name.ts';
import type { ReadOptions } from '../documents/guest-viewer.ts';

/** The bytes of a content so far: a cut leaves them here, and the next try goes on from there. */
export interface Coming {
  parts: (Blob | Uint8Array<ArrayBuffer>)[];
  bytes: number;
  /** The part of them that this page holds itself. */
  heldBytes: number;
  /** The size of the whole, where it is known. */
  total: number;
  type: string;
  /** Distinguishes this content from others of the same name. */
  etag: string | undefined;
  /** Under which its answer says to keep it. */
  fileName: string | undefined;
}

export const nothingYet = (): Coming => ({
  ...{ parts: [], bytes: 0, heldBytes: 0 },
  ...{ total: 0, type: '', etag: undefined, fileName: undefined },
});

export interface Source {
  begin: (signal?: AbortSignal) => Promise<Response>;
  /** From a byte on, as `headers` ask for it: whole where it has changed. */
  goOn: (headers: Record<string, string>, signal?: AbortSignal) => Promise<Response>;
}

/** More than this goes to the browser, which keeps it where it has room, on the disk too. */
const mostHeldBytes = 8_000_000;
const mostCuts = 3;
const pauseMs = 1_000;
const mostPauseMs = 15_000;

/** Reads a content through cuts of the line: a phone goes through tunnels. Throws what `request` throws. */
export async function readBytes(source: Source, coming: Coming, options: ReadOptions = {}): Promise<Blob> {
  for (let cuts = 0; ; cuts++) {
    const before = coming.bytes;
    try {
      await readSome(source, coming, options);
      return new Blob(coming.parts, { type: coming.type });
    } catch (error) {
      if (coming.bytes > before) cuts = 0;
      const ms = pauseAfter(error, cuts);
      if (options.signal?.aborted || ms === undefined || cuts >= mostCuts) throw error;
      await pause(ms, options.signal);
    }
  }
}

const passing: readonly number[] = [408, 429, 503];

/** Whether the server refuses for now alone: what has come so far is still worth going on with. */
export const isPassing = ({ status }: ApiError): boolean => passing.includes(status);

/** Undefined where another try brings nothing: neither a cut, nor a server that says when it may be asked again. */
function pauseAfter(error: unknown, cuts: number): number | undefined {
  if (error instanceof NetworkError) return pauseMs * 2 ** cuts;
  if (!isApiError(error) || !isPassing(error) || error.retryAfterSeconds === undefined) return undefined;
  return Math.min(error.retryAfterSeconds * 1_000, mostPauseMs);
}

async function readSome(source: Source, coming: Coming, { signal, onProgress }: ReadOptions): Promise<void> {
  const response = await ask(source, coming, signal);
  const isRest = response.status === 206;
  if (isRest && wholeSize(response) !== coming.total) {
    Object.assign(coming, nothingYet());
    throw new NetworkError('What came is not the rest of what is there');
  }
  if (!isRest) {
    const total = Number(response.headers.get('Content-Length'));
    const type = response.headers.get('Content-Type') ?? '';
    const fileName = fileNameOf(response.headers.get('Content-Disposition'));
    const etag = response.headers.get('ETag') ?? undefined;
    Object.assign(coming, { ...nothingYet(), total, type, etag, fileName });
  }
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new NetworkError('The content broke off', { cause });
    });
    if (!chunk || chunk.done) break;
    gather(coming, chunk.value);
    if (coming.total) onProgress?.(coming.bytes / coming.total);
  }
  if (coming.bytes < coming.total) throw new NetworkError('The content broke off');
}

function gather(coming: Coming, chunk: Uint8Array<ArrayBuffer>): void {
  coming.parts.push(chunk);
  coming.bytes += chunk.byteLength;
  coming.heldBytes += chunk.byteLength;
  if (coming.heldBytes < mostHeldBytes) return;
  coming.parts = [new Blob(coming.parts)];
  coming.heldBytes = 0;
}

async function ask({ begin, goOn }: Source, coming: Coming, signal: AbortSignal | undefined): Promise<Response> {
  const { bytes, etag } = coming;
  if (bytes === 0 || etag === undefined) return begin(signal);
  try {
    return await goOn({ Range: `bytes=${bytes}-`, 'If-Range': etag }, signal);
  } catch (error) {
    // The bytes so far are not of this content any more.
    if (isApiError(error) && error.status === 416) return begin(signal);
    throw error;
  }
}

const wholeSize = (response: Response): number => Number(response.headers.get('Content-Range')?.split('/')[1]);

/** Until the line may be back: soon, or when the browser says so; at once where it is not waited for any more. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
