import { randomBytes, timingSafeEqual } from 'node:crypto';
import { newId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectByClientId } from './employers.store.ts';

export type ClientCredentials = { clientId: string; clientSecret: string };

/** 256 bits of chance: nothing slower than a keyed hash is needed to keep it. */
export const newCredentials = ({ clock }: Pick<Platform, 'clock'>): ClientCredentials => ({
  clientId: newId(clock),
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
  const row = await selectByClientId(platform.db, given.clientId);
  const hash = hashSecret(platform, given);
  const isRight = timingSafeEqual(row?.secretHash ?? Buffer.alloc(hash.length), hash);
  return row && isRight ? row.employerId : null;
}
