import { createHash } from 'node:crypto';
import { takePlace } from '../../../platform/turns/turnstile.ts';
import { writeZip, zipSize, type ZipEntry } from '../../../platform/zip/zip.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { makeNamer, titleToSave, type HeldDocument, type SentContent } from '../../documents/documents.ts';
import { recordReadings, type OpenShare } from './open-share.ts';
import { openShared, presentShared, type SharedReading } from './read-shared.ts';

type Range = { from: number; to: number };

/** A file of the archive, of which nothing is open yet. */
type Planned = { document: HeldDocument; name: string; sizeBytes: number; sha256: string };

type Wanted = { documents: readonly HeldDocument[]; locale: Locale };

/**
 * Several contents in one archive, the same to the byte each time: who was cut goes on with the rest of it. Marks are
 * drawn before, since nobody knows otherwise how long it is, and every content is begun: of an archive that cannot be
 * made whole nothing is given, and nothing recorded. @throws {DomainError} EncryptionError
 */
export async function openSharedArchive(
  reading: SharedReading,
  share: OpenShare,
  { documents, locale }: Wanted,
): Promise<SentContent> {
  const planned = await planArchive(reading, share, { documents, locale });
  const contents = planned.map(({ document, ...rest }) => [rest, document.addedAt.getTime()]);
  return {
    party: share.visitor.visitId,
    secrets: {
      sha256: createHash('sha256').update(JSON.stringify(contents)).digest('hex'),
      mimeType: 'application/zip',
      fileName: `${share.secrets.title}.zip`,
    },
    sizeBytes: zipSize(planned),
    open: async (range, gone) => {
      const visit = { visitId: share.visitor.visitId, safeId: share.row.safeId };
      const takesPlace = () => takePlace(reading.skipping(visit), gone);
      const part = cut(writeZip(entriesOf(reading, share, planned)), range, takesPlace);
      // Its place is taken here, and left by whatever ends it.
      await part.next();
      return part;
    },
    recordReading: ({ from }) => recordReadings(reading.platform, share, { documents, kind: 'DOWNLOADED', from }),
  };
}

async function planArchive(
  reading: SharedReading,
  share: OpenShare,
  { documents, locale }: Wanted,
): Promise<Planned[]> {
  const nameOf = makeNamer();
  const planned: Planned[] = [];
  for (const document of documents) {
    const { secrets, sizeBytes } = await openShared(reading, share, document);
    const name = nameOf(titleToSave(document.secrets, locale), secrets.fileName);
    planned.push({ document, name, sizeBytes, sha256: secrets.sha256 });
  }
  return planned;
}

async function* entriesOf(
  reading: SharedReading,
  share: OpenShare,
  planned: readonly Planned[],
): AsyncGenerator<ZipEntry> {
  for (const { document, name, sizeBytes } of planned) {
    const { open } = await presentShared(reading, share, document);
    yield { name, modifiedAt: document.addedAt, open: () => open({ from: 0, to: sizeBytes }) };
  }
}

/**
 * Yields only this part of it; the bytes before are made all the same, since each file's checksum follows it. The
 * caller pays nothing for that work, so it waits for a place: its first yield is empty and says that it has one.
 */
async function* cut(
  bytes: AsyncIterable<Buffer>,
  { from, to }: Range,
  takesPlace: () => Promise<() => void>,
): AsyncGenerator<Buffer> {
  const leave = from > 0 ? await takesPlace() : null;
  try {
    yield Buffer.alloc(0);
    let offset = 0;
    for await (const chunk of bytes) {
      const part = chunk.subarray(Math.max(0, from - offset), Math.max(0, to - offset));
      offset += chunk.length;
      if (offset > from) leave?.();
      // Empty parts too: who has left is noticed at each, and nothing more is made.
      yield part;
      if (offset >= to) return;
    }
  } finally {
    leave?.();
  }
}
