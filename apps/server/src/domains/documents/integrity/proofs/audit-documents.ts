import type { Platform } from '../../../../platform/platform.ts';
import { journalKeyOf } from '../../../../platform/journal/chapters.ts';
import { openDetails } from '../../../../platform/journal/journal.ts';
import { KeyRefused } from '../../../../platform/keys/keys.ts';
import type { SafeKeys } from '../../../../platform/sealing/safe-keys.ts';
import { SealBroken } from '../../../../platform/sealing/values.ts';
import { UnknownSafe } from '../../../../platform/sealing/vault.ts';
import { openDocument } from '../../record/sealed-document.ts';
import { examine } from './examine.ts';
import { findDepositEntry, listStored, type StoredRow } from './proofs.store.ts';

type Parts = Pick<Platform, 'db' | 'vault' | 'objects' | 'digests'>;

/** A document that is not as it was deposited. */
export type DocumentFault = { safeId: string; documentId: string; cause: string };

type Wanted = {
  /** Reads every content to its end, too. */
  contents: boolean;
  /** Receives the number of documents that were looked at. */
  count(documents: number): void;
};

const atATime = 200;

/** Compares each document of every safe with what its deposit recorded. */
export async function* auditDocuments(parts: Parts, { contents, count }: Wanted): AsyncGenerator<DocumentFault> {
  for (let after: StoredRow | null = null; ;) {
    const rows: StoredRow[] = await listStored(parts.db, after, atATime);
    for (const row of rows) {
      const cause = await faultOf(parts, row, contents);
      const { safeId, documentId } = row;
      if (cause !== null && (await isStillThere(parts, row))) yield { safeId, documentId, cause };
    }
    count(rows.length);
    after = rows.at(-1) ?? null;
    if (!after) return;
  }
}

/** A document destroyed or moved meanwhile is no fault. */
async function isStillThere({ db }: Parts, { safeId, documentId }: StoredRow): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('document_id')
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row !== undefined;
}

async function faultOf(parts: Parts, row: StoredRow, contents: boolean): Promise<string | null> {
  try {
    const keys = await parts.vault.keysOf(row.safeId, 'background');
    const fault = await faultOfDigests(parts, keys, row);
    if (fault !== null || !contents) return fault;
    const { state } = await examine(parts, keys, row);
    if (state === 'missing') return 'its content is missing';
    return state === 'damaged' ? 'its content is not the one that was deposited' : null;
  } catch (error) {
    if (error instanceof UnknownSafe) return 'its safe has no key';
    if (error instanceof KeyRefused) return 'the key of its safe was changed: it does not open';
    if (error instanceof SealBroken) return 'what its row holds sealed was changed, or the details of its deposit were';
    throw error;
  }
}

async function faultOfDigests({ db }: Parts, keys: SafeKeys, row: StoredRow): Promise<string | null> {
  const { safeId, documentId } = row;
  const { sha256, sha512 } = openDocument(keys, documentId, row.sealed);
  const entry = await findDepositEntry(db, safeId, documentId);
  if (!entry) return 'no journal holds its deposit';
  const key = await journalKeyOf(db, keys, { safeId, journalId: entry.safeId });
  const recorded = openDetails(key, entry.safeId, entry);
  const isSame = recorded.sha256 === sha256 && recorded.sha512 === sha512;
  return isSame ? null : 'its digests are not those that its deposit recorded';
}
