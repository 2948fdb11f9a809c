import type { Visitor } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { namedToSave, type SentContent } from '../../documents/documents.ts';
import { requireShared } from './open-share.ts';
import { contentOf, type SharedReading } from './read-shared.ts';
import { openSharedArchive } from './shared-archive.ts';

type Asked = { sharingId: string; documents: readonly string[]; locale: Locale };

/**
 * The file itself, or an archive of several.
 * @throws {DomainError} EntityNotFound, EntitiesNotFoundForUser, EncryptionError
 */
export async function downloadShared(
  reading: SharedReading,
  visitor: Visitor,
  { sharingId, documents: ids, locale }: Asked,
): Promise<SentContent> {
  const asked = { shareId: sharingId, documentIds: ids };
  const { share, documents } = await requireShared(reading.platform, visitor, asked);
  const [only, ...others] = documents;
  if (only && others.length === 0)
    return namedToSave(await contentOf(reading, share, { document: only, kind: 'DOWNLOADED' }), locale);
  return openSharedArchive(reading, share, { documents, locale });
}

/** The archive of documents, in the order in which they are named, also of a single one. @throws as `downloadShared` */
export async function readSharedArchive(
  reading: SharedReading,
  visitor: Visitor,
  { sharingId, documents: ids, locale }: Asked,
): Promise<SentContent> {
  const asked = { shareId: sharingId, documentIds: ids };
  const { share, documents } = await requireShared(reading.platform, visitor, asked);
  return openSharedArchive(reading, share, { documents, locale });
}
