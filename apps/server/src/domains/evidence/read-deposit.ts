import { journalKeyOf } from '../../platform/journal/chapters.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { presentEntry } from './evidence-entry.ts';
import { findLoggedDeposits, listPassages } from './journal.store.ts';

type Deposited = { safeId: string; keys: SafeKeys; documentId: string };

/**
 * The title and the digest (hex) that the journal holds of a deposit: also where the row of the document is damaged.
 * Null where their entry, or its details, are gone.
 */
export async function readDeposit(
  { db }: Platform,
  { safeId, keys, documentId }: Deposited,
): Promise<{ title: string; sha256: string } | null> {
  const [deposit] = await findLoggedDeposits(db, safeId, [documentId]);
  if (!deposit) return null;
  const { journalId, seq } = deposit;
  const [row] = await listPassages(db, [{ journalId, from: seq, to: seq }], [documentId]);
  const details = row && presentEntry(await journalKeyOf(db, keys, { safeId, journalId }), row).details;
  const { title, sha256 } = details ?? {};
  return sha256 === undefined ? null : { title: title ?? '', sha256 };
}
