import { foldName } from '@perenne/contract/names';
import { newId } from '../../../platform/identifiers.ts';
import type { KeyUse } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { appendJournal, type JournalActor } from '../../../platform/journal/journal.ts';
import { keyedHash, type SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { sealValue } from '../../../platform/sealing/values.ts';
import { startingCategories } from '../record/documents.rules.ts';

type NewSafe = { safeId: string; use: KeyUse; actor: JournalActor } & (
  | { kind: 'waiting' }
  | { kind: 'owned'; locale: 'fr' | 'en' }
);

/** Makes a safe and its key; one with an owner gets the starting categories in the owner's language. */
export async function createSafe(tx: Tx, platform: Platform, safe: NewSafe): Promise<SafeKeys> {
  const { keys, columns } = await platform.vault.makeKeys(safe.safeId, safe.use);
  await tx
    .insertInto('safes')
    .values({
      safe_id: safe.safeId,
      kind: safe.kind,
      ...columns,
      created_at: platform.clock.now(),
      storage_limit: platform.settings.storageLimitBytes,
    })
    .execute();
  await appendJournal(tx, platform, { safeId: safe.safeId, actor: safe.actor, action: 'safe.created' });
  if (safe.kind === 'owned') await insertStartingCategories(tx, platform, { ...safe, keys });
  return keys;
}

async function insertStartingCategories(
  tx: Tx,
  platform: Platform,
  { safeId, keys, locale }: { safeId: string; keys: SafeKeys; locale: 'fr' | 'en' },
): Promise<void> {
  const rows = startingCategories[locale].map(([kind, title], position) => {
    const id = newId(platform.clock);
    return {
      safe_id: safeId,
      category_id: id,
      kind,
      position,
      sealed_title: sealValue(keys.values, categoryPlace(id), title),
      title_tag: titleTag(keys, title),
      created_at: platform.clock.now(),
    };
  });
  await tx.insertInto('categories').values(rows).execute();
}

export const categoryPlace = (id: string) => ({ table: 'categories', column: 'sealed_title', row: id });
export const folderPlace = (id: string) => ({ table: 'folders', column: 'sealed_name', row: id });
export const titleTag = (keys: SafeKeys, title: string): Buffer => keyedHash(keys.index, 'category', foldName(title));
export const nameTag = (keys: SafeKeys, name: string): Buffer => keyedHash(keys.index, 'folder', foldName(name));
