import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Clock } from './time/clock.ts';
import type { Keys } from './keys/keys.ts';
import type { Db } from './postgres/db.ts';
import { placeOfSecret } from './secrets.ts';

export type SigningKey = { kid: string; key: KeyObject };
export type SigningParts = { db: Db; keys: Keys; clock: Clock };

/** The purpose of the pair, and how a private key of it is made. */
type Kind = { purpose: string; make(): KeyObject };

/**
 * The private keys of one purpose, the newest last, kept wrapped by the root key. The first is made when it is
 * first needed; what failed is tried again.
 */
export function openSigningKeys(parts: SigningParts, kind: Kind): () => Promise<SigningKey[]> {
  let opened: Promise<SigningKey[]> | null = null;
  return () => {
    opened ??= readKeys(parts, kind).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

async function readKeys(parts: SigningParts, { purpose, make }: Kind): Promise<SigningKey[]> {
  const { db, keys, clock } = parts;
  const known = await readSigningKeys(parts, purpose);
  if (known.length > 0) return known;
  const first = '1';
  const pkcs8 = make().export({ format: 'der', type: 'pkcs8' });
  const wrapped = await keys.wrap('signing', pkcs8, placeOfSecret({ purpose, kid: first }));
  // Processes that need it at the same instant agree on one.
  await db
    .insertInto('system_secrets')
    .values({ purpose, kid: first, wrapped, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readSigningKeys(parts, purpose);
}

/** Those that have been made, the newest last. */
export async function readSigningKeys(
  { db, keys }: Pick<SigningParts, 'db' | 'keys'>,
  purpose: string,
): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('system_secrets')
    .selectAll()
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .orderBy('kid')
    .execute();
  return Promise.all(
    rows.map(async ({ kid, wrapped }) => {
      const der = await keys.unwrap('signing', wrapped, placeOfSecret({ purpose, kid }));
      return { kid, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    }),
  );
}
