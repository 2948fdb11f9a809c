import type { KeyObject } from 'node:crypto';
import type { getJournal } from '@perenne/contract/journal';
import type { Answer, Received } from '@perenne/contract/endpoint';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { appendJournal, openDetails } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { countEntries, listEntries, type EntryRow } from './journal.store.ts';

type Query = Received<typeof getJournal>['query'];
type Page = Answer<typeof getJournal>;

const position = z.int().positive();

/** What happened in the safe, the newest first. That it was read is the next entry. */
export async function readJournal(platform: Platform, owner: Owner, query: Query): Promise<Page> {
  const { limit, cursor, kind, from, to } = query;
  const filter = { safeId: owner.safeId, kind, from, to };
  // A cursor goes on with the list that gave it, and with no other.
  const scope = { list: `journal/${kind ?? ''}/${from ?? ''}/${to ?? ''}`, owner: owner.safeId };
  const before = cursor === undefined ? null : openCursor(platform.secrets, scope, { cursor, position });
  const [rows, total] = await Promise.all([
    listEntries(platform.db, filter, { before, limit }),
    countEntries(platform.db, filter),
  ]);
  await noteReading(platform, owner);
  const { values } = await platform.vault.keysOf(owner.safeId, 'owner');
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => presentEntry(values, owner.safeId, row)),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.seq) : null,
    total,
  };
}

const noteReading = (platform: Platform, { safeId, address }: Owner) =>
  appendJournal(platform.relaxedDb, platform, {
    safeId,
    actor: { kind: 'owner' },
    action: 'journal.read',
    details: { address },
  });

function presentEntry(values: KeyObject, safeId: string, row: EntryRow): Page['items'][number] {
  const { name, title, address, depositedAt, depositHash } = openDetails(values, safeId, row);
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
    hash: row.hash.toString('hex'),
  };
}
