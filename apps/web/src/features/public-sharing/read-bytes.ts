import { isApiError, NetworkError } from '../../lib/api-error.ts';
import { fileNameOf } from '../../lib/file-name.ts';
import type { ReadOptions } from '../../lib/guest-viewer.ts';

/** What has come of a content: a cut leaves it here, and the next try goes on from there. */
export interface Coming {
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  /** The size of the whole, where it is known. */
  total: number;
  type: string;
  /** Under which its answer says to keep it. */
  fileName: string | undefined;
}

export const nothingYet = (): Coming => ({ parts: [], bytes: 0, total: 0, type: '', fileName: undefined });

export interface Source {
  begin: (signal?: AbortSignal) => Promise<Response>;
  /** From this byte on; absent where a content comes whole or not at all. */
  goOn?: (from: number, signal?: AbortSignal) => Promise<Response>;
}

const mostCuts = 3;
const pauseMs = 1_000;

/** Reads a content through cuts of the line: a phone goes through tunnels. Throws what `request` throws. */
export async function readBytes(source: Source, coming: Coming, options: ReadOptions = {}): Promise<Blob> {
  for (let cuts = 0; ; cuts++) {
    const before = coming.bytes;
    try {
      await readSome(source, coming, options);
      return new Blob(coming.parts, { type: coming.type });
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof NetworkError)) throw error;
      if (coming.bytes > before) cuts = 0;
      if (cuts >= mostCuts) throw error;
      await pause(pauseMs * 2 ** cuts);
    }
  }
}

async function readSome(source: Source, coming: Coming, { signal, onProgress }: ReadOptions): Promise<void> {
  const response = await ask(source, coming, signal);
  const isRest = response.status === 206 && wholeSize(response) === coming.total;
  if (!isRest) {
    const total = Number(response.headers.get('Content-Length'));
    const type = response.headers.get('Content-Type') ?? '';
    const fileName = fileNameOf(response.headers.get('Content-Disposition'));
    Object.assign(coming, { ...nothingYet(), total, type, fileName });
  }
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new NetworkError('The content broke off', { cause });
    });
    if (!chunk || chunk.done) break;
    coming.parts.push(chunk.value);
    coming.bytes += chunk.value.byteLength;
    if (coming.total) onProgress?.(coming.bytes / coming.total);
  }
  if (coming.bytes < coming.total) throw new NetworkError('The content broke off');
}

async function ask({ begin, goOn }: Source, { bytes }: Coming, signal: AbortSignal | undefined): Promise<Response> {
  if (bytes === 0 || !goOn) return begin(signal);
  try {
    return await goOn(bytes, signal);
  } catch (error) {
    // What has come is not of this content any more.
    if (isApiError(error) && error.status === 416) return begin(signal);
    throw error;
  }
}

const wholeSize = (response: Response): number => Number(response.headers.get('Content-Range')?.split('/')[1]);

/** Until the line may be back: soon, or when the browser says so. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      window.removeEventListener('online', go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
