import { createHash } from 'node:crypto';
import { freeing } from '../../../platform/bytes/free-bytes.ts';
import { boundHeapTighter } from '../../../platform/heap.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { writeZip, type ZipEntry } from '../../../platform/zip/zip.ts';
import {
  keepContent,
  listKeptIds,
  readDocuments,
  type KeptContent,
  type LeavingDocument,
} from '../../documents/documents.ts';
import {
  exportJournal,
  makeCheckpoint,
  proveDocuments,
  readDeposit,
  readJournal,
  stampCheckpointsOf,
  type ReadDocument,
} from '../../evidence/evidence.ts';
import { NothingReadable } from '../failures.rules.ts';
import { ArchiveThread } from './archive-thread.ts';
import type { DescribedDocument } from './archived-file.ts';
import { awaitAuthority, type Patience } from './await-authority.ts';
import { journalPage } from './journal.page.ts';
import { PackedList } from './packed-list.ts';
import { formatOf } from './pronom.rules.ts';
import { readMePage } from './read-me.page.ts';
import { sealedEntries, type Filed } from './sealed-entries.ts';

export const archiveType = 'application/vnd.etsi.asic-e+zip';
const unknownType = 'application/octet-stream';

export type ArchiveOrder = { safeId: string; exportId: string; keys: SafeKeys; stampedUntil: Date };

/** The facts of an archive once all of it is written. */
export type ArchiveFacts = { documentCount: number; damaged: string[]; timestampedAt: Date | null };

/** Called for each document; it throws when nobody wants the archive any more. */
type Witness = { begin(total: number): Promise<void>; step(): Promise<void>; stillWanted(): Promise<void> };

/**
 * The archive of a whole safe: ASiC-E (EN 319 162-1), of which a few chunks are in memory. Each document is read once,
 * and leaves only when it is known to be whole.
 */
export class Archive {
  readonly #platform: Platform;
  readonly #order: ArchiveOrder;
  readonly #witness: Witness;
  readonly #thread = new ArchiveThread();
  readonly #madeAt: Date;
  /** Those whose proof is still to be written. */
  readonly #written = new PackedList<ReadDocument>();
  readonly #damaged: string[] = [];
  #timestampedAt: Date | null = null;

  constructor(platform: Platform, order: ArchiveOrder, witness: Witness) {
    this.#platform = platform;
    this.#order = order;
    this.#witness = witness;
    this.#madeAt = platform.clock.now();
  }

  /** Complete when `write` has ended. */
  facts(): ArchiveFacts {
    const documentCount = this.#written.length + this.#damaged.length;
    return { documentCount, damaged: this.#damaged, timestampedAt: this.#timestampedAt };
  }

  async *write(): AsyncGenerator<Buffer> {
    const content = Buffer.from(archiveType);
    const boundHeapAsBefore = boundHeapTighter();
    try {
      const sha256 = createHash('sha256').update(content).digest('base64');
      await this.#thread.addFile({ name: 'mimetype', mimeType: 'text/plain', sha256, sizeBytes: content.length });
      yield* writeZip(this.#entries(), { name: 'mimetype', modifiedAt: this.#madeAt, content });
    } finally {
      boundHeapAsBefore();
    }
  }

  /** To be called once, whether it was written or not. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  async *#entries(): AsyncGenerator<ZipEntry> {
    const { safeId } = this.#order;
    const documentIds = await listKeptIds(this.#platform, safeId);
    await this.#witness.begin(documentIds.length);
    // After the list, so that it covers the deposit of every document that is in it.
    await makeCheckpoint(this.#platform);
    yield* this.#documents(documentIds);
    yield* this.#journal();
    await this.#awaitAuthority(() => stampCheckpointsOf(this.#platform, safeId));
    yield* this.#proofs();
    yield* this.#file({
      name: 'verifier.html',
      mimeType: 'text/html',
      content: [Buffer.from(this.#platform.verifierPage)],
    });
    yield* this.#file({ name: 'LISEZMOI.html', mimeType: 'text/html', content: [Buffer.from(this.#readMe())] });
    yield* this.#seals();
  }

  async *#documents(documentIds: readonly string[]): AsyncGenerator<ZipEntry> {
    for await (const document of readDocuments(this.#platform, { ...this.#order, documentIds })) {
      const { documentId, secrets, whole, addedAt } = document;
      try {
        await this.#describe(document);
        if (!secrets || !whole) this.#damaged.push(documentId);
        else {
          this.#written.add({ documentId, sha256: secrets.sha256, sha512: secrets.sha512 });
          const { mimeType } = secrets;
          yield this.#entry({ name: whole.path, mimeType, modifiedAt: addedAt }, whole);
        }
      } finally {
        await whole?.close();
      }
      await this.#witness.step();
    }
    if (this.#written.length === 0 && this.#damaged.length > 0) throw new NothingReadable('no content can be read');
  }

  /** A document whose row is damaged is described by its journal. */
  async #describe({ documentId, place, addedAt, sizeBytes, secrets, whole }: LeavingDocument): Promise<void> {
    const deposit = secrets ?? (await readDeposit(this.#platform, { ...this.#order, documentId }));
    if (!deposit) return;
    const { type = null, mimeType = unknownType, originName, linkSentTo } = secrets ?? {};
    const described: DescribedDocument = {
      ...{ id: documentId, title: deposit.title, type, place, sizeBytes },
      file: whole?.path ?? null,
      format: whole ? formatOf(mimeType, whole.head) : mimeType,
      sha256: Buffer.from(deposit.sha256, 'hex').toString('base64'),
      depositedAt: addedAt.toISOString(),
      ...(originName !== undefined && { originName, isByLink: linkSentTo !== undefined }),
    };
    await this.#thread.addDocument(described);
  }

  async *#journal(): AsyncGenerator<ZipEntry> {
    const json = exportJournal(this.#platform, this.#order);
    yield* this.#file({ name: 'journal/journal.json', mimeType: 'application/json', content: json });
    const page = encoded(journalPage(readJournal(this.#platform, this.#order)));
    yield* this.#file({ name: 'journal/journal.html', mimeType: 'text/html', content: page });
  }

  async *#proofs(): AsyncGenerator<ZipEntry> {
    const documents = eachOf(this.#written);
    for await (const proof of proveDocuments(this.#platform, { ...this.#order, documents })) {
      const content = [Buffer.from(JSON.stringify(proof))];
      yield* this.#file({ name: `preuves/${proof.document.id}.json`, mimeType: 'application/json', content });
    }
  }

  #readMe(): string {
    const { publicUrl } = this.#platform.settings;
    const { documentCount, damaged } = this.facts();
    return readMePage({ madeAt: this.#madeAt, documentCount, publicUrl, damaged });
  }

  async *#seals(): AsyncGenerator<ZipEntry> {
    const { exportId, safeId } = this.#order;
    const madeAt = this.#madeAt.toISOString();
    const facts = { exportId, safeId, madeAt, publicUrl: this.#platform.settings.publicUrl };
    this.#timestampedAt = yield* sealedEntries(this.#platform, {
      ...{ thread: this.#thread, facts },
      file: (filed) => this.#file(filed),
      stamp: (digest) => this.#awaitAuthority(() => this.#platform.timestamps.stamp({ algorithm: 'SHA-256', digest })),
    });
  }

  #awaitAuthority<T>(ask: () => Promise<T>): Promise<T | null> {
    const patience: Patience = { until: this.#order.stampedUntil, stillWanted: () => this.#witness.stillWanted() };
    return awaitAuthority(this.#platform, patience, ask);
  }

  /** A file whose size and checksum are not known before all of it has come. */
  async *#file({ content, ...named }: Filed): AsyncGenerator<ZipEntry> {
    const kept = await keepContent(this.#platform, content);
    try {
      yield this.#entry(named, kept);
    } finally {
      await kept.close();
    }
  }

  /** An entry of the archive, whose digest the thread learns as it passes. */
  #entry(named: Omit<Filed, 'content'>, kept: KeptContent): ZipEntry {
    const { name, modifiedAt = this.#madeAt } = named;
    return { name, modifiedAt, known: kept, open: () => this.#read(named, kept) };
  }

  async *#read({ name, mimeType }: Omit<Filed, 'content'>, { sizeBytes, chunks }: KeptContent): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of freeing(chunks())) {
      hash.update(chunk);
      yield chunk;
    }
    await this.#thread.addFile({ name, mimeType, sha256: hash.digest('base64'), sizeBytes });
  }
}

const partLength = 64 * 1024;

/** Small texts together: each chunk has its way through digests, checksum and sealing. */
async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < partLength) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
}

async function* eachOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
