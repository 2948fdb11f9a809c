import {
  downloadShared,
  getSharedContent,
  type PublicDocument,
  type PublicSharing,
} from '@perenne/contract/public-sharings';
import { request } from '../../lib/call.ts';
import type { ReadOptions } from '../../lib/guest-viewer.ts';
import { type Coming, nothingYet, readBytes, type Source } from './read-bytes.ts';

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function sourceOf(sharingId: string, document: PublicDocument, begin: Source['begin']): Source {
  const params = { id: sharingId, documentId: document.id };
  const goOn = (from: number, signal?: AbortSignal) =>
    request(getSharedContent, { params, headers: { Range: `bytes=${from}-` }, ...withSignal(signal) });
  // A mark is drawn anew as the document goes out: its bytes may be others.
  return document.watermarked ? { begin } : { begin, goOn };
}

/** The contents of shared documents; what a cut download has brought waits here for the next try. */
export class SharedContents {
  readonly #coming = new Map<string, Coming>();

  /** To be shown: its owner is told that it was read. */
  read(share: PublicSharing, document: PublicDocument, options: ReadOptions): Promise<Blob> {
    const params = { id: share.id, documentId: document.id };
    const begin = (signal?: AbortSignal) => request(getSharedContent, { params, ...withSignal(signal) });
    return readBytes(sourceOf(share.id, document, begin), nothingYet(), options);
  }

  /** To be kept, under the name that the server gives it: what is marked may be of another format. */
  async download(
    share: PublicSharing,
    document: PublicDocument,
    options: ReadOptions,
  ): Promise<{ content: Blob; fileName: string }> {
    const key = `${share.id}/${document.id}`;
    const coming = this.#coming.get(key) ?? nothingYet();
    this.#coming.set(key, coming);
    const body = { sharingId: share.id, documents: [document.id] };
    const begin = (signal?: AbortSignal) => request(downloadShared, { body, ...withSignal(signal) });
    const content = await readBytes(sourceOf(share.id, document, begin), coming, options);
    this.#coming.delete(key);
    return { content, fileName: coming.fileName ?? document.fileName };
  }

  /** Several, in a ZIP. */
  downloadSeveral(share: PublicSharing, documents: readonly PublicDocument[], options: ReadOptions): Promise<Blob> {
    const body = { sharingId: share.id, documents: documents.map(({ id }) => id) };
    const begin = (signal?: AbortSignal) => request(downloadShared, { body, ...withSignal(signal) });
    return readBytes({ begin }, nothingYet(), options);
  }
}
