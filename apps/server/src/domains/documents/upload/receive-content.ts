import { createSecretKey, randomBytes } from 'node:crypto';
import type { AllowedExtension } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import {
  AntivirusUnavailable,
  ScanInterrupted,
  type Scan,
  type ScanTaker,
} from '../../../platform/antivirus/antivirus.ts';
import type { DigestRun } from '../../../platform/digests/digests.ts';
import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginContent, openContent, type ContentOwner, type SealedHeader } from '../../../platform/sealing/content.ts';
import { ContentEnds } from './content-ends.ts';
import { cleanFileName } from '../record/documents.rules.ts';
import {
  beginsAs,
  extensionOf,
  isTextual,
  isWhole,
  makeTextCheck,
  mimeTypeOf,
  tailBytesOf,
  signatureRange,
} from '../record/file-type.rules.ts';
import { requireWritten, reserveMore, type AnnouncedIntent } from './upload-intents.ts';

/** A content that is sealed and stored, and belongs to no document yet. */
export type StoredContent = {
  intent: AnnouncedIntent;
  documentId: string;
  /** Wraps its key, which is in memory until then, for the safe where it belongs. */
  headerFor(safe: Omit<ContentOwner, 'documentId'>): SealedHeader;
  sizeBytes: number;
  sha256: Buffer;
  sha512: Buffer;
  fileName: string;
  mimeType: string;
};

export type IncomingFile = { fileName: string; chunks: AsyncIterable<Uint8Array> };

/** The intent of a content, and the party whose turn it takes at the antivirus. */
export type Receiving = { intent: AnnouncedIntent; party: string };

/**
 * Streams a file through size limit, type check, digests, antivirus and encryption into the store:
 * no plain byte touches the disk, and a few chunks are in memory.
 * @throws {DomainError} PayloadTooLarge, UserSpaceStorageFull, UnsupportedFileType, MalwareDetected,
 * AntimalwareUnavailable; what the attempt left is the intent's to clear
 */
export async function receiveContent(
  platform: Platform,
  { intent, party }: Receiving,
  file: IncomingFile,
): Promise<StoredContent> {
  const fileName = cleanFileName(file.fileName);
  const extension = extensionOf(fileName);
  if (!extension) throw new DomainError('UnsupportedFileType', { field: 'file' });
  const documentId = intent.objectId;
  const sealing = beginContent(documentId);
  const chunks = await awaitBeginning(file.chunks);
  const scan = await beginScan(platform, { party, mayInterrupt: true });
  const digests = platform.digests.begin();
  const inspection = new Inspection(platform, { intent, extension, scan, digests });
  try {
    await platform.objects.put(intent.objectId, sealing.seal(inspection.pass(chunks)));
    if (inspection.isInterrupted) await scanStored(platform, { documentId, party, sealing });
    const { sizeBytes, mimeType } = inspection;
    return {
      intent,
      documentId,
      headerFor: sealing.headerFor,
      sizeBytes,
      ...(await digests.finish()),
      fileName,
      mimeType,
    };
  } catch (error) {
    scan.abort();
    digests.abort();
    throw error instanceof AntivirusUnavailable ? new DomainError('AntimalwareUnavailable') : error;
  }
}

/** A file that has shown this much of itself, or is whole, is worth a conversation with the antivirus. */
const beginningBytes = 65_536;

/** Waits for the beginning of a file, and gives all of it: nobody holds the antivirus by sending nothing. */
async function awaitBeginning(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const source = chunks[Symbol.asyncIterator]();
  const beginning: Uint8Array[] = [];
  for (let missing = beginningBytes; missing > 0;) {
    const next = await source.next();
    if (next.done) break;
    beginning.push(next.value);
    missing -= next.value.length;
  }
  return restOf(source, beginning);
}

async function* restOf(source: AsyncIterator<Uint8Array>, beginning: Uint8Array[]): AsyncGenerator<Uint8Array> {
  try {
    yield* beginning;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

async function beginScan(platform: Platform, taker: ScanTaker): Promise<Scan> {
  try {
    return await platform.antivirus.begin(taker);
  } catch (error) {
    throw error instanceof AntivirusUnavailable ? new DomainError('AntimalwareUnavailable') : error;
  }
}

type Stored = { documentId: string; party: string; sealing: ReturnType<typeof beginContent> };

/** Scans what is stored, which no document has yet. */
async function scanStored(platform: Platform, { documentId, party, sealing }: Stored): Promise<void> {
  const owner = { key: createSecretKey(randomBytes(32)), safeId: newId(platform.clock), documentId };
  const scan = await beginScan(platform, { party, mayInterrupt: false });
  try {
    for await (const chunk of readStored(platform, owner, sealing.headerFor(owner))) await scan.write(chunk);
    await requireClean(scan);
  } finally {
    scan.abort();
  }
}

async function* readStored({ objects }: Platform, owner: ContentOwner, header: Buffer): AsyncGenerator<Buffer> {
  const frames = await objects.get(owner.documentId);
  try {
    yield* openContent(owner, header, { frames });
  } finally {
    frames.destroy();
  }
}

async function requireClean(scan: Scan): Promise<void> {
  const { verdict } = await scan.finish();
  if (verdict === 'infected') throw new DomainError('MalwareDetected', { field: 'file' });
}

type Inspected = { intent: AnnouncedIntent; extension: AllowedExtension; scan: Scan; digests: DigestRun };

/** Inspects a content as it passes, each byte once. */
class Inspection {
  readonly #platform: Platform;
  readonly #intent: AnnouncedIntent;
  readonly #extension: AllowedExtension;
  readonly #scan: Scan;
  readonly #digests: DigestRun;
  readonly #isText: (chunk: Uint8Array) => boolean;
  readonly #ends: ContentEnds;
  isInterrupted = false;

  constructor(platform: Platform, { intent, extension, scan, digests }: Inspected) {
    this.#platform = platform;
    this.#intent = intent;
    this.#extension = extension;
    this.#ends = new ContentEnds(tailBytesOf(extension));
    this.#scan = scan;
    this.#digests = digests;
    this.#isText = isTextual(extension) ? makeTextCheck() : () => true;
  }

  get sizeBytes(): number {
    return this.#ends.sizeBytes;
  }

  /** Once all of it has passed. */
  get mimeType(): string {
    return mimeTypeOf(this.#extension, this.#ends.head());
  }

  async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let begun = false;
    for await (const chunk of chunks) {
      this.#ends.add(chunk);
      this.#measure(chunk);
      await reserveMore(this.#platform, this.#intent, this.sizeBytes);
      if (!begun && this.sizeBytes >= 4_100) {
        await this.#requireBeginning();
        begun = true;
      }
      await this.#digests.update(chunk);
      await this.#unlessInterrupted(() => this.#scan.write(chunk));
      yield chunk;
    }
    if (!begun) await this.#requireBeginning();
    if (!(await isWhole(this.#extension, this.#ends))) throw unsupported();
    await requireWritten(this.#intent);
    // Before the store closes the object: what is infected never gets a name, unless the scan was interrupted.
    await this.#unlessInterrupted(() => requireClean(this.#scan));
  }

  /** Others waited for the antivirus: it sees the content once it is whole. */
  async #unlessInterrupted(step: () => Promise<void>): Promise<void> {
    if (this.isInterrupted) return;
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ScanInterrupted)) throw error;
      this.isInterrupted = true;
    }
  }

  #measure(chunk: Uint8Array): void {
    if (this.sizeBytes > limits.documentBytes)
      throw new DomainError('PayloadTooLarge', { field: 'file', params: { max: limits.documentBytes } });
    if (!this.#isText(chunk)) throw unsupported();
  }

  async #requireBeginning(): Promise<void> {
    const head = this.#ends.head();
    if (!(await beginsAs(this.#extension, head))) throw unsupported();
    const range = signatureRange(this.#extension, head);
    if (range) this.#ends.keep(range);
  }
}

const unsupported = () => new DomainError('UnsupportedFileType', { field: 'file' });
