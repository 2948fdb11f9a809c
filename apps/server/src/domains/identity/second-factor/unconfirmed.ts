import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { lockUnconfirmed, replaceUnconfirmed, type FactorKind } from './factors.store.ts';

const lifeMs = 10 * 60_000;

/** The secret of an application, or the challenge of a passkey. */
const begun = z.object({ text: z.string() });

const placeOf = (safeId: string, kind: FactorKind) => ({
  ...{ table: 'unconfirmed_factors', column: 'sealed' },
  row: `${safeId}/${kind}`,
});

type Of = { safeId: string; kind: FactorKind };

/** Kept for ten minutes, in place of the one before. */
export async function keepUnconfirmed(platform: Platform, { safeId, kind }: Of, text: string): Promise<void> {
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  await replaceUnconfirmed(platform.db, {
    ...{ safeId, kind, sealed: sealJson(values, placeOf(safeId, kind), { text }) },
    expiresAt: new Date(platform.clock.now().getTime() + lifeMs),
  });
}

/** Locked until the transaction ends, so that it is confirmed once; null where nothing waits. */
export async function openUnconfirmed(tx: Tx, platform: Platform, { safeId, kind }: Of): Promise<string | null> {
  const row = await lockUnconfirmed(tx, safeId, { kind, now: platform.clock.now() });
  if (!row) return null;
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  return begun.parse(openJson(values, placeOf(safeId, kind), row.sealed)).text;
}
