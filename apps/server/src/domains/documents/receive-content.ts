import type { AllowedExtension } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { AntivirusUnavailable, type Scan } from '../../platform/antivirus/antivirus.ts';
import type { DigestRun } from '../../platform/digests/digests.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginContent, type ContentOwner, type SealedHeader } from '../../platform/sealing/content.ts';
import { ContentEnds } from './content-ends.ts';
import { cleanFileName } from './documents.rules.ts';
import {
  beginsAs,
  extensionOf,
  isTextual,
  isWhole,
  makeTextCheck,
  mimeTypeOf,
  tailBytesOf,
  tellingRange,
} from './file-type.rules.ts';
import { requireWritten, type AnnouncedIntent } from './upload-intents.ts';

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

/**
 * Streams a file through size limit, type check, digests, antivirus and encryption into the store:
 * no plain byte touches the disk, and a few chunks are in memory.
 * @throws {DomainError} PayloadTooLarge, UserSpaceStorageFull, UnsupportedFileType, MalwareDetected,
 * AntimalwareUnavailable; what the attempt left is the intent's to clear
 */
export async function receiveContent(
  platform: Platform,
  intent: AnnouncedIntent,
  file: IncomingFile,
): Promise<StoredContent> {
  const fileName = cleanFileName(file.fileName);
  const extension = extensionOf(fileName);
  if (!extension) throw new DomainError('UnsupportedFileType', { field: 'file' });
  const documentId = intent.objectId;
  const { seal, headerFor } = beginContent(documentId);
  const scan = await beginScan(platform);
  const digests = platform.digests.begin();
  const inspection = new Inspection(intent, extension, { scan, digests });
  try {
    await platform.objects.put(intent.objectId, seal(inspection.pass(file.chunks)));
    const { sizeBytes, mimeType } = inspection;
    return { intent, documentId, headerFor, sizeBytes, ...(await digests.finish()), fileName, mimeType };
  } catch (error) {
    scan.abort();
    digests.abort();
    throw error instanceof AntivirusUnavailable ? new DomainError('AntimalwareUnavailable') : error;
  }
}

async function beginScan(platform: Platform): Promise<Scan> {
  try {
    return await platform.antivirus.begin();
  } catch (error) {
    throw error instanceof AntivirusUnavailable ? new DomainError('AntimalwareUnavailable') : error;
  }
}

/** Inspects a content as it passes, each byte once. */
class Inspection {
  readonly #intent: AnnouncedIntent;
  readonly #extension: AllowedExtension;
  readonly #scan: Scan;
  readonly #digests: DigestRun;
  readonly #isText: (chunk: Uint8Array) => boolean;
  readonly #ends: ContentEnds;

  constructor(
    intent: AnnouncedIntent,
    extension: AllowedExtension,
    { scan, digests }: { scan: Scan; digests: DigestRun },
  ) {
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
      if (!begun && this.sizeBytes >= 4_100) {
        await this.#requireBeginning();
        begun = true;
      }
      await this.#digests.update(chunk);
      await this.#scan.write(chunk);
      yield chunk;
    }
    if (!begun) await this.#requireBeginning();
    if (!(await isWhole(this.#extension, this.#ends))) throw unsupported();
    await requireWritten(this.#intent);
    // Before the store closes the object: what is infected never gets a name.
    const { verdict } = await this.#scan.finish();
    if (verdict === 'infected') throw new DomainError('MalwareDetected', { field: 'file' });
  }

  #measure(chunk: Uint8Array): void {
    if (this.sizeBytes > limits.documentBytes)
      throw new DomainError('PayloadTooLarge', { field: 'file', params: { max: limits.documentBytes } });
    if (this.#intent.reservedBytes !== null && this.sizeBytes > this.#intent.reservedBytes)
      throw new DomainError('UserSpaceStorageFull');
    if (!this.#isText(chunk)) throw unsupported();
  }

  async #requireBeginning(): Promise<void> {
    const head = this.#ends.head();
    if (!(await beginsAs(this.#extension, head))) throw unsupported();
    const range = tellingRange(this.#extension, head);
    if (range) this.#ends.keep(range);
  }
}

const unsupported = () => new DomainError('UnsupportedFileType', { field: 'file' });
