import { DomainError } from '../../../platform/domain-error.ts';
import type { Visitor } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SealedContentBroken } from '../../../platform/sealing/sealed-content-broken.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { writeZip, type ZipEntry } from '../../../platform/zip/zip.ts';
import { makeNamer, openHeldContent, type HeldDocument, type ReadableContent } from '../../documents/documents.ts';
import { recordReadings, requireOpenShare, requireShared, type OpenShare } from './open-share.ts';

type Asked = { shareId: string; documentId: string };

/** A shared content, or any range of it. @throws {DomainError} EntityNotFound, EntitiesNotFoundForUser, EncryptionError */
export async function readShared(
  platform: Platform,
  visitor: Visitor,
  { shareId, documentId }: Asked,
): Promise<ReadableContent> {
  const share = await requireOpenShare(platform, visitor, shareId);
  const [document] = await requireShared(platform, share, [documentId]);
  if (!document) throw new DomainError('EntitiesNotFoundForUser');
  return contentOf(platform, share, { document, kind: 'READ' });
}

export type SharedDownload =
  | { kind: 'file'; content: ReadableContent }
  | { kind: 'archive'; title: string; bytes: AsyncGenerator<Buffer> };

/** The file itself, or an archive of several. */
export async function downloadShared(
  platform: Platform,
  visitor: Visitor,
  { sharingId, documents: ids }: { sharingId: string; documents: readonly string[] },
): Promise<SharedDownload> {
  const share = await requireOpenShare(platform, visitor, sharingId);
  const documents = await requireShared(platform, share, ids);
  const [only, ...others] = documents;
  if (only && others.length === 0)
    return { kind: 'file', content: await contentOf(platform, share, { document: only, kind: 'DOWNLOADED' }) };
  await recordReadings(platform, share, { documents, kind: 'DOWNLOADED' });
  return { kind: 'archive', title: share.secrets.title, bytes: writeZip(entriesOf(platform, share, documents)) };
}

async function* entriesOf(
  platform: Platform,
  share: OpenShare,
  documents: readonly HeldDocument[],
): AsyncGenerator<ZipEntry> {
  const nameOf = makeNamer();
  for (const document of documents) {
    const { title, fileName } = document.secrets;
    yield {
      name: nameOf(title, fileName),
      modifiedAt: document.addedAt,
      open: () => openHeldContent(platform, { keys: share.keys, row: document }, { from: 0, to: document.sizeBytes }),
    };
  }
}

type Wanted = { document: HeldDocument; kind: 'READ' | 'DOWNLOADED' };

async function contentOf(platform: Platform, share: OpenShare, { document, kind }: Wanted): Promise<ReadableContent> {
  const stored = { keys: share.keys, row: document };
  await requireReadable(platform, stored);
  return {
    secrets: document.secrets,
    sizeBytes: document.sizeBytes,
    open: (range) => openHeldContent(platform, stored, range),
    recordReading: () => recordReadings(platform, share, { documents: [document], kind }),
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
