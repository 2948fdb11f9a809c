import { randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import type { SendInTurn, SentCode } from '../../../platform/sent-codes.ts';
import { lockAccount } from '../account/accounts.store.ts';
import type { Asker } from './askers.ts';
import { deleteCode, findCode, replaceCode } from './codes.store.ts';
import { countRequests, ownerTag, tryUnderGuards, type Guard, type RequestLimit } from './guards.ts';
import type { GuardKey } from './guards.store.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'secrets'>;

/** The purpose, the owner and the asker of a code: for another one it is worth nothing. */
export type CodeKey = {
  purpose: string;
  owner: string;
  /** Named where the asker is not signed in; who is signed in is the owner. */
  asker?: Asker;
  /**
   * The safe whose account is locked before the code is touched: who changes its password or address locks the
   * account, then ends the code, and neither is to wait for the other.
   */
  ofSafe?: string;
};

export type NewCode = {
  code: string;
  expiresAt: Date;
  /** For the message that holds it, which another code makes useless. */
  name: SentCode;
};

const lifeMs = 10 * 60_000;

/** Wrong codes that are answered as such to who is signed in, in an hour and in a day. */
const ownerTries = { perHour: 5, perDay: 10 };
/** The same for one asker, and for all askers of one owner together. */
const askerTries = { perHour: 5 };
const allAskersTries = { perHour: Infinity, perDay: 50 };

const requestsPerHour = 3;
const allAskersRequestsPerHour = 20;

/**
 * Makes a code that proves `subject`, to be sent in the same transaction; the one before ends.
 * @throws {DomainError} CodeRequestRateLimitExceeded
 */
export async function requestCode(
  tx: Tx,
  platform: Omit<Parts, 'db'>,
  { subject, ...asked }: CodeKey & { subject: unknown },
): Promise<NewCode> {
  const counted = await countRequests(tx, platform, requestsOf(asked));
  if (!counted.allowed) throw new DomainError('CodeRequestRateLimitExceeded', counted);
  await lockAccountOf(tx, asked);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(platform.clock.now().getTime() + lifeMs);
  const key = keyOf(platform, asked);
  const codeTag = tagOf(platform, asked, code);
  const sealedSubject = sealJson(platform.secrets.values, placeOf(key), subject);
  await replaceCode(tx, key, { codeTag, sealedSubject, expiresAt });
  const name = { purpose: key.purpose, ownerTag: key.ownerTag.toString('hex'), codeTag: codeTag.toString('hex') };
  return { code, expiresAt, name };
}

/** So many askers are remembered by the newest code that was sent to each. */
const rememberedAskers = 1_000;

/**
 * Sends one message at a time to one recipient, and the messages with codes of one asker in turn, none after that of the
 * code which has replaced it: of several requests at the same instant, the message that arrives last holds the code that
 * is valid. A message whose turn has not come waits in the queue, where it takes no place from those of others.
 */
export function sendInTurn({ db }: Pick<Platform, 'db'>): SendInTurn {
  const underWay = new Set<string>();
  const lastSent = new Map<string, string>();
  const isReplaced = async ({ purpose, ownerTag, codeTag }: SentCode) => {
    const kept = await findCode(db, { purpose, ownerTag: Buffer.from(ownerTag, 'hex') });
    const valid = kept?.codeTag.toString('hex');
    return valid !== undefined && valid !== codeTag && lastSent.get(codeAsker({ purpose, ownerTag })) === valid;
  };
  const remember = (code: SentCode) => {
    const asker = codeAsker(code);
    lastSent.delete(asker);
    lastSent.set(asker, code.codeTag);
    const [oldest] = lastSent.keys();
    if (oldest !== undefined && lastSent.size > rememberedAskers) lastSent.delete(oldest);
  };
  return async ({ to, ofCode }, send) => {
    const parties = [to, ...(ofCode ? [codeAsker(ofCode)] : [])];
    if (parties.some((party) => underWay.has(party))) return 'waits';
    for (const party of parties) underWay.add(party);
    try {
      if (ofCode && (await isReplaced(ofCode))) return 'replaced';
      await send();
      if (ofCode) remember(ofCode);
      return 'sent';
    } finally {
      for (const party of parties) underWay.delete(party);
    }
  };
}

const codeAsker = ({ purpose, ownerTag }: Omit<SentCode, 'codeTag'>): string => `${purpose}/${ownerTag}`;

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
  return tryUnderGuards(platform, guardsOf(given), async (tx) => {
    await lockAccountOf(tx, given);
    const kept = await findRightCode(tx, platform, given);
    if (kept instanceof DomainError) return kept;
    const subject = given.subject.parse(openJson(platform.secrets.values, placeOf(key), kept.sealedSubject));
    // A password or an address that has changed ended it meanwhile, and was first.
    if (!(await deleteCode(tx, key))) throw new DomainError('NoVerificationCode');
    return effect(tx, subject);
  });
}

/**
 * Counts a wrong code as `verifyCode` does, and leaves a right one as it is: for what takes long, and is not to be done
 * for who guesses.
 * @throws {DomainError} as `verifyCode`
 */
export async function checkCode(platform: Parts, given: CodeKey & { code: string }): Promise<void> {
  await tryUnderGuards(platform, guardsOf(given), (tx) => findRightCode(tx, platform, given));
}

/** Whether a code was sent to this asker that is not given back yet. */
export const hasCode = async (platform: Parts, key: CodeKey): Promise<boolean> =>
  (await findCode(platform.db, keyOf(platform, key))) !== undefined;

/** The code that was sent proves nothing any more; the counts stay. */
export const endCode = (tx: Tx, platform: Pick<Parts, 'secrets'>, key: CodeKey): Promise<boolean> =>
  deleteCode(tx, keyOf(platform, key));

/** Returns a wrong code as the error to be counted. */
async function findRightCode(tx: Tx, platform: Parts, given: CodeKey & { code: string }) {
  const kept = await findCode(tx, keyOf(platform, given));
  if (!kept) throw new DomainError('NoVerificationCode');
  if (kept.expiresAt <= platform.clock.now()) throw new DomainError('ExpiredVerificationCode');
  const isRight = timingSafeEqual(kept.codeTag, tagOf(platform, given, given.code));
  return isRight ? kept : new DomainError('WrongVerificationCode');
}

/** The asker’s own count, and that of all askers of the owner. */
export function guardsOf({ purpose, owner, asker }: CodeKey): Guard[] {
  if (!asker) return [{ purpose, owner, limits: ownerTries }];
  const together = { purpose: `${purpose}/all`, owner, limits: allAskersTries, lasting: true };
  return [
    { purpose, owner: holderOf({ owner, asker }), limits: askerTries },
    { ...together, ...(asker.isKnown && { refusesNobody: true }) },
  ];
}

function requestsOf({ purpose, owner, asker }: CodeKey): RequestLimit[] {
  const own = { purpose, owner: holderOf({ owner, asker }), perHour: requestsPerHour };
  if (!asker) return [own];
  return [own, { purpose: `${purpose}/all`, owner, perHour: asker.isKnown ? Infinity : allAskersRequestsPerHour }];
}

async function lockAccountOf(tx: Tx, { ofSafe }: Pick<CodeKey, 'ofSafe'>): Promise<void> {
  if (ofSafe !== undefined) await lockAccount(tx, ofSafe);
}

/** The owner and the asker of a code: the names of askers hold no space. */
const holderOf = ({ owner, asker }: Pick<CodeKey, 'owner'> & { asker: Asker | undefined }): string =>
  asker ? `${asker.name} ${owner}` : owner;

const keyOf = ({ secrets }: Pick<Parts, 'secrets'>, { purpose, owner, asker }: CodeKey): GuardKey => ({
  purpose,
  ownerTag: ownerTag(secrets, purpose, holderOf({ owner, asker })),
});

const tagOf = ({ secrets }: Pick<Parts, 'secrets'>, { purpose, owner, asker }: CodeKey, code: string): Buffer =>
  secrets.codeTag('verification', purpose, holderOf({ owner, asker }), code);

const placeOf = ({ purpose, ownerTag }: GuardKey) => ({
  table: 'verification_codes',
  column: 'sealed_subject',
  row: `${purpose}/${ownerTag.toString('hex')}`,
});
