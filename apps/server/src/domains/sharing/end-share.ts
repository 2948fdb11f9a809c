import type { Share } from '@perenne/contract/shares';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { actOnDue } from '../../platform/jobs/act-on-due.ts';
import { appendJournal, type NewEntry } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { forgetHold, releaseContents } from '../documents/documents.ts';
import { getShare } from './list-shares.ts';
import { openShare } from './sealed-share.ts';
import { lockShare, selectDueShares, updateShare, type ShareKey } from './shares.store.ts';
import { isActive } from './sharing.rules.ts';

/** Ends a share at once, tokens already issued included; what it held and was destroyed goes with it. */
export async function stopShare(platform: Platform, owner: Owner, shareId: string): Promise<Share> {
  const key = { safeId: owner.safeId, shareId };
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockShare(tx, key);
    if (!row) throw new DomainError('SharingNotFound');
    const now = platform.clock.now();
    if (!isActive(row, now)) return;
    await updateShare(tx, key, { state: 'expired', expires_at: now, notice_at: null });
    await releaseContents(tx, platform, { safeId: key.safeId, holderId: shareId });
    await record(tx, platform, { ...key, sealed: row.sealed, by: owner, action: 'share.stopped' });
  });
  return getShare(platform, owner, shareId);
}

/** The same, and off both lists: what it held is forgotten too. @throws {DomainError} SharingNotFound */
export async function deleteShare(platform: Platform, owner: Owner, shareId: string): Promise<void> {
  const key = { safeId: owner.safeId, shareId };
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockShare(tx, key);
    if (!row) throw new DomainError('SharingNotFound');
    await updateShare(tx, key, { state: 'deleted', notice_at: null });
    const holder = { safeId: key.safeId, holderId: shareId };
    await releaseContents(tx, platform, holder);
    await forgetHold(tx, holder);
    await record(tx, platform, { ...key, sealed: row.sealed, by: owner, action: 'share.deleted' });
  });
}

/** Ends shares by the clock: nothing of them opens any more, and their holds are released. Returns how many. */
export function expireShares(platform: Platform, signal?: AbortSignal): Promise<number> {
  const work = {
    select: () => selectDueShares(platform.db, platform.clock.now()),
    idsOf: (key: ShareKey) => key,
    act: (key: ShareKey) => platform.db.transaction().execute((tx) => expire(tx, platform, key)),
    failure: 'a share whose time is over could not be ended',
  };
  return actOnDue(platform, work, signal);
}

async function expire(tx: Tx, platform: Platform, key: ShareKey): Promise<boolean> {
  const row = await lockShare(tx, key);
  // Its owner was faster, and has made it last longer or ended it.
  if (!row || row.state !== 'active' || row.expiresAt > platform.clock.now()) return false;
  await updateShare(tx, key, { state: 'expired', notice_at: null });
  await releaseContents(tx, platform, { safeId: key.safeId, holderId: key.shareId });
  await record(tx, platform, { ...key, sealed: row.sealed, by: null, action: 'share.expired' });
  return true;
}

type Recorded = ShareKey & { sealed: Buffer; by: Owner | null; action: NewEntry['action'] };

/** An entry that names a share by its title. */
export async function record(tx: Tx, platform: Platform, { safeId, shareId, sealed, by, action }: Recorded) {
  const { values } = await platform.vault.keysOf(safeId, by ? 'owner' : 'background', tx);
  const { title } = openShare(values, shareId, sealed);
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: by ? 'owner' : 'system' }, action, objectId: shareId },
    details: { title, ...(by && { address: by.address }) },
  });
}
