import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { isBroken, trialPauseMs, verdictOf } from '../agents/agents.rules.ts';
import * as store from '../agents/agents.store.ts';
import type { RunEnding } from '../collectors.rules.ts';

type Noting = {
  agentId: string;
  safeId: string;
  collectorId: string;
  ending: RunEnding;
  hostTyped: boolean;
  result: string;
};

/**
 * Keeps what the end of a run says of its partner: five failures in a row, of different collectors, stop all its runs;
 * the first that passes lets them go on. An agent whose host is typed by the owner is never stopped. Last in its
 * transaction, since all runs of a partner come by here.
 */
export async function noteEnding(tx: Tx, platform: Platform, noting: Noting): Promise<void> {
  const { ending, hostTyped, result, ...failing } = noting;
  const { agentId } = failing;
  const now = platform.clock.now();
  const { brokenSince } = await store.noteRun(tx, agentId, now);
  await store.countResult(tx, agentId, result);
  const verdict = verdictOf(ending, { hostTyped });
  if (verdict === 'silent') return;
  if (verdict === 'passed') {
    await store.forgetFailures(tx, agentId);
    if (!brokenSince) return;
    await store.setWorking(tx, agentId, now);
    platform.log.info({ agentId }, 'an agent works again');
    return;
  }
  await store.noteFailure(tx, failing, now);
  const [failed, safes] = [await store.listFailures(tx, agentId), await store.countSafes(tx, agentId)];
  if (brokenSince || !isBroken(failed, safes)) return;
  await store.setBroken(tx, agentId, { since: now, trialAt: new Date(now.getTime() + trialPauseMs) });
  platform.log.error({ agentId }, 'an agent fails for everybody and is not asked any more but for trials');
}
