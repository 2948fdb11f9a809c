import type { Collector } from '@perenne/contract/collectors';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { appendJournal, type NewEntry } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { holdSafe } from '../documents/documents.ts';
import { byHandPauseMs } from './collectors.rules.ts';
import { changeCollector, type CollectorRow } from './collectors.store.ts';
import { presentOne, requireCollector } from './present-collector.ts';
import { countResult } from './agents/agents.store.ts';
import { requireOpenAgent } from './agents/require-agent.ts';
import { updateRun } from './runs/runs.store.ts';
import { nameOf } from './sealed-collector.ts';
import { startByHand } from './runs/start-run.ts';

type Asked = { collectorId: string; locale: Locale };
type Changing = { owner: Owner; row: CollectorRow };

/** Changes the state of a collector that is held, and gives it as it is then. @throws {DomainError} CollectorNotFound */
function change(work: (tx: Tx, platform: Platform, changing: Changing) => Promise<void>) {
  return (platform: Platform, owner: Owner, { collectorId, locale }: Asked): Promise<Collector> =>
    platform.db.transaction().execute(async (tx) => {
      const { safeId } = owner;
      await holdSafe(tx, safeId);
      await work(tx, platform, { owner, row: await requireCollector(tx, { safeId, collectorId }) });
      return presentOne(tx, platform, { owner, collectorId, locale });
    });
}

/** @throws {DomainError} CollectorNotFound, CollectorBusy, AgentUnavailable, TooManyRequests */
export const activateCollector = change(async (tx, platform, { owner, row }) => {
  if (row.status === 'ENABLED' || row.status === 'SYNCHRONIZING') throw new DomainError('CollectorBusy');
  await requireOpenAgent(platform, row.agentId, tx);
  await begin(tx, platform, { owner, row });
  await record(tx, platform, { owner, row, action: 'collector.activated' });
});

/** A run under way is ended first: nothing of it comes in any more. @throws {DomainError} CollectorNotFound */
export const deactivateCollector = change(async (tx, platform, { owner, row }) => {
  const { safeId } = owner;
  if (row.status === 'DISABLED') return;
  if (row.runId !== null)
    await updateRun(tx, { safeId, runId: row.runId }, { ended_at: platform.clock.now(), result: 'ENDED' });
  const key = { safeId, collectorId: row.collectorId, from: [row.status] };
  await changeCollector(tx, key, {
    ...{ status: 'DISABLED', run_id: null, next_at: null, retry_at: null },
    ...{ alert: null, alert_since: null, alert_cause: null, failures: 0, faults: 0 },
  });
  await record(tx, platform, { owner, row, action: 'collector.deactivated' });
  // Last, since all runs of a partner come by here.
  if (row.runId !== null) await countResult(tx, row.agentId, 'ENDED');
});

/** @throws {DomainError} CollectorNotFound, CollectorBusy, CollectorDisabled, AgentUnavailable, TooManyRequests */
export const synchroniseCollector = change(async (tx, platform, { owner, row }) => {
  if (row.status === 'SYNCHRONIZING') throw new DomainError('CollectorBusy');
  if (row.status === 'DISABLED') throw new DomainError('CollectorDisabled');
  const now = platform.clock.now();
  const againInMs = (row.byHandAt?.getTime() ?? 0) + byHandPauseMs - now.getTime();
  if (againInMs > 0) throw new DomainError('TooManyRequests', { retryAfterSeconds: Math.ceil(againInMs / 1_000) });
  await requireOpenAgent(platform, row.agentId, tx);
  await begin(tx, platform, { owner, row, set: { by_hand_at: now } });
});

const begin = (tx: Tx, platform: Platform, { owner, row, set = {} }: Changing & { set?: { by_hand_at?: Date } }) =>
  startByHand(tx, platform, { safeId: owner.safeId, collectorId: row.collectorId, from: [row.status], set });

async function record(
  tx: Tx,
  platform: Platform,
  { owner, row, action }: Changing & Pick<NewEntry, 'action'>,
): Promise<void> {
  const { safeId, address } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner', tx);
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action, objectId: row.collectorId },
    details: { title: nameOf(platform, keys, row), address },
  });
}
