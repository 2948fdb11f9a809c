import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectByClientId } from '../employers.store.ts';

export type ClientCredentials = { clientId: string; clientSecret: string };

/**
 * An identifier is in clear in the database: it says nothing, not even when it was made. A secret is 256 bits of
 * chance: nothing slower than a keyed hash is needed to keep it.
 */
export const newCredentials = (): ClientCredentials => ({
  clientId: randomUUID(),
  clientSecret: randomBytes(32).toString('base64url'),
});

export const hashSecret = (
  { secrets }: Pick<Platform, 'secrets'>,
  { clientId, clientSecret }: ClientCredentials,
): Buffer => secrets.codeTag('client-secret', clientId, clientSecret);

/** The employer of these credentials, or null; the same work is done for a client that does not exist. */
export async function findClient(
  platform: Pick<Platform, 'db' | 'secrets'>,
  given: ClientCredentials,
): Promise<string | null> {
  const row = isId(given.clientId) ? await selectByClientId(platform.db, given.clientId) : undefined;
  const hash = hashSecret(platform, given);
  const isRight = timingSafeEqual(row?.secretHash ?? Buffer.alloc(hash.length), hash);
  return row && isRight ? row.employerId : null;
}
