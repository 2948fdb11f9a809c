import { DomainError } from '../../platform/domain-error.ts';
import { parisDay } from '../../platform/time/calendar.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import { ObjectMissing } from '../../platform/objects/objects.ts';
import type { Platform } from '../../platform/platform.ts';
import { readBeginning, openStored, type SentContent } from '../documents/documents.ts';
import { archiveType } from './archive/archive.ts';
import * as store from './exports.store.ts';
import { requireExport } from './list-exports.ts';
import { openExport } from './sealed-export.ts';

/** A ready archive, to be sent whole or in ranges. @throws {DomainError} SafeboxExportNotFound, SafeboxExportNotReady */
export async function readArchive(platform: Platform, owner: Owner, askedId: string): Promise<SentContent> {
  const { safeId } = owner;
  const row = await requireExport(platform, { safeId, exportId: askedId });
  const { exportId, state, objectId, header, sealed, sizeBytes } = row;
  if (state !== 'READY' || !objectId || !header || !sealed || sizeBytes === null)
    throw new DomainError('SafeboxExportNotReady');
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const contentOwner = { key: keys.contents, safeId, documentId: exportId };
  return {
    party: safeId,
    secrets: {
      sha256: openExport(keys, exportId, sealed).sha256,
      mimeType: archiveType,
      fileName: `perenne-${parisDay(row.requestedAt)}.zip`,
    },
    sizeBytes,
    open: async (range) => {
      const bytes = openStored(platform, { row: { objectId, header, sizeBytes }, contentOwner }, range);
      try {
        return await readBeginning(bytes, range.to - range.from);
      } catch (error) {
        // Removed since it was found: its object goes at once.
        if (error instanceof ObjectMissing) await requireExport(platform, { safeId, exportId });
        throw error;
      }
    },
    recordReading: ({ from }) => recordDownload(platform, owner, { row, from }),
  };
}

type Download = { row: store.ExportRow; from: number };

/**
 * A download that goes on where it was cut is the one that began, in the same session. The first range of a session is
 * recorded, wherever it begins: whoever leaves out the first byte takes the rest.
 */
async function recordDownload(platform: Platform, owner: Owner, { row, from }: Download): Promise<void> {
  const { safeId, sessionId, address } = owner;
  if (from > 0 && row.downloadedSession === sessionId) return;
  const { exportId } = row;
  await platform.db.transaction().execute(async (tx) => {
    await store.noteDownload(tx, { safeId, exportId }, sessionId);
    await appendJournal(tx, platform, {
      ...{ safeId, actor: { kind: 'owner' }, action: 'export.downloaded', objectId: exportId, details: { address } },
    });
  });
}
