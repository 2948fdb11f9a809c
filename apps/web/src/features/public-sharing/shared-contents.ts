import {
  downloadShared,
  getSharedArchive,
  getSharedContent,
  type PublicDocument,
  type PublicSharing,
} from '@perenne/contract/public-sharings';
import { request } from '../../lib/api/call.ts';
import type { ReadOptions } from '../../lib/documents/guest-viewer.ts';
import { type Coming, nothingYet, readBytes, type Source } from '../../lib/browser/read-bytes.ts';

/** The contents of shared documents; what a cut download has brought waits here for the next try. */
export class SharedContents {
  /** By share too: the same document comes with another mark from another one. */
  readonly #coming = new Map<string, Coming>();
  /** The proof of the visit: another tab may have stored another one since. */
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** To be shown: its owner is notified that it was read. */
  read(share: PublicSharing, document: PublicDocument, options: ReadOptions): Promise<Blob> {
    const params = { id: share.id, documentId: document.id };
    const begin = (signal?: AbortSignal) => request(getSharedContent, { params, ...this.#options(signal) });
    return readBytes(this.#sourceOf(params, begin), nothingYet(), options);
  }

  /** To be kept, under the name that the server gives it: what is marked may be of another format. */
  async download(
    share: PublicSharing,
    document: PublicDocument,
    options: ReadOptions,
  ): Promise<{ content: Blob; fileName: string }> {
    const params = { id: share.id, documentId: document.id };
    const body = { sharingId: share.id, documents: [document.id] };
    const begin = (signal?: AbortSignal) => request(downloadShared, { body, ...this.#options(signal) });
    const { content, fileName } = await this.#keep(
      this.#sourceOf(params, begin),
      `${share.id}/${document.id}`,
      options,
    );
    return { content, fileName: fileName ?? document.fileName };
  }

  /** Several, in a ZIP. */
  async downloadSeveral(
    share: PublicSharing,
    documents: readonly PublicDocument[],
    options: ReadOptions,
  ): Promise<Blob> {
    const ids = documents.map(({ id }) => id);
    const body = { sharingId: share.id, documents: ids };
    const begin = (signal?: AbortSignal) => request(downloadShared, { body, ...this.#options(signal) });
    const params = { id: share.id };
    const query = { documents: ids.join(',') };
    const goOn: Source['goOn'] = (headers, signal) =>
      request(getSharedArchive, { params, query, headers, ...this.#options(signal) });
    return (await this.#keep({ begin, goOn }, `${share.id}/${query.documents}`, options)).content;
  }

  #options(signal: AbortSignal | undefined) {
    return { token: this.#token, ...(signal ? { signal } : {}) };
  }

  #sourceOf(params: { id: string; documentId: string }, begin: Source['begin']): Source {
    return {
      begin,
      goOn: (headers, signal) => request(getSharedContent, { params, headers, ...this.#options(signal) }),
    };
  }

  /** Goes on with what came of it before, and lets it go once all is there. */
  async #keep(source: Source, key: string, options: ReadOptions) {
    const coming = this.#coming.get(key) ?? nothingYet();
    this.#coming.set(key, coming);
    const content = await readBytes(source, coming, options);
    this.#coming.delete(key);
    return { content, fileName: coming.fileName };
  }
}
