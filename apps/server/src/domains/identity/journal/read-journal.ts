import type { KeyObject } from 'node:crypto';
import type { getJournal, listJournalChapters as listChaptersEndpoint } from '@perenne/contract/journal';
import type { Answer, Received } from '@perenne/contract/endpoint';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import { hasChapter, journalKeyOf, listChapters } from '../../../platform/journal/chapters.ts';
import { noHash } from '../../../platform/journal/entry-hash.ts';
import { appendJournal, openDetails } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countEntries, listEntries, type EntryRow } from './journal.store.ts';

type Query = Received<typeof getJournal>['query'];
type Page = Answer<typeof getJournal>;

const position = z.int().positive();

/**
 * The events in the safe, the newest first, or in one that it has received. This reading is the next entry.
 * @throws {DomainError} EntityNotFound for a chapter that is not of this safe
 */
export async function readJournal(platform: Platform, owner: Owner, query: Query): Promise<Page> {
  const { limit, cursor, kind, from, to, chapter } = query;
  if (chapter !== undefined && !(isId(chapter) && (await hasChapter(platform.db, owner.safeId, chapter))))
    throw new DomainError('EntityNotFound');
  const journalId = chapter?.toLowerCase() ?? owner.safeId;
  const filter = {
    ...{ safeId: journalId, kind },
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { before: endOf(to) }),
  };
  // A cursor goes on with the list that gave it, and with no other.
  const scope = { list: `journal/${chapter ?? ''}/${kind ?? ''}/${from ?? ''}/${to ?? ''}`, owner: owner.safeId };
  const beforeSeq = cursor === undefined ? null : openCursor(platform.secrets, scope, { cursor, position });
  const [rows, total] = await Promise.all([
    listEntries(platform.db, filter, { beforeSeq, limit }),
    countEntries(platform.db, filter),
  ]);
  await noteReading(platform, owner);
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  const key = await journalKeyOf(platform.db, keys, { safeId: owner.safeId, journalId });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => presentEntry(key, journalId, row)),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.seq) : null,
    total,
  };
}

const dayMs = 86_400_000;
const isDay = (time: string): boolean => !time.includes('T');
/** A day begins at midnight in UTC, an instant at itself. */
const startOf = (time: string): Date => new Date(time);
const endOf = (time: string): Date => new Date(startOf(time).getTime() + (isDay(time) ? dayMs : 0));

/** The closed journals of the safes that this one has received, newest first. */
export async function listJournalChapters(
  platform: Platform,
  { safeId }: Owner,
): Promise<Answer<typeof listChaptersEndpoint>> {
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const chapters = await listChapters(platform.db, values, safeId);
  return {
    items: chapters.map(({ chapterId, email, openedAt, closedAt, entries, head }) => ({
      ...{ id: chapterId, name: email, entries },
      ...{ from: openedAt.toISOString(), to: closedAt.toISOString() },
      head: head.toString('hex'),
    })),
  };
}

const noteReading = (platform: Platform, { safeId, address }: Owner) =>
  appendJournal(platform.relaxedDb, platform, {
    safeId,
    actor: { kind: 'owner' },
    action: 'journal.read',
    details: { address },
  });

function presentEntry(key: KeyObject, safeId: string, row: EntryRow): Page['items'][number] {
  const { name, title, address, depositedAt, depositHash, chapterHead, salt } = openDetails(key, safeId, row);
  const documentId = row.action.startsWith('document.') ? row.objectId : null;
  return {
    id: row.entryId,
    at: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actorKind, ...(name !== undefined && { name }) },
    result: row.result,
    ...(documentId !== null && { documentId }),
    ...(title !== undefined && { title }),
    ...(address !== undefined && { address }),
    ...(depositedAt !== undefined && { depositedAt }),
    ...(depositHash !== undefined && { depositHash }),
    ...(chapterHead !== undefined && { chapterHead }),
    seq: row.seq,
    previousHash: row.prevHash.equals(noHash) ? null : row.prevHash.toString('hex'),
    hash: row.hash.toString('hex'),
    ...(salt !== undefined && { salt }),
  };
}
