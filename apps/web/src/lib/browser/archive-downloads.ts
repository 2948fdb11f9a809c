import { getExportContent } from '@perenne/contract/exports';
import { createContext, use, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/call.ts';
import { saveFile } from './download.ts';
import { type Coming, isPassing, nothingYet, readBytes, type Source } from './read-bytes.ts';

/** The archive of an export, on its way to this device. */
export interface ArchiveDownload {
  state: 'running' | 'saved' | 'failed';
  /** 0 to 1 of the bytes that have arrived. */
  progress: number;
  /** Why it stopped by itself. */
  error?: unknown;
}

export type DownloadOutcome = { id: string; state: 'saved' | 'failed' };

interface Parts {
  sourceOf: (id: string) => Source;
  save: (content: Blob, fileName: string) => void;
}

/** With the bearer token: no address of an archive ever holds one. */
const sourceOf = (id: string): Source => ({
  begin: (signal) => request(getExportContent, { params: { id }, ...(signal ? { signal } : {}) }),
  goOn: (headers, signal) => request(getExportContent, { params: { id }, headers, ...(signal ? { signal } : {}) }),
});

/** Archives on their way to this device, through cuts of the line. They outlive the pages, and end with the session. */
export class ArchiveDownloads {
  #downloads: ReadonlyMap<string, ArchiveDownload> = new Map();
  readonly #running = new Map<string, AbortController>();
  /** The bytes of downloads that failed: the next try goes on from there. */
  readonly #coming = new Map<string, Coming>();
  readonly #listeners = new Set<() => void>();
  readonly #outcomeListeners = new Set<(outcome: DownloadOutcome) => void>();
  readonly #parts: Parts;

  constructor(parts: Parts = { sourceOf, save: saveFile }) {
    this.#parts = parts;
  }

  readonly getSnapshot = () => this.#downloads;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls when a download has ended by itself, well or not. */
  readonly onOutcome = (listener: (outcome: DownloadOutcome) => void) => {
    this.#outcomeListeners.add(listener);
    return () => void this.#outcomeListeners.delete(listener);
  };

  /** Begins a download, or goes on with one that failed. */
  async start(id: string): Promise<void> {
    if (this.#running.has(id)) return;
    const controller = new AbortController();
    const { signal } = controller;
    const coming = this.#coming.get(id) ?? nothingYet();
    this.#running.set(id, controller);
    this.#coming.set(id, coming);
    this.#set(id, { state: 'running', progress: progressOf(coming) });
    try {
      const onProgress = (progress: number) => this.#advance(id, progress);
      const content = await readBytes(this.#parts.sourceOf(id), coming, { signal, onProgress });
      if (signal.aborted) return;
      this.#parts.save(content, coming.fileName ?? 'perenne.zip');
      this.#coming.delete(id);
      this.#end(id, { state: 'saved', progress: 1 });
    } catch (error) {
      if (signal.aborted) return;
      if (isRefused(error)) this.#coming.delete(id);
      this.#end(id, { state: 'failed', progress: progressOf(coming), error });
    }
  }

  /** Ends a download, and forgets the bytes that have arrived. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
    this.#coming.delete(id);
    this.#set(id, undefined);
  }

  stop(): void {
    for (const id of this.#downloads.keys()) this.cancel(id);
  }

  /** Chunks are small and archives large: only a new hundredth is shown. */
  #advance(id: string, progress: number): void {
    const download = this.#downloads.get(id);
    if (download?.state !== 'running' || Math.floor(download.progress * 100) === Math.floor(progress * 100)) return;
    this.#set(id, { ...download, progress });
  }

  #end(id: string, download: ArchiveDownload & { state: DownloadOutcome['state'] }): void {
    this.#running.delete(id);
    this.#set(id, download);
    for (const listener of this.#outcomeListeners) listener({ id, state: download.state });
  }

  #set(id: string, download: ArchiveDownload | undefined): void {
    const others = [...this.#downloads].filter(([other]) => other !== id);
    this.#downloads = new Map(download ? [...others, [id, download]] : others);
    for (const listener of this.#listeners) listener();
  }
}

/** A download that the server refuses for good is not gone on with. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !isPassing(error);

const progressOf = ({ bytes, total }: Coming): number => (total > 0 ? bytes / total : 0);

export const ArchiveDownloadsContext = createContext<ArchiveDownloads | null>(null);

export function useArchiveDownloads(): ArchiveDownloads {
  const downloads = use(ArchiveDownloadsContext);
  if (!downloads) throw new Error('useArchiveDownloads outside the shell');
  return downloads;
}

/** Undefined where it was not asked for since this page was loaded. */
export const useArchiveDownload = (downloads: ArchiveDownloads, id: string): ArchiveDownload | undefined =>
  useSyncExternalStore(downloads.subscribe, () => downloads.getSnapshot().get(id));
