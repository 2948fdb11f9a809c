import { sql, type RawBuilder } from 'kysely';
import type { Keys } from '../keys/keys.ts';
import type { Db } from '../postgres/db.ts';
import { kindOfSecret, placeOfSecret } from '../secrets.ts';

type Parts = { db: Db; keys: Keys };

/** The id of the root key that wrapped a secret, from its head (`wrapped-key.ts`). */
const rootKeyOf = (column: 'wrapped' | 'wrapped_key'): RawBuilder<string> => {
  const wrapped = sql.ref(column);
  return sql`convert_from(substring(${wrapped} from 4 for get_byte(${wrapped}, 1) * 256 + get_byte(${wrapped}, 2)), 'UTF8')`;
};

/** How many keys of safes and secrets of the installation each root key wraps, by its id. */
export async function countByRootKey(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*)::int as count
    from (
      select ${rootKeyOf('wrapped_key')} as id from safes
      union all select ${rootKeyOf('wrapped')} from system_secrets
    ) as wrapped
    group by id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const atOnce = 8;
const pageRows = 200;

/**
 * Wraps under the current root key what older ones wrap, while people work: a safe is changed by one statement, and only
 * if its key is still the one that was read. What was wrapped stays so if the run is cut. Yields how many it has wrapped
 * so far, after each page.
 */
export async function* rewrapSecrets({ db, keys }: Parts): AsyncGenerator<number> {
  await keys.readAgain();
  let wrapped = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db
      .selectFrom('safes')
      .select(['safe_id as safeId', 'wrapped_key as wrappedKey'])
      .where('safe_id', '>', after)
      .where(rootKeyOf('wrapped_key'), '!=', keys.currentKeyId)
      .orderBy('safe_id')
      .limit(pageRows)
      .execute();
    const last = page.at(-1);
    if (!last) break;
    for (let first = 0; first < page.length; first += atOnce)
      await rewrapSafes({ db, keys }, page.slice(first, first + atOnce));
    after = last.safeId;
    wrapped += page.length;
    yield wrapped;
  }
  const secrets = await db
    .selectFrom('system_secrets')
    .select(['purpose', 'kid', 'wrapped'])
    .where(rootKeyOf('wrapped'), '!=', keys.currentKeyId)
    .execute();
  for (const secret of secrets) {
    const place = { kind: kindOfSecret(secret.purpose), context: placeOfSecret(secret) };
    const again = await rewrap(keys, { ...place, wrapped: secret.wrapped });
    await db
      .updateTable('system_secrets')
      .set({ wrapped: again })
      .where('purpose', '=', secret.purpose)
      .where('kid', '=', secret.kid)
      .where('wrapped', '=', secret.wrapped)
      .execute();
  }
  if (secrets.length > 0) yield wrapped + secrets.length;
}

type WrappedSafe = { safeId: string; wrappedKey: Buffer };

async function rewrapSafes({ db, keys }: Parts, safes: WrappedSafe[]): Promise<void> {
  const wrap = async ({ safeId, wrappedKey: before }: WrappedSafe) => {
    const after = await rewrap(keys, { kind: 'safe', wrapped: before, context: safeId });
    return { safeId, before, after };
  };
  const wrapped = await Promise.all(safes.map(wrap));
  await Promise.all(
    wrapped.map(({ safeId, before, after }) =>
      db
        .updateTable('safes')
        .set({ wrapped_key: after })
        .where('safe_id', '=', safeId)
        .where('wrapped_key', '=', before)
        .execute(),
    ),
  );
}

type Wrapped = { kind: 'safe' | ReturnType<typeof kindOfSecret>; wrapped: Buffer; context: string };

/** Opens the new one before it replaces the old one: nobody could read a safe whose key is lost. */
async function rewrap(keys: Keys, { kind, wrapped, context }: Wrapped): Promise<Buffer> {
  const purpose = `${kind}/operator` as const;
  const secret = await keys.unwrap(purpose, wrapped, context);
  const again = await keys.wrap(purpose, secret, context);
  if (!secret.equals(await keys.unwrap(purpose, again, context))) throw new Error('a secret was not wrapped as it is');
  return again;
}
