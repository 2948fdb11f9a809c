import { randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';
import { deleteCode, findCode, replaceCode, type KeptCode } from './codes.store.ts';
import { countRequest, ownerTag, tryUnderGuards, type Guard } from './guards.ts';
import type { GuardKey } from './guards.store.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'secrets'>;

/** The purpose and the owner of a code: for another one it is worth nothing. */
export type CodeKey = { purpose: string; owner: string };

export type NewCode = { code: string; expiresAt: Date };

const lifeMs = 10 * 60_000;

/** Wrong codes that are answered as such, in an hour and in a day (product decisions, section 2). */
const limits = { perHour: 5, perDay: 10 };

/**
 * Makes a code that proves `subject`, to be sent in the same transaction; the one before ends.
 * @throws {DomainError} CodeRequestRateLimitExceeded
 */
export async function requestCode(
  tx: Tx,
  platform: Omit<Parts, 'db'>,
  { subject, ...asked }: CodeKey & { subject: unknown },
): Promise<NewCode> {
  const counted = await countRequest(tx, platform, asked);
  if (!counted.allowed) throw new DomainError('CodeRequestRateLimitExceeded', counted);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(platform.clock.now().getTime() + lifeMs);
  const key = keyOf(platform, asked);
  await replaceCode(tx, key, {
    codeTag: tagOf(platform, asked, code),
    sealedSubject: sealJson(platform.secrets.values, placeOf(key), subject),
    expiresAt,
  });
  return { code, expiresAt };
}

/**
 * Proves a code once, and does `effect` in the same transaction: what it throws leaves the code as it was.
 * @throws {DomainError} NoVerificationCode, ExpiredVerificationCode, WrongVerificationCode,
 * VerificationCodeRateLimitExceeded
 */
export async function verifyCode<S, T>(
  platform: Parts,
  given: CodeKey & { code: string; subject: z.ZodType<S> },
  effect: (tx: Tx, subject: S) => Promise<T>,
): Promise<T> {
  const key = keyOf(platform, given);
  const guard: Guard = { purpose: given.purpose, owner: given.owner, limits };
  return tryUnderGuards(platform, [guard], async (tx) => {
    const kept = await findLivingCode(tx, platform, key);
    if (!timingSafeEqual(kept.codeTag, tagOf(platform, given, given.code)))
      return new DomainError('WrongVerificationCode');
    const subject = given.subject.parse(openJson(platform.secrets.values, placeOf(key), kept.sealedSubject));
    // A password or an address that has changed ended it meanwhile, and was first.
    if (!(await deleteCode(tx, key))) throw new DomainError('NoVerificationCode');
    return effect(tx, subject);
  });
}

/** The code that was sent proves nothing any more; the counts stay. */
export const endCode = (tx: Tx, platform: Pick<Parts, 'secrets'>, key: CodeKey): Promise<boolean> =>
  deleteCode(tx, keyOf(platform, key));

async function findLivingCode(tx: Tx, { clock }: Parts, key: GuardKey): Promise<KeptCode> {
  const kept = await findCode(tx, key);
  if (!kept) throw new DomainError('NoVerificationCode');
  if (kept.expiresAt <= clock.now()) throw new DomainError('ExpiredVerificationCode');
  return kept;
}

const keyOf = ({ secrets }: Pick<Parts, 'secrets'>, { purpose, owner }: CodeKey): GuardKey => ({
  purpose,
  ownerTag: ownerTag(secrets, purpose, owner),
});

const tagOf = ({ secrets }: Omit<Parts, 'db'>, { purpose, owner }: CodeKey, code: string): Buffer =>
  secrets.codeTag('verification', purpose, owner, code);

const placeOf = ({ purpose, ownerTag }: GuardKey) => ({
  table: 'verification_codes',
  column: 'sealed_subject',
  row: `${purpose}/${ownerTag.toString('hex')}`,
});
