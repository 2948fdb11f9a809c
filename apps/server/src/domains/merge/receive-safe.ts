import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { closeChapter } from '../../platform/journal/chapters.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { holdForMerge, receiveDocuments, removeEmptiedSafe, takeSafes } from '../documents/documents.ts';
import { holdEmployees, receiveEmployees } from '../employers/employers.ts';
import { isExporting, removeExports } from '../exports/exports.ts';
import { isSessionOpen, removeReceivedAccount, requireOpenAccount, spendToken } from '../identity/identity.ts';
import { moveBlocks, removeGiven } from '../sharing/sharing.ts';
import { requireProvedSafe } from './login-to-merge.ts';
import { mergeMails } from './merge.messages.ts';

/**
 * Receives all of the safe that was proved, and closes it, in one transaction: whatever stops it, both safes are as they
 * were, or there is one.
 * @throws {DomainError} AuthTokenNotValid for a bad merge token; UserSpaceStorageFull and MergeInProgress, which leave
 * the token good
 */
export async function merge(platform: Platform, owner: Owner, mergeToken: string | undefined): Promise<void> {
  const { fromSafeId } = await requireProvedSafe(platform, owner, { mergeToken });
  await platform.db.transaction().execute((tx) => receive(tx, platform, { owner, fromSafeId, mergeToken }));
  platform.vault.forget(fromSafeId);
}

type Receiving = { owner: Owner; fromSafeId: string; mergeToken: string | undefined };

/** Employees, then safes, then accounts, then journals: in the order of a deposit and of an activation. */
async function receive(tx: Tx, platform: Platform, { owner, fromSafeId, mergeToken }: Receiving): Promise<void> {
  const { safeId, address } = owner;
  const pair = { safeId, fromSafeId };
  if (!(await takeSafes(tx, [safeId, fromSafeId]))) throw new DomainError('MergeInProgress');
  await holdEmployees(tx, pair);
  const held = await holdForMerge(tx, pair);
  // One of two that receive each other at the same instant is gone.
  if (!held || !(await isSessionOpen(tx, owner, platform.clock.now()))) throw new DomainError('AuthTokenNotValid');
  // The safes are locked: no export begins any more. One under way reads rows that would move.
  if (await isExporting(tx, [safeId, fromSafeId])) throw new DomainError('MergeInProgress');
  for (const each of [safeId, fromSafeId].toSorted()) await requireOpenAccount(tx, each);
  // Its password may have been replaced since: now that the account is locked, it cannot be any more.
  const { tokenId } = await requireProvedSafe(platform, owner, { mergeToken, db: tx });
  if (!(await spendToken(tx, platform, tokenId))) throw new DomainError('AuthTokenNotValid');
  await removeGiven(tx, fromSafeId);
  await moveBlocks(tx, pair);

  const from = await platform.vault.keysOf(fromSafeId, 'owner', tx);
  const to = await platform.vault.keysOf(safeId, 'owner', tx);
  await receiveEmployees(tx, platform, pair);
  const { giver, receiver } = await removeReceivedAccount(tx, platform, { ...pair, address });
  const actor = { kind: 'owner' } as const;
  // The last of its chain: it names who reads it from then on.
  const closing = { safeId: fromSafeId, actor, action: 'safe.closing', objectId: safeId } as const;
  await appendJournal(tx, platform, { ...closing, details: { address } });
  const facts = { email: giver.email, nbDocs: held.nbDocs };
  const head = await closeChapter(tx, { ...pair, keys: { from, to }, facts, now: platform.clock.now() });
  await receiveDocuments(tx, platform, { ...pair, from, to });
  const chapterHead = head.toString('hex');
  const merged = { safeId, actor, action: 'safe.merged', objectId: fromSafeId } as const;
  await appendJournal(tx, platform, { ...merged, details: { address, chapterHead } });
  await removeExports(tx, platform, fromSafeId);
  await removeEmptiedSafe(tx, pair);

  const documentsUrl = new URL('/documents', platform.settings.publicUrl).href;
  const [toReceiver, toGiver] = [mergeMails[receiver.locale], mergeMails[giver.locale]];
  await queueMail(tx, platform, { to: receiver.email, ...toReceiver.received({ ...facts, documentsUrl }) });
  await queueMail(tx, platform, { to: giver.email, ...toGiver.closed() });
}
