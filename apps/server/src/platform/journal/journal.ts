import { createHash, randomBytes, type KeyObject } from 'node:crypto';
import type { JournalEntry } from '@perenne/contract/identity';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { newId } from '../identifiers.ts';
import type { Db, Tx } from '../postgres/db.ts';
import type { KeyUse } from '../keys/keys.ts';
import { openJson, sealJson } from '../sealing/values.ts';
import type { Vault } from '../sealing/vault.ts';

export type JournalActor = { kind: JournalEntry['actor']['kind']; id?: string; name?: string };

/** Personal details of an entry: sealed beside it, erasable. */
export type JournalDetails = {
  name?: string;
  title?: string;
  address?: string;
  sha256?: string;
  sha512?: string;
  /** Of what waited for its owner: when it was deposited, and the entry of the receipt. */
  depositedAt?: string;
  depositHash?: string;
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
export async function appendJournal(db: Db | Tx, parts: Parts, entry: NewEntry): Promise<Buffer> {
  const { safeId, actor, action, objectId } = entry;
  const details = { ...(actor.name !== undefined && { name: actor.name }), ...entry.details };
  const plain = JSON.stringify({ salt: randomBytes(16).toString('base64'), ...details });
  const detailHash = createHash('sha256').update(plain).digest();
  const { values } = await parts.vault.keysOf(safeId, useOf(actor), db);
  const sealed = sealJson(values, placeOf(safeId, detailHash), plain);
  const { rows } = await sql<{ entry_hash: Buffer }>`
    select entry_hash from journal_append(
      ${safeId}, ${newId(parts.clock)}, ${parts.clock.now()}, ${actor.kind}, ${actor.id ?? null}, ${action},
      ${objectId ?? null}, ${entry.result ?? 'done'}, ${detailHash}, ${sealed})`.execute(db);
  const hash = rows[0]?.entry_hash;
  if (!hash) throw new Error('the journal answered nothing');
  return hash;
}

/** The details of an entry, or none where they were erased. */
export function openDetails(values: KeyObject, safeId: string, row: { detailHash: Buffer; sealed: Buffer | null }) {
  if (!row.sealed) return {};
  const plain = openJson(values, placeOf(safeId, row.detailHash), row.sealed);
  return JSON.parse(String(plain)) as JournalDetails;
}

const placeOf = (safeId: string, detailHash: Buffer) => ({
  table: 'journal_details',
  column: 'sealed',
  row: `${safeId}/${detailHash.toString('hex')}`,
});

const useOf = ({ kind }: JournalActor): KeyUse =>
  kind === 'owner' ? 'owner' : kind === 'employer' ? 'deposit' : kind === 'visitor' ? 'sharing' : 'background';
