import { InvalidRequest } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { mostMarkedPages } from '../../platform/reading/protocol.ts';
import { ReadingStopped } from '../../platform/reading/reading.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { heavyWork, makeFairLine } from '../../platform/turns/fair-line.ts';
import { findHoldable, openHeld, openStored } from '../documents/documents.ts';
import { isMarkable, isTooLong } from './sharing.rules.ts';

type Marking = { safeId: string; keys: SafeKeys; documents: readonly string[] };

/**
 * Refuses a mark on papers that have more pages than one is drawn on: whoever the share is for could not read them.
 * @throws {DomainError} InvalidRequest on `watermark`; DocumentNotFound
 */
export type RefuseLongPapers = (marking: Marking) => Promise<void>;

export function refuseLongPapers(platform: Platform): RefuseLongPapers {
  const line = makeFairLine(heavyWork);
  return async ({ safeId, keys, documents }) => {
    const rows = await platform.db.transaction().execute((tx) => findHoldable(tx, safeId, documents));
    const papers = rows.map((row) => openHeld(keys, row)).filter(({ secrets }) => isMarkable(secrets));
    const counted = papers.filter(({ secrets }) => isTooLong(secrets, Infinity));
    if (counted.length > 0) await line(safeId, () => refuseLong(platform, { safeId, keys }, counted));
  };
}

type Paper = Awaited<ReturnType<typeof findHoldable>>[number] & { secrets: { mimeType: string; title: string } };

async function refuseLong(
  platform: Platform,
  { safeId, keys }: Omit<Marking, 'documents'>,
  papers: readonly Paper[],
): Promise<void> {
  const session = platform.reader.openSession();
  try {
    for (const paper of papers) {
      const { documentId, sizeBytes, secrets } = paper;
      const contentOwner = { key: keys.contents, safeId, documentId };
      const chunks = openStored(platform, { row: paper, contentOwner }, { from: 0, to: sizeBytes });
      const wanted = { mimeType: secrets.mimeType, picture: false, text: false, count: true };
      const { pageCount = 0 } = await session.read(wanted, { sizeBytes, chunks }).catch(unlessStopped);
      if (!isTooLong(secrets, pageCount)) continue;
      const bounds = { limit: 'markedPapers', max: mostMarkedPages, title: secrets.title };
      throw new InvalidRequest([{ field: 'watermark', rule: 'pages', bounds }]);
    }
  } finally {
    session.close();
  }
}

/** A content that nobody can count is refused when it is to be marked. */
function unlessStopped(error: unknown): { pageCount?: number } {
  if (error instanceof ReadingStopped) return {};
  throw error;
}
