import { createHash, randomBytes, type KeyObject } from 'node:crypto';
import type { JournalEntry } from '@perenne/contract/journal';
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../time/clock.ts';
import { newId } from '../identifiers.ts';
import type { Db, Tx } from '../postgres/db.ts';
import type { KeyUse } from '../keys/keys.ts';
import { openJson, resealValue, sealJson } from '../sealing/values.ts';
import type { Vault } from '../sealing/vault.ts';

export type JournalActor = { kind: JournalEntry['actor']['kind']; id?: string; name?: string };

/** Personal details of an entry: sealed beside it, erasable. */
export type JournalDetails = {
  name?: string;
  title?: string;
  address?: string;
  sha256?: string;
  sha512?: string;
  /** For a document that waited for its owner: when it was deposited, and the entry of the receipt. */
  depositedAt?: string;
  depositHash?: string;
  /** The last hash of the journal that a merge has closed. */
  chapterHead?: string;
};

export type NewEntry = {
  safeId: string;
  actor: JournalActor;
  action: JournalEntry['action'];
  objectId?: string;
  result?: 'done' | 'refused';
  details?: JournalDetails;
};

type Parts = { clock: Clock; vault: Vault };

/**
 * Appends to the journal of a safe, in the transaction of what it records.
 * Returns the hash of the entry, which every later entry of the safe covers.
 */
export const appendJournal = async (db: Db | Tx, parts: Parts, entry: NewEntry): Promise<Buffer> =>
  appendSealed(db, await sealEntry(db, parts, entry));

/** The same for an entry that is sealed, at once: the statement goes out with this call. */
export async function appendSealed(db: Db | Tx, entry: SealedEntry): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select entry_hash as hash from ${journalAppend(sql`${entry.safeId}`, entry)}`.execute(db);
  const hash = rows[0]?.hash;
  if (!hash) throw new Error('the journal answered nothing');
  return hash;
}

/** An entry whose details are sealed, ready to be appended. */
export type SealedEntry = Omit<NewEntry, 'details'> & { entryId: string; at: Date; detailHash: Buffer; sealed: Buffer };

export async function sealEntry(db: Db | Tx, { clock, vault }: Parts, entry: NewEntry): Promise<SealedEntry> {
  const { details, ...rest } = entry;
  const { safeId, actor } = entry;
  const named = { ...(actor.name !== undefined && { name: actor.name }), ...details };
  const plain = JSON.stringify({ salt: randomBytes(16).toString('base64'), ...named });
  const detailHash = createHash('sha256').update(plain).digest();
  const { journal } = await vault.keysOf(safeId, useOf(actor), db);
  const sealed = sealJson(journal, placeOf(safeId, detailHash), plain);
  return { ...rest, entryId: newId(clock), at: clock.now(), detailHash, sealed };
}

/**
 * The call that appends, for the `from` of a statement: its row is `entry_seq, entry_hash, entry_at`. A safe that
 * is the column of another table makes the call wait for that table's row.
 */
export const journalAppend = (safeId: RawBuilder<unknown>, entry: SealedEntry): RawBuilder<unknown> =>
  sql`journal_append(
    ${safeId}, ${entry.entryId}, ${entry.at}, ${entry.actor.kind}, ${entry.actor.id ?? null}, ${entry.action},
    ${entry.objectId ?? null}, ${entry.result ?? 'done'}, ${entry.detailHash}, ${entry.sealed})`;

/** The values that `detailHash` covers, in the order that is hashed; the salt keeps them from being guessed. */
export type OpenedDetails = JournalDetails & { salt?: string };

/** The details of an entry, under the key of its journal, or none where they were erased. */
export function openDetails(
  key: KeyObject,
  safeId: string,
  row: { detailHash: Buffer; sealed: Buffer | null },
): OpenedDetails {
  return row.sealed ? (JSON.parse(openDetailsText(key, safeId, { ...row, sealed: row.sealed })) as OpenedDetails) : {};
}

/** The text whose SHA-256 is `detailHash`. */
export const openDetailsText = (
  key: KeyObject,
  safeId: string,
  { detailHash, sealed }: { detailHash: Buffer; sealed: Buffer },
): string => String(openJson(key, placeOf(safeId, detailHash), sealed));

/** The same details, sealed under another key. */
export function resealDetails(
  keys: { from: KeyObject; to: KeyObject },
  safeId: string,
  { detailHash, sealed }: { detailHash: Buffer; sealed: Buffer },
): Buffer {
  return resealValue(keys, placeOf(safeId, detailHash), sealed).sealed;
}

const placeOf = (safeId: string, detailHash: Buffer) => ({
  table: 'journal_details',
  column: 'sealed',
  row: `${safeId}/${detailHash.toString('hex')}`,
});

const useOf = ({ kind }: JournalActor): KeyUse =>
  kind === 'owner'
    ? 'owner'
    : kind === 'employer'
      ? 'deposit'
      : kind === 'visitor'
        ? 'sharing'
        : kind === 'collector'
          ? 'collecting'
          : 'background';
