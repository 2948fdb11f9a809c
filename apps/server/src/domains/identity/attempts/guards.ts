import type { ErrorCode } from '@perenne/contract/errors';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import {
  afterRightTry,
  afterWrongTry,
  closedUntil,
  judgeRequest,
  secondsUntil,
  type TryLimits,
} from './guards.rules.ts';
import { findGuard, lockGuard, updateRequests, updateTries, type GuardKey, type GuardRow } from './guards.store.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'secrets'>;

/** Counts the wrong tries of an owner (a safe, a person, an address) for a purpose. */
export type Guard = {
  purpose: string;
  owner: string;
  limits: TryLimits;
  /** The error once the door is closed. Default: `VerificationCodeRateLimitExceeded`. */
  closed?: ErrorCode;
  /** A right try does not forget the wrong ones: what is counted belongs to several owners. */
  lasting?: boolean;
  /** Counts, and never closes for this try. */
  refusesNobody?: boolean;
};

/**
 * Tries something that can be guessed, one try at a time for each owner. A `DomainError` that the try returns is a
 * wrong one: it is counted, and thrown once the count is kept. An error that the try throws counts nothing and leaves
 * nothing behind.
 */
export async function tryUnderGuards<T>(
  platform: Parts,
  guards: readonly Guard[],
  attempt: (tx: Tx) => Promise<T | DomainError>,
): Promise<T> {
  const result = await platform.db.transaction().execute(async (tx) => {
    const locked = await lockAll(tx, platform, guards);
    const answer = await attempt(tx);
    const isWrong = answer instanceof DomainError;
    for (const one of locked) await (isWrong ? countWrong(tx, platform, one) : forget(tx, one));
    return answer;
  });
  if (result instanceof DomainError) throw result;
  return result;
}

/**
 * Refuses what is closed already, before work that takes long; the try itself judges again.
 * @throws {DomainError} as `tryUnderGuards`
 */
export async function refuseClosed(platform: Parts, guards: readonly Guard[]): Promise<void> {
  for (const guard of guards) {
    const closed = await readClosed(platform, guard);
    if (closed) throw closed;
  }
}

/** The refusal of a closed door; null where it is open. */
export async function readClosed(platform: Parts, guard: Guard): Promise<DomainError | null> {
  const row = await findGuard(platform.db, guardKey(platform, guard));
  return row ? refusalOfClosed(platform, guard, row) : null;
}

type Locked = { guard: Guard; key: GuardKey; row: GuardRow };

/** Always in the same order, so that two callers never wait for each other; the statements are sent together. */
const lockInOrder = <T extends { key: GuardKey }>(tx: Tx, keyed: readonly T[]): Promise<Array<T & { row: GuardRow }>> =>
  Promise.all(
    keyed
      .toSorted((a, b) => a.key.ownerTag.compare(b.key.ownerTag))
      .map(async (one) => ({ ...one, row: await lockGuard(tx, one.key) })),
  );

/** Locks all before any is judged: a refusal costs the same statements, whichever guard is closed. */
async function lockAll(tx: Tx, platform: Parts, guards: readonly Guard[]): Promise<Locked[]> {
  const locked = await lockInOrder(
    tx,
    guards.map((guard) => ({ guard, key: guardKey(platform, guard) })),
  );
  for (const { guard, row } of locked) {
    const closed = refusalOfClosed(platform, guard, row);
    if (closed) throw closed;
  }
  return locked;
}

function refusalOfClosed({ clock }: Parts, { limits, closed, refusesNobody }: Guard, row: GuardRow) {
  const now = clock.now();
  const until = closedUntil(row, limits, now);
  if (!until || refusesNobody) return null;
  const isForDay = closedUntil({ ...row, refused: [] }, limits, now) !== null;
  return new DomainError(closed ?? 'VerificationCodeRateLimitExceeded', {
    ...(isForDay && limits.perDay !== undefined && { params: { tries: limits.perDay } }),
    retryAfterSeconds: secondsUntil(until, now),
  });
}

async function countWrong(tx: Tx, { clock }: Parts, { key, row }: Locked): Promise<void> {
  await updateTries(tx, key, afterWrongTry(row, clock.now()));
}

async function forget(tx: Tx, { guard, key, row }: Locked): Promise<void> {
  if (!guard.lasting && row.refused.length > 0) await updateTries(tx, key, afterRightTry(row));
}

export type RequestLimit = { purpose: string; owner: string; perHour: number };

type Counted = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Counts a request for a code under all its limits. When one of them is met, nothing is counted, and the result gives
 * the seconds until the next request.
 */
export async function countRequests(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'secrets'>,
  asked: readonly RequestLimit[],
): Promise<Counted> {
  const now = platform.clock.now();
  const locked = await lockInOrder(
    tx,
    asked.map((limit) => ({ ...limit, key: guardKey(platform, limit) })),
  );
  const counts: Array<{ key: GuardKey; requested: Date[] }> = [];
  for (const { key, perHour, row } of locked) {
    const judged = judgeRequest(row.requested, perHour, now);
    if ('nextAt' in judged) return { allowed: false, retryAfterSeconds: secondsUntil(judged.nextAt, now) };
    counts.push({ key, ...judged });
  }
  for (const { key, requested } of counts) await updateRequests(tx, key, requested);
  return { allowed: true };
}

const guardKey = (
  { secrets }: Pick<Platform, 'secrets'>,
  { purpose, owner }: { purpose: string; owner: string },
): GuardKey => ({ purpose, ownerTag: ownerTag(secrets, purpose, owner) });

/** Whom a code or a guard belongs to, unreadable. */
export const ownerTag = (secrets: Pick<Platform['secrets'], 'tag'>, purpose: string, owner: string): Buffer =>
  secrets.tag('guard', purpose, owner);
