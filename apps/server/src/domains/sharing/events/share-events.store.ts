import { sql } from 'kysely';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { ShareKey } from '../shares.store.ts';

export type NewEvent = ShareKey & {
  recipientId: string;
  kind: 'OPENED' | 'MARKED_AS_READ' | 'READ' | 'DOWNLOADED';
  documentId: string | null;
  visitId?: string;
};

export const insertEvents = (db: Db | Tx, { clock }: Pick<Platform, 'clock'>, events: readonly NewEvent[]) =>
  db
    .insertInto('share_events')
    .values(
      events.map(({ safeId, shareId, recipientId, kind, documentId, visitId }) => ({
        ...{ safe_id: safeId, share_id: shareId, recipient_id: recipientId, kind, document_id: documentId },
        ...{ event_id: newId(clock), at: clock.now(), visit_id: visitId ?? null },
      })),
    )
    .execute();

/** The documents that a visit has taken already. */
export async function selectTaken(
  tx: Tx,
  { safeId, shareId }: ShareKey,
  { visitId, kinds }: { visitId: string; kinds: readonly NewEvent['kind'][] },
): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('share_events')
    .select('document_id as documentId')
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('visit_id', '=', visitId)
    .where('kind', 'in', kinds)
    .execute();
  return new Set(rows.map(({ documentId }) => documentId));
}

/** The newest first; one more than asked, to know whether there is a next page. */
export const selectEvents = (
  db: Db,
  { safeId, shareId }: ShareKey,
  { after, limit }: { after?: string; limit: number },
) => {
  let query = db
    .selectFrom('share_events')
    .select(['event_id as eventId', 'recipient_id as recipientId', 'kind', 'document_id as documentId', 'at'])
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId);
  if (after) query = query.where(sql<boolean>`event_id < ${after}::uuid`);
  return query
    .orderBy('event_id', 'desc')
    .limit(limit + 1)
    .execute();
};

export async function countEvents(db: Db, { safeId, shareId }: ShareKey): Promise<number> {
  const { count } = await db
    .selectFrom('share_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .executeTakeFirstOrThrow();
  return count;
}
