import type { Document } from '@perenne/contract/documents';
import { parisDay } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { canChangeType } from '../record/documents.rules.ts';
import { findTwin, type ListedRow } from '../record/documents.store.ts';
import { canExpire, expiryOf, extensionOf } from '../identity-papers/expiry.rules.ts';
import { findSuccessions } from '../payslips/successions.ts';
import { openDocument, openIfWhole, openReadExpiry, type DocumentSecrets } from '../record/sealed-document.ts';
import { remainingDays, trashLimit } from '../record/trash.rules.ts';

export type OpenedRow = ListedRow & { secrets: DocumentSecrets };

export const openRow = (keys: SafeKeys, row: ListedRow): OpenedRow => ({
  ...row,
  secrets: openDocument(keys, row.documentId, row.sealed),
});

type Opening = { safeId: string; keys: SafeKeys; rows: readonly ListedRow[] };

/** The rows of a list. One that is damaged is left out, with an alarm: it keeps nobody from the others. */
export const openRows = (platform: Pick<Platform, 'log'>, { safeId, keys, rows }: Opening): OpenedRow[] =>
  rows.flatMap((row) => {
    const secrets = openIfWhole(platform, keys, { safeId, ...row });
    return secrets ? [{ ...row, secrets }] : [];
  });

/** A document as its owner sees it. */
export function presentDocument({ secrets, ...row }: OpenedRow, now: Date): Document {
  return {
    id: row.documentId,
    title: secrets.title,
    type: secrets.type,
    size: row.sizeBytes,
    sha256: secrets.sha256,
    addedAt: row.addedAt.toISOString(),
    addedBy: row.addedBy,
    ...originOf(row, secrets),
    unread: row.unread,
    categoryId: row.categoryId ?? '',
    folderId: row.folderId,
    mimeType: secrets.mimeType,
    fileName: secrets.fileName,
    ...(secrets.period !== undefined && { period: secrets.period }),
    ...expiryFields(secrets, now),
    ...(secrets.invoice && { invoice: secrets.invoice }),
    ...(row.trashedAt && { remainingDays: remainingDays(row.trashedAt, now) }),
    hasThumbnail: row.hasThumbnail === true,
    can: rightsOver(row, secrets.type),
  };
}

/** Absent where the owner added the document. */
function originOf(
  { addedBy, originId }: ListedRow,
  { originName, linkSentTo, sentBy }: DocumentSecrets,
): Pick<Document, 'origin'> {
  const collectorId = addedBy === 'collector' ? originId : null;
  if (originName === undefined && collectorId === null) return {};
  return {
    origin: {
      ...(originName !== undefined && { name: originName }),
      ...(collectorId !== null && { collectorId }),
      ...(linkSentTo !== undefined && { linkSentTo }),
      ...(sentBy && { sentBy }),
    },
  };
}

function expiryFields(secrets: DocumentSecrets, now: Date): Pick<Document, 'expiresOn' | 'extendedUntil'> {
  const expiresOn = expiryOf(secrets);
  if (expiresOn === undefined) return {};
  const extendedUntil = extensionOf(secrets.type, expiresOn, parisDay(now));
  return { expiresOn, ...(extendedUntil !== undefined && { extendedUntil }) };
}

type Standing = Pick<OpenedRow, 'addedBy' | 'trashedAt'>;

function rightsOver({ addedBy, trashedAt }: Standing, type: Document['type']): Document['can'] {
  const kept = trashedAt === null;
  return {
    rename: kept,
    changeType: kept && canChangeType(addedBy),
    move: kept,
    delete: true,
    restore: !kept,
    setExpiry: kept && canExpire(type),
  };
}

/** Documents with those that correct them. */
export async function presentPage(
  db: Db | Tx,
  { safeId, now }: { safeId: string; now: Date },
  rows: readonly OpenedRow[],
): Promise<Document[]> {
  const payslips = rows.filter(({ secrets, trashedAt }) => secrets.period !== undefined && trashedAt === null);
  const tags = payslips.flatMap(({ successionTag }) => successionTag ?? []);
  const successions = await findSuccessions(db, safeId, tags);
  return rows.map((row) => ({ ...presentDocument(row, now), ...successions.get(row.documentId) }));
}

export type FoundRow = ListedRow & { digestTag: Buffer; readExpiry: Buffer | null };

/** One document as its GET gives it: with the earlier one that has the same content, and what was read for its owner. */
export async function presentOne(
  db: Db | Tx,
  safe: { safeId: string; keys: SafeKeys; now: Date },
  row: FoundRow,
): Promise<Document> {
  const twin = await findTwin(db, safe.safeId, { ...row, since: trashLimit(safe.now) });
  const [presented] = await presentPage(db, safe, [openRow(safe.keys, row)]);
  if (!presented) throw new Error('one row presents one document');
  return {
    ...presented,
    ...(twin && { duplicateOf: twin.documentId }),
    ...(row.readExpiry && readFields(presented, openReadExpiry(safe.keys, row.documentId, row.readExpiry))),
  };
}

/** Only for an identity paper whose owner has not said until when it is good. */
const readFields = ({ type, expiresOn }: Document, readExpiresOn: string): Pick<Document, 'readExpiresOn'> =>
  canExpire(type) && expiresOn === undefined ? { readExpiresOn } : {};
