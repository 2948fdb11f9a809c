import { DomainError } from '../../../platform/domain-error.ts';
import type { Visitor } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SealedContentBroken } from '../../../platform/sealing/sealed-content-broken.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { openHeldContent, type HeldDocument, type ReadableContent } from '../../documents/documents.ts';
import { isWatermarked } from '../sharing.rules.ts';
import type { MarkedContents } from './marked-contents.ts';
import { recordReadings, requireShared, type OpenShare } from './open-share.ts';
import type { Skipping } from './skipping.ts';

type Asked = { shareId: string; documentId: string };
/** The parts needed to read: marks are drawn as contents leave, and the bytes before a part of an archive are made. */
export type SharedReading = { platform: Platform; marks: MarkedContents; skipping: Skipping };

/** A shared content. @throws {DomainError} EntityNotFound, EntitiesNotFoundForUser, EncryptionError */
export async function readShared(
  reading: SharedReading,
  visitor: Visitor,
  { shareId, documentId }: Asked,
): Promise<ReadableContent> {
  const { platform } = reading;
  const { share, documents } = await requireShared(platform, visitor, { shareId, documentIds: [documentId] });
  const [document] = documents;
  if (!document) throw new DomainError('EntitiesNotFoundForUser');
  return contentOf(reading, share, { document, kind: 'READ' });
}

type Wanted = { document: HeldDocument; kind: 'READ' | 'DOWNLOADED' };

export async function contentOf(
  reading: SharedReading,
  share: OpenShare,
  { document, kind }: Wanted,
): Promise<ReadableContent> {
  const opened = await openShared(reading, share, document);
  return {
    ...opened,
    party: share.visitor.visitId,
    recordReading: ({ from }) => recordReadings(reading.platform, share, { documents: [document], kind, from }),
  };
}

type Presented = Pick<ReadableContent, 'secrets' | 'sizeBytes'> & {
  open(range: { from: number; to: number }): AsyncGenerator<Buffer>;
};

/** The content as it leaves, before it is known whether it can be opened: with its mark, or as it is. */
export async function presentShared(
  { platform, marks }: SharedReading,
  share: OpenShare,
  document: HeldDocument,
): Promise<Presented> {
  const { secrets, sizeBytes } = document;
  if (!isWatermarked(share.secrets, document)) {
    const stored = { keys: share.keys, row: document };
    return { secrets, sizeBytes, open: (range) => openHeldContent(platform, stored, range) };
  }
  const { bytes, ...marked } = await marks.markedOf(share, document);
  return {
    secrets: { ...secrets, ...marked },
    sizeBytes: bytes.length,
    open: (range) => partOf(bytes, range),
  };
}

async function* partOf(bytes: Buffer, { from, to }: { from: number; to: number }): AsyncGenerator<Buffer> {
  yield bytes.subarray(from, to);
}

/** The same, once its first bytes could be read. @throws {DomainError} EncryptionError */
export async function openShared(reading: SharedReading, share: OpenShare, document: HeldDocument): Promise<Presented> {
  await requireReadable(reading.platform, { keys: share.keys, row: document });
  return presentShared(reading, share, document);
}

/** The first bytes of it, so that what cannot be opened is refused before an answer begins. */
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
