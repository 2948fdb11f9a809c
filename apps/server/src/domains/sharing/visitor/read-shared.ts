import { DomainError } from '../../../platform/domain-error.ts';
import type { Visitor } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SealedContentBroken } from '../../../platform/sealing/sealed-content-broken.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { writeZip, type ZipEntry } from '../../../platform/zip/zip.ts';
import { makeNamer, openHeldContent, type HeldDocument, type ReadableContent } from '../../documents/documents.ts';
import { isWatermarked } from '../sharing.rules.ts';
import type { MarkedContents } from './marked-contents.ts';
import { recordReadings, requireOpenShare, requireShared, type OpenShare } from './open-share.ts';

type Asked = { shareId: string; documentId: string };
/** What is needed to read: marks are drawn as contents leave. */
export type SharedReading = { platform: Platform; marks: MarkedContents };

/** A shared content, or any range of it. @throws {DomainError} EntityNotFound, EntitiesNotFoundForUser, EncryptionError */
export async function readShared(
  reading: SharedReading,
  visitor: Visitor,
  { shareId, documentId }: Asked,
): Promise<ReadableContent> {
  const { platform } = reading;
  const share = await requireOpenShare(platform, visitor, shareId);
  const [document] = await requireShared(platform, share, [documentId]);
  if (!document) throw new DomainError('EntitiesNotFoundForUser');
  return contentOf(reading, share, { document, kind: 'READ' });
}

export type SharedDownload =
  | { kind: 'file'; content: ReadableContent }
  | { kind: 'archive'; title: string; bytes: AsyncGenerator<Buffer> };

/** The file itself, or an archive of several. */
export async function downloadShared(
  reading: SharedReading,
  visitor: Visitor,
  { sharingId, documents: ids }: { sharingId: string; documents: readonly string[] },
): Promise<SharedDownload> {
  const { platform } = reading;
  const share = await requireOpenShare(platform, visitor, sharingId);
  const documents = await requireShared(platform, share, ids);
  const [only, ...others] = documents;
  if (only && others.length === 0)
    return { kind: 'file', content: await contentOf(reading, share, { document: only, kind: 'DOWNLOADED' }) };
  await recordReadings(platform, share, { documents, kind: 'DOWNLOADED' });
  return { kind: 'archive', title: share.secrets.title, bytes: writeZip(entriesOf(reading, share, documents)) };
}

async function* entriesOf(
  reading: SharedReading,
  share: OpenShare,
  documents: readonly HeldDocument[],
): AsyncGenerator<ZipEntry> {
  const nameOf = makeNamer();
  for (const document of documents) {
    const { title } = document.secrets;
    const { secrets, sizeBytes, open } = await openShared(reading, share, document);
    const range = { from: 0, to: sizeBytes };
    yield { name: nameOf(title, secrets.fileName), modifiedAt: document.addedAt, open: () => open(range) };
  }
}

type Wanted = { document: HeldDocument; kind: 'READ' | 'DOWNLOADED' };

async function contentOf(
  reading: SharedReading,
  share: OpenShare,
  { document, kind }: Wanted,
): Promise<ReadableContent> {
  const opened = await openShared(reading, share, document);
  return { ...opened, recordReading: () => recordReadings(reading.platform, share, { documents: [document], kind }) };
}

type Opened = Pick<ReadableContent, 'secrets' | 'sizeBytes' | 'open'>;

/** The content as it leaves: an identity paper with its mark, anything else as it is. */
async function openShared(
  { platform, marks }: SharedReading,
  share: OpenShare,
  document: HeldDocument,
): Promise<Opened> {
  const stored = { keys: share.keys, row: document };
  const { secrets, sizeBytes } = document;
  await requireReadable(platform, stored);
  if (!isWatermarked(share.secrets.watermark, secrets))
    return { secrets, sizeBytes, open: (range) => openHeldContent(platform, stored, range) };
  const { bytes, ...marked } = await marks.markedOf(share, document);
  return {
    secrets: { ...secrets, ...marked },
    sizeBytes: bytes.length,
    open: async function* ({ from, to }) {
      yield bytes.subarray(from, to);
    },
  };
}

/** The first bytes of it, so that what cannot be opened is told before an answer begins. */
async function requireReadable(platform: Platform, stored: Parameters<typeof openHeldContent>[1]): Promise<void> {
  const { sizeBytes, safeId, documentId } = stored.row;
  try {
    for await (const _chunk of openHeldContent(platform, stored, { from: 0, to: Math.min(1, sizeBytes) })) break;
  } catch (error) {
    if (!(error instanceof SealBroken || error instanceof SealedContentBroken)) throw error;
    platform.log.error({ safeId, documentId }, 'a shared content cannot be opened');
    throw new DomainError('EncryptionError');
  }
}
