import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { Clock } from './time/clock.ts';
import type { Keys } from './keys/keys.ts';
import type { Db } from './postgres/db.ts';

/**
 * The installation's own secrets, made at the first start, kept wrapped by the root key:
 * `values` seals what belongs to no safe yet, `index` finds what is sealed, `codes` hashes what
 * people type, `pepper` goes into passwords, `tokens` signs ours.
 */
export type Secrets = {
  values: KeyObject;
  pepper: Buffer;
  /** Keys of tokens by `kid`; the newest signs. */
  tokenKeys: ReadonlyMap<string, Buffer>;
  currentTokenKid: string;
  /** Finds an e-mail, a number, a name by equality, without keeping it. */
  tag(label: string, ...parts: string[]): Buffer;
  /** The stored form of a code, bound to what it is for. */
  codeTag(label: string, ...parts: string[]): Buffer;
};

/** The names of what is kept, each with a kind of key that wraps it. */
const masterName = 'identity';
const tokensName = 'tokens';

/** A row of `system_secrets`: `purpose` names the secret, `kid` the one of several. */
type KeptSecret = { purpose: string; kid: string };

/** The kind of key that wraps a secret of the installation; all but those two are pairs that sign. */
export const kindOfSecret = (purpose: string): 'identity' | 'tokens' | 'signing' =>
  purpose === masterName || purpose === tokensName ? purpose : 'signing';

export const placeOfSecret = ({ purpose, kid }: KeptSecret): string => `${purpose}/${kid}`;

/** Reads the secrets, making those that are missing; processes that start together agree on one. */
export async function openSecrets(db: Db, keys: Keys, clock: Clock): Promise<Secrets> {
  await makeMissing(db, keys, clock);
  const rows = await db.selectFrom('system_secrets').selectAll().orderBy('created_at').orderBy('kid').execute();
  const open = (row: KeptSecret & { wrapped: Buffer }) =>
    keys.unwrap(kindOfSecret(row.purpose), row.wrapped, placeOfSecret(row));
  const masterRow = rows.find((row) => row.purpose === masterName);
  const tokenRows = rows.filter((row) => row.purpose === tokensName);
  const newest = tokenRows.at(-1);
  if (!masterRow || !newest) throw new Error('the secrets of the installation are missing');
  const master = await open(masterRow);
  const tokenKeys = new Map(await Promise.all(tokenRows.map(async (row) => [row.kid, await open(row)] as const)));
  const index = createSecretKey(derive(master, 'index'));
  const codes = createSecretKey(derive(master, 'codes'));
  return {
    values: createSecretKey(derive(master, 'values')),
    pepper: derive(master, 'pepper'),
    tokenKeys,
    currentTokenKid: newest.kid,
    tag: (label, ...parts) => keyedHash(index, [label, ...parts]),
    codeTag: (label, ...parts) => keyedHash(codes, [label, ...parts]),
  };
}

async function makeMissing(db: Db, keys: Keys, clock: Clock): Promise<void> {
  for (const name of [masterName, tokensName] as const) {
    const secret = { purpose: name, kid: '1' };
    const wrapped = await keys.wrap(name, randomBytes(32), placeOfSecret(secret));
    await db
      .insertInto('system_secrets')
      .values({ ...secret, wrapped, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const derive = (master: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `perenne/${info}`, 32));

/** Each part is preceded by its length, so that no two lists of parts hash alike. */
function keyedHash(key: KeyObject, parts: string[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}
