import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { aloneTag, openDocument, successionTag } from '../record/sealed-document.ts';
import { listSuccessions, listWithoutSuccession, setSuccession, type SuccessionRow } from './payslips.store.ts';

/** The document before and the one after it, of the same employer and month and of another content. */
export type Succession = { replaces?: string; replacedBy?: string };

/** By document, for those that correct another or were corrected. */
export async function findSuccessions(
  db: Db | Tx,
  safeId: string,
  tags: readonly Buffer[],
): Promise<Map<string, Succession>> {
  if (tags.length === 0) return new Map();
  const rows = await listSuccessions(db, safeId, tags);
  const lines = Map.groupBy(rows, ({ successionTag: tag }) => tag.toString('hex'));
  return new Map([...lines.values()].flatMap((line) => line.map((row, at) => [row.documentId, neighbours(line, at)])));
}

function neighbours(line: readonly SuccessionRow[], at: number): Succession {
  const isOther = ({ digestTag }: SuccessionRow) => line[at]?.digestTag.equals(digestTag) === false;
  const before = line.slice(0, at).findLast(isOther);
  const after = line.slice(at + 1).find(isOther);
  return { ...(before && { replaces: before.documentId }), ...(after && { replacedBy: after.documentId }) };
}

const batchSize = 200;

/** Gives a succession to what was deposited before there were any. Returns how many documents had none. */
export async function tagSuccessions(platform: Platform, signal?: AbortSignal): Promise<number> {
  for (let tagged = 0; ;) {
    signal?.throwIfAborted();
    const rows = await listWithoutSuccession(platform.db, batchSize);
    for (const row of rows) await setSuccession(platform.relaxedDb, row, await tagOf(platform, row));
    if (rows.length === 0) return tagged;
    tagged += rows.length;
  }
}

type Row = Awaited<ReturnType<typeof listWithoutSuccession>>[number];

async function tagOf(platform: Platform, { safeId, documentId, sealed, originId }: Row): Promise<Buffer> {
  const keys = await platform.vault.keysOf(safeId, 'background');
  try {
    return successionTag(keys, openDocument(keys, documentId, sealed), { documentId, originId });
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    // It is alone: asked for again and again, it would keep the others from their turn.
    platform.log.error({ safeId, documentId }, 'a document cannot be opened');
    return aloneTag(keys, documentId);
  }
}
