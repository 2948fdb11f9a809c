import type { Owner } from '../../../../platform/http/actors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { removeObjectsLater } from '../../safe/destroy-safe.ts';
import { receiveContent } from '../receive-content.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { makeDocument } from '../upload-document.ts';
import { announceUpload, dropUpload, endIntent } from '../upload-intents.ts';
import type { AnnouncedFile } from './announced-file.ts';
import { holdTurns } from './hold-turn.ts';
import { openPieces, type StoredPiece } from './pieces.ts';
import * as store from './resumable.store.ts';
import { locked, type Turn } from './upload-state.ts';

type Whole = { file: AnnouncedFile; last: StoredPiece };

/**
 * Makes the document of an upload whose last piece has come: reads the pieces, and seals them as any content that is
 * added. The last piece counts only with the document, so that a client which received no document never reads that
 * all has come.
 * @throws {DomainError} as an upload in one piece; 423 where another request goes on with the upload
 */
export async function finishUpload(platform: Platform, owner: Owner, { turn, whole }: { turn: Turn; whole: Whole }) {
  const { fileName, fields } = whole.file;
  const hold = await holdTurns(platform, turn);
  const intent = announceUpload(platform, owner.safeId);
  try {
    const pieces = [...(await store.listPieces(platform.db, turn)), whole.last];
    const content = await receiveContent(
      platform,
      { intent, party: owner.safeId },
      { fileName, chunks: openPieces(platform, turn, pieces) },
    );
    const complete = (tx: Tx) => completeUpload(tx, platform, { turn, last: whole.last, ...content });
    await makeDocument(platform, owner, { content, fields: lastingFields(fields), complete });
    return content.documentId;
  } catch (error) {
    await dropUpload(platform, intent, error);
    throw error;
  } finally {
    await hold.release();
  }
}

/** A folder was of the category that was named beside it when the file was announced; it may have moved since. */
function lastingFields(fields: AnnouncedFile['fields']): AnnouncedFile['fields'] {
  const { categoryId: _judged, ...others } = fields;
  return fields.folderId === undefined ? fields : others;
}

type Completed = { turn: Turn; last: StoredPiece; documentId: string };

async function completeUpload(tx: Tx, platform: Platform, { turn, last, documentId }: Completed): Promise<void> {
  await holdSafe(tx, turn.safeId);
  if (!(await store.completeUpload(tx, turn, { turn: turn.turn, documentId }))) throw locked();
  const pieces = await store.listPieces(tx, turn);
  await store.deletePieces(tx, turn);
  await endIntent(tx, last.intent);
  await removeObjectsLater(
    tx,
    platform,
    [...pieces, last].map(({ objectId }) => objectId),
  );
}
