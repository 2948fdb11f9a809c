import type { Db, Tx } from '../../../platform/postgres/db.ts';

export const upsertKnownVisitor = (tx: Tx, { visitorTag, knownUntil }: { visitorTag: Buffer; knownUntil: Date }) =>
  tx
    .insertInto('known_visitors')
    .values({ visitor_tag: visitorTag, known_until: knownUntil })
    .onConflict((conflict) => conflict.column('visitor_tag').doUpdateSet({ known_until: knownUntil }))
    .execute();

export async function findKnownVisitor(db: Db, visitorTag: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('known_visitors')
    .select('visitor_tag')
    .where('visitor_tag', '=', visitorTag)
    .where('known_until', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

export const deleteExpiredVisitors = (db: Db, now: Date) =>
  db.deleteFrom('known_visitors').where('known_until', '<=', now).execute();
