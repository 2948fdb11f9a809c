import type { MergeInfo } from '@perenne/contract/activation';
import type { Bearer } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { findCredentials, findSummary } from './accounts.store.ts';
import { openProfile } from './account-record.ts';
import { isTokenSpent } from './spent-tokens.ts';

/** The facts that the owner of a safe reads before documents join it; null where the safe has no owner. */
export async function readMergeInfo(
  db: Db | Tx,
  { vault }: Pick<Platform, 'vault'>,
  safeId: string,
): Promise<MergeInfo | null> {
  const row = await findSummary(db, safeId);
  if (!row) return null;
  const { values } = await vault.keysOf(safeId, 'owner', db);
  const { firstName, lastName } = openProfile(values, safeId, row.sealedProfile);
  return { firstName, lastName, activatedAt: row.openedAt.toISOString(), nbDocs: row.documentCount };
}

/** The asker of a merge: the session, or the activation token, that alone may go on with it. */
export type MergeAsker = { askerId: string; bearer: Bearer };

/**
 * For who has proved to be the owner of a safe, in the transaction that judged it. It dies when the password is
 * replaced, or opens nothing any more.
 */
export async function issueMergeToken(
  tx: Tx,
  platform: Platform,
  { safeId, askerId, bearer }: MergeAsker & { safeId: string },
): Promise<string | null> {
  const binding = await bindingOf(tx, platform, { safeId, askerId });
  return binding === null ? null : platform.tokens.issue('merge', { sub: safeId, sid: binding }, bearer);
}

/** The safe that a merge token has proved to this asker, and the token to be spent; null for a bad one. */
export async function readMergeToken(
  platform: Platform,
  token: string,
  { askerId, bearer, db = platform.db }: MergeAsker & { db?: Db | Tx | undefined },
): Promise<{ safeId: string; tokenId: string } | null> {
  const claims = await platform.tokens.read('merge', token, bearer);
  if (!claims) return null;
  const { sub: safeId, sid, jti: tokenId } = claims;
  if (sid !== (await bindingOf(db, platform, { safeId, askerId }))) return null;
  return (await isTokenSpent(db, tokenId)) ? null : { safeId, tokenId };
}

async function bindingOf(
  db: Db | Tx,
  { secrets }: Platform,
  { safeId, askerId }: { safeId: string; askerId: string },
): Promise<string | null> {
  const account = await findCredentials(db, safeId);
  // An undo has the password open nothing until a reset: it proves nothing either.
  if (!account || account.resetRequiredAt !== null) return null;
  return secrets.tag('merge', safeId, askerId, account.passwordHash).toString('hex');
}
