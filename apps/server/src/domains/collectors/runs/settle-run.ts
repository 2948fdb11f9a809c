import { appendJournal, type NewEntry } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { holdSafe } from '../../documents/documents.ts';
import { findOwner } from '../../identity/identity.ts';
import { collectorMails } from '../collectors.messages.ts';
import { isHostTyped } from '../agents/agents.rules.ts';
import { afterRun, type AfterRun, type EndingCode } from '../collectors.rules.ts';
import { changeCollector } from '../collectors.store.ts';
import { noteEnding } from './note-ending.ts';
import { deleteOldRuns, lockUnderWay, updateRun, type RunKey } from './runs.store.ts';
import { nameOf } from '../sealed-collector.ts';

/**
 * Ends a run once, and brings its collector to the state that follows. A run that is no longer the collector’s has
 * been ended by somebody else.
 */
export async function settleRun(platform: Platform, key: RunKey, ended: Ended): Promise<void> {
  await platform.db.transaction().execute((tx) => settle(tx, platform, { key, ...ended }));
}

/** `memory` is sealed: what the run wants to remember. */
type Ended = { code: EndingCode | null; memory?: Buffer };
type Settling = Ended & { key: RunKey };

async function settle(tx: Tx, platform: Platform, { key, code, memory }: Settling): Promise<void> {
  const { safeId, collectorId } = key;
  await holdSafe(tx, safeId);
  const row = await lockUnderWay(tx, key);
  if (!row) return;
  // Documents are counted as they come: those of a lost run too.
  const agent = platform.collecting.agents.find(({ id }) => id === row.agentId);
  const hostTyped = agent !== undefined && isHostTyped(agent);
  const ended = { code, newDocuments: row.newDocuments };
  const now = platform.clock.now();
  const after = afterRun(row, ended, { now, collectorId, random: Math.random(), hostTyped });
  await changeCollector(
    tx,
    { safeId, collectorId, from: ['SYNCHRONIZING'] },
    columnsOf(after, { now, ...(memory && { memory }) }),
  );
  await updateRun(tx, key, { ended_at: now, result: after.result });
  await deleteOldRuns(tx, key);
  const keys = await platform.vault.keysOf(safeId, 'collecting', tx);
  const accountName = nameOf(platform, keys, { ...row, collectorId });
  await record(tx, platform, { key, accountName, after, newDocuments: row.newDocuments });
  if (after.status === 'BLOCKED') await mailOwner(tx, platform, { safeId, ...after });
  await noteEnding(tx, platform, { ...key, agentId: row.agentId, ending: ended, hostTyped, result: after.result });
}

type Written = Pick<Ended, 'memory'> & { now: Date };

const columnsOf = (after: AfterRun, { now, memory }: Written) => ({
  ...{ status: after.status, run_id: null, failures: after.failures, faults: after.faults },
  ...{ alert: after.alert, alert_since: after.alert === null ? null : now, alert_cause: after.cause },
  ...{ retry_at: after.retryAt, next_at: after.nextAt },
  ...(after.isSynchronised && { last_synchronised_at: now }),
  ...(memory && { sealed_memory: memory }),
});

type Recording = { key: RunKey; accountName: string; after: AfterRun; newDocuments: number };

/** Each run that brought something, and each refusal. */
async function record(tx: Tx, platform: Platform, { key, accountName, after, newDocuments }: Recording) {
  const { safeId, collectorId } = key;
  const entry: Omit<NewEntry, 'action'> = {
    ...{ safeId, objectId: collectorId },
    actor: { kind: 'collector', id: collectorId, name: accountName },
    details: { title: accountName },
  };
  if (newDocuments > 0) await appendJournal(tx, platform, { ...entry, action: 'collector.synchronised' });
  if (after.status === 'BLOCKED')
    await appendJournal(tx, platform, { ...entry, action: 'collector.refused', result: 'refused' });
}

type BlockedRun = Pick<AfterRun, 'alert' | 'cause'> & { safeId: string };

/** Once each time: it has come from SYNCHRONIZING. */
async function mailOwner(tx: Tx, platform: Platform, { safeId, alert, cause }: BlockedRun): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner || !alert) return;
  const collectorsUrl = new URL('/collectors', platform.settings.publicUrl).href;
  const mail = collectorMails[owner.locale].blocked({ why: cause ?? alert, collectorsUrl });
  await queueMail(tx, platform, { to: owner.email, ...mail });
}
