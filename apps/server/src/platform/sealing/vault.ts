import { createSecretKey } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import type { Keys, KeyUse } from '../keys/keys.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { deriveSafeKeys, newSafeKey, type SafeKeys } from './safe-keys.ts';
import { openValue, sealValue } from './values.ts';

/** The keys of safes, unwrapped when asked for and kept for a few minutes. */
export interface Vault {
  /** @throws {UnknownSafe} no such safe, or its key is destroyed */
  keysOf<Use extends KeyUse>(safeId: string, use: Use, db?: Db | Tx): Promise<SafeKeys<Use>>;
  /** Keys for a safe that is about to be made, and the columns of its row that hold them. */
  makeKeys(safeId: string, use: KeyUse): Promise<{ keys: SafeKeys; columns: KeyColumns }>;
  /** Costs what asking for a key does, for a caller without a safe: the time must not distinguish them. */
  pretend(name: string, use: KeyUse, db: Db | Tx): Promise<void>;
  forget(safeId: string): void;
  /** Whether there is such a safe, with its key, at this moment. */
  has(safeId: string): Promise<boolean>;
  /** How often the keys of safes were asked for, by use, the kept ones too, since the process started. */
  readonly counts: ReadonlyMap<KeyUse, number>;
}

export type KeyColumns = { wrapped_key: Buffer; sealed_journal_key: Buffer | null };

export class UnknownSafe extends Error {
  override readonly name = 'UnknownSafe';
}

const keptMs = 5 * 60_000;
const keptAtMost = 10_000;

/** No safe has this identifier (RFC 9562, 5.9). */
const nobody = '00000000-0000-0000-0000-000000000000';

type OpenKeys = Omit<SafeKeys, 'use'>;
type Kept = { keys: OpenKeys; until: number };

export function openVault(parts: { db: Db; keys: Keys; clock: Clock }): Vault {
  const kept = new Map<string, Kept>();
  const counts = new Map<KeyUse, number>();
  const count = (use: KeyUse) => counts.set(use, (counts.get(use) ?? 0) + 1);

  const keep = (safeId: string, keys: OpenKeys): OpenKeys => {
    kept.delete(safeId);
    kept.set(safeId, { keys, until: parts.clock.now().getTime() + keptMs });
    const oldest = kept.size > keptAtMost ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return keys;
  };

  const pretended = new Map<string, number>();
  let decoy: Promise<Buffer> | undefined;

  return {
    counts,
    async pretend(name, use, db) {
      const now = parts.clock.now().getTime();
      if ((pretended.get(name) ?? 0) > now) return;
      if (pretended.size >= keptAtMost) pretended.clear();
      pretended.set(name, now + keptMs);
      decoy ??= parts.keys.wrap(`safe/${use}`, newSafeKey(), nobody);
      await findKeyColumns(db, nobody);
      deriveSafeKeys(await parts.keys.unwrap(`safe/${use}`, await decoy, nobody));
    },
    async keysOf(safeId, use, db = parts.db) {
      count(use);
      const known = kept.get(safeId);
      if (known && known.until > parts.clock.now().getTime()) return { ...known.keys, use };
      const columns = await findKeyColumns(db, safeId);
      if (!columns) throw new UnknownSafe('this safe has no key');
      const safeKey = await parts.keys.unwrap(`safe/${use}`, columns.wrapped_key, safeId);
      return { ...keep(safeId, openKeys(safeId, safeKey, columns)), use };
    },
    async makeKeys(safeId, use) {
      count(use);
      const safeKey = newSafeKey();
      const columns = {
        wrapped_key: await parts.keys.wrap(`safe/${use}`, safeKey, safeId),
        sealed_journal_key: sealValue(deriveSafeKeys(safeKey).values, journalKeyPlace(safeId), newSafeKey()),
      };
      return { keys: { ...keep(safeId, openKeys(safeId, safeKey, columns)), use }, columns };
    },
    forget: (safeId) => void kept.delete(safeId),
    has: async (safeId) => (await findKeyColumns(parts.db, safeId)) !== undefined,
  };
}

const journalKeyPlace = (safeId: string) => ({ table: 'safes', column: 'sealed_journal_key', row: safeId });

function openKeys(safeId: string, safeKey: Buffer, { sealed_journal_key: sealed }: KeyColumns): OpenKeys {
  const keys = deriveSafeKeys(safeKey);
  // An earlier release sealed the details of the journal as it sealed other values.
  const journal = sealed ? createSecretKey(openValue(keys.values, journalKeyPlace(safeId), sealed)) : keys.values;
  return { ...keys, journal };
}

const findKeyColumns = (db: Db | Tx, safeId: string): Promise<KeyColumns | undefined> =>
  db.selectFrom('safes').select(['wrapped_key', 'sealed_journal_key']).where('safe_id', '=', safeId).executeTakeFirst();
