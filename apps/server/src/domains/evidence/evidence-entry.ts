import type { KeyObject } from 'node:crypto';
import type { EvidenceEntry } from '@perenne/contract/evidence';
import { canonicalEntry, entryValues, noHash } from '../../platform/journal/entry-hash.ts';
import { openDetails } from '../../platform/journal/journal.ts';
import type { EntryRow } from './journal.store.ts';

/** An entry with all that its hash covers, and its details where they are there. */
export function presentEntry(key: KeyObject, row: EntryRow): EvidenceEntry {
  const { salt, ...details } = openDetails(key, row.safeId, row);
  return {
    ...presentBareEntry(row),
    // They are JSON: what is absent has no name.
    ...(salt !== undefined && { salt, details }),
  };
}

/** The same without details: enough for the chain, and nothing that was sealed. */
export const presentBareEntry = (row: EntryRow): EvidenceEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  action: row.action,
  actor: { kind: row.actorKind, ...(row.actorId !== null && { id: row.actorId }) },
  result: row.result,
  previousHash: row.prevHash.equals(noHash) ? null : row.prevHash.toString('hex'),
  hash: row.hash.toString('hex'),
  canonical: canonicalEntry(row.prevHash, entryValues(row)).toString('base64'),
});
