import type { Document } from '@perenne/contract/documents';
import { createContext, use, useSyncExternalStore } from 'react';
import { NetworkError } from './api-error.ts';
import { uploadFile } from './upload.ts';
import { type FileRefusal, fileRefusal } from './upload-rules.ts';

/** Where a file goes, as the fields of its form. */
export type UploadFields = Partial<Record<'categoryId' | 'folderId', string>>;

export interface Upload {
  id: number;
  file: File;
  fields: UploadFields;
  /** `held`: the safe holds it already, and its owner is to say what to do. */
  state: 'waiting' | 'sending' | 'held' | 'added' | 'failed';
  /** 0 to 1 of the bytes sent; at 1 the server checks and encrypts. */
  progress: number;
  document?: Document;
  /** What holds the same content, while `held`. */
  duplicate?: Document;
  /** Its owner wants it all the same. */
  isWanted?: boolean;
  /** Refused here, before anything was sent. */
  refusal?: FileRefusal;
  error?: unknown;
}

/** A phone's line is narrow, and each answer comes sooner. */
const mostAtOnce = 3;

/** What the safe holds already of the same content, as far as can be known before it is sent. */
type FindDuplicate = (file: File, signal: AbortSignal) => Promise<Document | undefined>;

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending';

/** The files that are being added to the safe. It outlives the pages, and ends with the session. */
export class UploadQueue {
  #uploads: readonly Upload[] = [];
  #lastId = 0;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  /** Called each time that nothing is under way any more. */
  readonly #onIdle: () => void;
  readonly #findDuplicate: FindDuplicate | undefined;

  constructor(onIdle: () => void, findDuplicate?: FindDuplicate) {
    this.#onIdle = onIdle;
    this.#findDuplicate = findDuplicate;
  }

  readonly getSnapshot = () => this.#uploads;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: readonly File[], fields: UploadFields = {}): void {
    const added = files.map((file): Upload => {
      const refusal = fileRefusal(file);
      const upload: Upload = { id: ++this.#lastId, file, fields, state: 'waiting', progress: 0 };
      return refusal ? { ...upload, state: 'failed', refusal } : upload;
    });
    // A new batch begins a new list, but for what the last one failed to send.
    const kept = isBusy(this.#uploads) ? this.#uploads : this.#uploads.filter(({ state }) => state !== 'added');
    this.#set([...kept, ...added]);
    this.sendNext();
  }

  /** Stops what is being sent, and takes it off the list. */
  cancel(id: number): void {
    this.#running.get(id)?.abort();
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
    this.#settle(id);
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', progress: 0 });
    this.sendNext();
  }

  /** Takes off the list what is over, well or not. */
  clear(): void {
    this.#set(this.#uploads.filter(isUnderWay));
  }

  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#set([]);
  }

  /** Starts as many as there is room for; without a connection, all wait for it. */
  sendNext(): void {
    if (!navigator.onLine) return;
    const next = this.#uploads.filter(({ state }) => state === 'waiting').slice(0, mostAtOnce - this.#running.size);
    for (const upload of next) void this.#send(upload);
  }

  /** Sends what was held: both are kept. */
  keepBoth(id: number): void {
    this.#change(id, { state: 'waiting', isWanted: true });
    this.sendNext();
  }

  async #send({ id, file, fields, isWanted }: Upload): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#change(id, { state: 'sending', progress: 0 });
    const onProgress = (progress: number) => this.#change(id, { progress });
    try {
      const find = isWanted ? undefined : this.#findDuplicate;
      const duplicate = find ? await find(file, controller.signal) : undefined;
      if (controller.signal.aborted) return;
      const document = duplicate ?? (await uploadFile(file, { fields, onProgress, signal: controller.signal }));
      this.#change(id, duplicate ? { state: 'held', duplicate } : { state: 'added', progress: 1, document });
    } catch (error) {
      if (isCancelled(error)) return;
      const isOffline = error instanceof NetworkError && !navigator.onLine;
      this.#change(id, isOffline ? { state: 'waiting', progress: 0 } : { state: 'failed', error });
    }
    this.#settle(id);
  }

  #settle(id: number) {
    this.#running.delete(id);
    if (isBusy(this.#uploads)) this.sendNext();
    else this.#onIdle();
  }

  #change(id: number, changes: Partial<Upload>) {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  #set(uploads: readonly Upload[]) {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

export const UploadQueueContext = createContext<UploadQueue | null>(null);

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadQueueContext);
  if (!queue) throw new Error('useUploadQueue outside the shell');
  return queue;
}

export function useUploads(queue: UploadQueue): readonly Upload[] {
  return useSyncExternalStore(queue.subscribe, queue.getSnapshot);
}

export const isBusy = (uploads: readonly Upload[]): boolean => uploads.some(isUnderWay);
