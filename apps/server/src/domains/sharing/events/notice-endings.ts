import { actOnDue } from '../../../platform/jobs/act-on-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { notifyOwner } from '../send-share.ts';
import { lockShare, selectSharesToNotice, updateShare, type ShareKey } from '../shares.store.ts';
import { isActive } from '../sharing.rules.ts';

/** Notifies the owners of shares that end in two days, once for each. Returns the number of notices. */
export function noticeEndings(platform: Platform, signal?: AbortSignal): Promise<number> {
  const work = {
    select: () => selectSharesToNotice(platform.db, platform.clock.now()),
    idsOf: (key: ShareKey) => key,
    act: (key: ShareKey) => platform.db.transaction().execute((tx) => notice(tx, platform, key)),
    failure: 'an owner could not be notified of a share that ends',
  };
  return actOnDue(platform, work, signal);
}

async function notice(tx: Tx, platform: Platform, key: ShareKey): Promise<boolean> {
  const row = await lockShare(tx, key);
  await updateShare(tx, key, { notice_at: null });
  if (!row || !isActive(row, platform.clock.now())) return false;
  await notifyOwner(tx, platform, { safeId: key.safeId, what: 'ending' });
  return true;
}
