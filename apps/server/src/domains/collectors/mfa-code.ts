import type { Collector } from '@perenne/contract/collectors';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { holdSafe } from '../documents/documents.ts';
import * as codes from './runs/codes.store.ts';
import { resendsAnHour } from './collectors.rules.ts';
import { changeCollector, type CollectorRow } from './collectors.store.ts';
import { presentOne, requireCollector } from './present-collector.ts';
import { requireOpenAgent } from './agents/require-agent.ts';
import { sealCode } from './sealed-collector.ts';
import { startByHand } from './runs/start-run.ts';

type Given = { collectorId: string; code: string; locale: Locale };

/**
 * Hands the run the code that the partner has sent; whether it was right shows later.
 * @throws {DomainError} CollectorNotFound, NoVerificationCode, ExpiredVerificationCode
 */
export async function giveMfaCode(platform: Platform, owner: Owner, given: Given): Promise<Collector> {
  const { collectorId, code, locale } = given;
  const { safeId } = owner;
  const key = { safeId, collectorId };
  return platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    const row = await requireCollector(tx, key);
    const { runId } = await requireAwaited(tx, platform, { safeId, row });
    const keys = await platform.vault.keysOf(safeId, 'collecting', tx);
    await codes.giveCode(tx, key, sealCode(keys, runId, code));
    await changeCollector(tx, { ...key, from: ['SYNCHRONIZING'] }, { alert: null, alert_since: null });
    return presentOne(tx, platform, { owner, collectorId, locale });
  });
}

type Waiting = { safeId: string; row: CollectorRow };

async function requireAwaited(tx: Tx, platform: Platform, { safeId, row }: Waiting) {
  if (isExpired(row)) throw new DomainError('ExpiredVerificationCode');
  const code = await codes.lockCode(tx, { safeId, collectorId: row.collectorId });
  if (!code || code.runId !== row.runId || code.state !== 'AWAITED') throw new DomainError('NoVerificationCode');
  if (code.expiresAt <= platform.clock.now()) throw new DomainError('ExpiredVerificationCode');
  return code;
}

const isExpired = ({ status, alert }: CollectorRow): boolean => status === 'BLOCKED' && alert === 'MFA_EXPIRED';

/**
 * Has the partner send another code: to the run that waits, or to a new one where that has ended for want of it.
 * @throws {DomainError} CollectorNotFound, NoVerificationCode, CodeRequestRateLimitExceeded, TooManyRequests,
 * AgentUnavailable
 */
export async function resendMfaCode(platform: Platform, owner: Owner, collectorId: string): Promise<void> {
  const { safeId } = owner;
  const key = { safeId, collectorId };
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    const row = await requireCollector(tx, key);
    const code = await codes.lockCode(tx, key);
    const isOver = isExpired(row);
    if (!code || (!isOver && (code.runId !== row.runId || code.state !== 'AWAITED')))
      throw new DomainError('NoVerificationCode');
    const now = platform.clock.now();
    await countResend(tx, { key, resent: code.resent, now });
    if (isOver) {
      await requireOpenAgent(platform, row.agentId, tx);
      await startByHand(tx, platform, { ...key, from: ['BLOCKED'] });
      return;
    }
    if (code.canResendAt > now) {
      const waitMs = code.canResendAt.getTime() - now.getTime();
      throw new DomainError('TooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    }
    await codes.askResend(tx, key);
  });
}

const hourMs = 3_600_000;

type Resending = { key: { safeId: string; collectorId: string }; resent: readonly Date[]; now: Date };

/** Only what succeeds is counted: a refusal takes the count back with its transaction. */
async function countResend(tx: Tx, { key, resent, now }: Resending): Promise<void> {
  const lately = resent.filter((at) => now.getTime() - at.getTime() < hourMs);
  const [first] = lately;
  if (first && lately.length >= resendsAnHour) {
    const waitMs = first.getTime() + hourMs - now.getTime();
    throw new DomainError('CodeRequestRateLimitExceeded', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
  await codes.noteResend(tx, key, [...lately, now]);
}
