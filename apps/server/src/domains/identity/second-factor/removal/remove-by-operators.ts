import { randomInt, timingSafeEqual } from 'node:crypto';
import { appendJournal } from '../../../../platform/journal/journal.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import { emailTag } from '../../account/account-record.ts';
import { findByEmail } from '../../account/accounts.store.ts';
import { dayMs } from '../../attempts/guards.rules.ts';
import { listFactors } from '../factors.store.ts';
import * as store from './removals.store.ts';

type Parts = Pick<Platform, 'db' | 'secrets' | 'clock' | 'vault'>;
type Asked = { email: string; operator: string };

/** Why nothing was done, in the words of the command. */
export class RemovalRefused extends Error {
  override readonly name = 'RemovalRefused';
}

const codeDigits = 8;
const wrongCodesAtMost = 5;

/**
 * A first operator asks to remove the second factor of an owner. Returns the code by which another one confirms it
 * within a day; it is kept nowhere.
 * @throws {RemovalRefused}
 */
export const askRemovalAsOperator = (platform: Parts, { email, operator }: Asked): Promise<string> =>
  platform.db.transaction().execute(async (tx) => {
    const { secrets, clock } = platform;
    const account = await findByEmail(tx, emailTag(secrets, email));
    if (!account) throw new RemovalRefused('No account has this address.');
    const { safeId } = account;
    if ((await listFactors(tx, safeId)).length === 0) throw new RemovalRefused('This account has no second factor.');
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    const askedByTag = operatorTag(secrets, operator);
    const asked = { safeId, askedByTag, codeTag: codeTagOf(secrets, safeId, code), now: clock.now() };
    if (!(await store.insertRemoval(tx, asked))) throw new RemovalRefused('The removal is confirmed already.');
    const actor = { kind: 'operator', name: operator } as const;
    await appendJournal(tx, platform, { safeId, action: 'second-factor.removal-asked', actor });
    return code;
  });

/**
 * Another operator confirms it with the code of the first: the owner gets a mail, and the second factor goes 72 hours later.
 * @throws {RemovalRefused}
 */
export async function confirmRemovalAsOperator(
  platform: Parts,
  { email, operator, code }: Asked & { code: string },
): Promise<void> {
  // A wrong code is counted, so that it must not undo its own transaction.
  const refused = await platform.db.transaction().execute(async (tx): Promise<string | null> => {
    const { secrets, clock } = platform;
    const account = await findByEmail(tx, emailTag(secrets, email));
    if (!account) return 'No account has this address.';
    const { safeId } = account;
    const asked = await store.lockAsked(tx, safeId, new Date(clock.now().getTime() - dayMs));
    if (!asked) return 'Nobody has asked for this removal in the last 24 hours, or it is confirmed already.';
    if (asked.askedByTag.equals(operatorTag(secrets, operator))) return 'Another operator than the first must confirm.';
    if (asked.wrongCodes >= wrongCodesAtMost) return 'Too many wrong codes: the first operator must ask again.';
    const actor = { kind: 'operator', name: operator } as const;
    const entry = { safeId, action: 'second-factor.removal-confirmed', actor } as const;
    if (!timingSafeEqual(asked.codeTag, codeTagOf(secrets, safeId, code))) {
      await store.countWrongCode(tx, safeId);
      await appendJournal(tx, platform, { ...entry, result: 'refused' });
      return 'The code is wrong.';
    }
    await store.setConfirmed(tx, safeId, clock.now());
    await appendJournal(tx, platform, entry);
    return null;
  });
  if (refused !== null) throw new RemovalRefused(refused);
}

/** A name as it is compared: nobody is two people by a capital or a space. */
const operatorTag = (secrets: Pick<Secrets, 'tag'>, operator: string): Buffer =>
  secrets.tag('operator', operator.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim());

const codeTagOf = (secrets: Pick<Secrets, 'codeTag'>, safeId: string, code: string): Buffer =>
  secrets.codeTag('factor-removal', safeId, code.replace(/\s/g, ''));
