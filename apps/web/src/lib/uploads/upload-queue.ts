import type { Document } from '@perenne/contract/documents';
import { createContext, use, useSyncExternalStore } from 'react';
import { NetworkError } from '../api/api-error.ts';
import { type StopReason, uploadFile, type UploadOptions } from './upload.ts';
import { type FileRefusal, fileRefusal, isResumable } from './upload-rules.ts';

/** The type of a file and its place, or who sends it with which word, as the fields of its form. */
export type UploadFields = Partial<Record<'categoryId' | 'folderId' | 'type' | 'senderName' | 'note', string>>;

/** A file with what is known of it alone. */
export interface ToAdd {
  file: File;
  fields?: UploadFields;
}

export interface Upload {
  id: number;
  file: File;
  fields: UploadFields;
  /** `held`: the safe holds it already, and its owner is to say what to do. */
  state: 'waiting' | 'sending' | 'paused' | 'held' | 'added' | 'failed';
  /** 0 to 1 of the bytes sent; at 1 the server checks and encrypts. */
  progress: number;
  document?: Document;
  /** The document of the same content, while `held`. */
  duplicate?: Document;
  /** It was compared with what the safe holds: files of its size wait for it no longer. */
  isCompared?: boolean;
  /** Its owner wants it, though the safe holds its content. */
  isCopyWanted?: boolean;
  /** Refused here, before anything was sent. */
  refusal?: FileRefusal;
  error?: unknown;
}

/** A phone's line is narrow, and each answer comes sooner. */
const mostAtOnce = 3;

/** Finds the same content in the safe, as far as can be known before it is sent. */
type FindDuplicate = (file: File, signal: AbortSignal) => Promise<Document | undefined>;

const isStopped = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending';

/** Comes with the first large file. */
const loadResumable = () =>
  import('./resumable-upload.ts').catch((cause: unknown) => {
    throw new NetworkError('No answer', { cause });
  });

/** Sends a file; gives the document that it became, where the sender may know it. */
type SendFile = (file: File, options: UploadOptions) => Promise<Document | undefined>;

const sendToSafe: SendFile = async (file, options) => {
  const send = isResumable(file) ? (await loadResumable()).uploadInParts : uploadFile;
  return send(file, options);
};

/** The files that are being added to the safe. It outlives the pages, and ends with the session. */
export class UploadQueue {
  #uploads: readonly Upload[] = [];
  #lastId = 0;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  /** Called each time that nothing is under way any more. */
  readonly #onIdle: () => void;
  readonly #findDuplicate: FindDuplicate | undefined;

  readonly #sendFile: SendFile;

  constructor(onIdle: () => void, findDuplicate?: FindDuplicate, sendFile: SendFile = sendToSafe) {
    this.#onIdle = onIdle;
    this.#findDuplicate = findDuplicate;
    this.#sendFile = sendFile;
  }

  readonly getSnapshot = () => this.#uploads;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: readonly ToAdd[]): void {
    const added = files.map(({ file, fields = {} }): Upload => {
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
    const upload = this.#uploads.find((other) => other.id === id);
    const running = this.#running.get(id);
    running?.abort('cancelled' satisfies StopReason);
    this.#set(this.#uploads.filter((other) => other.id !== id));
    this.#settle(id);
    const hasParts = this.#sendFile === sendToSafe && upload !== undefined && isResumable(upload.file);
    if (!running && hasParts) void this.#giveUp(upload);
  }

  /** The bytes that have come stay on the server, where a file goes in parts. */
  pause(id: number): void {
    this.#running.get(id)?.abort('paused' satisfies StopReason);
    this.#change(id, { state: 'paused' });
    this.#settle(id);
  }

  /** Sends what was paused, or what failed; a large file from where it was. */
  resume(id: number): void {
    this.#change(id, { state: 'waiting' });
    this.sendNext();
  }

  /** Takes off the list what is over, well or not. */
  clear(): void {
    this.#set(this.#uploads.filter(isUnfinished));
  }

  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#set([]);
  }

  /** Starts as many as there is room for; without a connection, all wait for it. */
  sendNext(): void {
    if (!navigator.onLine) return;
    for (const upload of this.#uploads) {
      if (this.#running.size >= mostAtOnce) return;
      if (upload.state === 'waiting' && !this.#mayBeCopy(upload)) void this.#send(upload);
    }
  }

  /** Files of the same size go one after the other: only then is it found that the safe holds its content. */
  #mayBeCopy({ id, file, isCompared }: Upload): boolean {
    if (!this.#findDuplicate || isCompared) return false;
    return this.#uploads.some(
      (other) =>
        other.file.size === file.size &&
        (other.state === 'sending' || (other.state === 'waiting' && other.id < id && !other.isCompared)),
    );
  }

  /** Sends what was held: both are kept. */
  keepBoth(id: number): void {
    this.#change(id, { state: 'waiting', isCompared: true, isCopyWanted: true });
    this.sendNext();
  }

  async #send({ id, file, fields, isCompared, isCopyWanted }: Upload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    this.#change(id, { state: 'sending', ...(isResumable(file) ? {} : { progress: 0 }) });
    const onProgress = (progress: number) => {
      if (!signal.aborted) this.#change(id, { progress });
    };
    try {
      // It may have come though its answer was lost: it is compared again, unless it goes on where it was.
      const isKnown = isCopyWanted || (isCompared && isResumable(file));
      const find = isKnown ? undefined : this.#findDuplicate;
      const duplicate = find ? await find(file, signal) : undefined;
      if (signal.aborted) return;
      if (duplicate) this.#change(id, { state: 'held', duplicate });
      else {
        this.#change(id, { isCompared: true });
        const document = await this.#sendFile(file, { fields, onProgress, signal });
        this.#change(id, { state: 'added', progress: 1, ...(document && { document }) });
      }
    } catch (error) {
      if (isStopped(error) || signal.aborted) return;
      const isOffline = error instanceof NetworkError && !navigator.onLine;
      this.#change(id, isOffline ? { state: 'waiting' } : { state: 'failed', error });
    }
    this.#settle(id);
  }

  /** Gives back the room of what has come. If nobody answers, the server does so by itself within a day. */
  async #giveUp({ file, fields }: Upload): Promise<void> {
    const resumable = await loadResumable().catch(() => null);
    await resumable?.giveUpUpload(file, fields);
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
/** Paused, or held until its owner has said what to do, it is not over. */
const isUnfinished = (upload: Upload): boolean =>
  isUnderWay(upload) || upload.state === 'paused' || upload.state === 'held';
export const hasUnfinished = (uploads: readonly Upload[]): boolean => uploads.some(isUnfinished);
