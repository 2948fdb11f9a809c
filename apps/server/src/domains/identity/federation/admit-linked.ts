import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { lockPassword } from '../accounts.store.ts';
import { noteRefusal } from '../credentials.ts';
import { enterOrAsk, issueEntryToken } from '../enter.ts';
import { judgeSignIn } from '../identity.rules.ts';
import { findOwner } from '../owner.ts';
import type { ForbiddenAddress } from '../sign-in.ts';
import type { LinkedAccount } from './federation.store.ts';
import type { CompletedFederation } from './returns.ts';

type Linked = { account: LinkedAccount; completed: CompletedFederation };

type Admitted = { userToken: string } | { secondFactor: SecondFactorChallenge } | { edpUserV2: { loginUrl: string } };

/**
 * Lets in, as after the right password, the owner whom the federation has told.
 * @throws {DomainError} AccountLocked
 */
export async function admitLinked(
  platform: Platform,
  guest: Guest,
  { isForbidden, ...linked }: Linked & { isForbidden: ForbiddenAddress },
): Promise<Admitted> {
  const { safeId, otherVersion } = linked.account;
  const owner = await findOwner(platform.db, platform, safeId);
  if (!owner) throw new DomainError('FranceConnectError');
  const forbidden = await isForbidden({ email: owner.email, safeId });
  const elsewhere = otherVersion ? platform.settings.otherVersionUrl : null;
  const entered = await platform.db
    .transaction()
    .execute((tx) => judge(tx, platform, { ...linked, guest, forbidden, isElsewhere: elsewhere !== null }));
  if (entered instanceof DomainError) throw entered;
  if (entered === 'elsewhere') return { edpUserV2: { loginUrl: callbackOf(elsewhere ?? '', linked.completed) } };
  if ('secondFactor' in entered) return entered;
  return { userToken: await issueEntryToken(platform, guest, entered) };
}

type Attempt = Linked & { guest: Guest; forbidden: boolean; isElsewhere: boolean };

/** Returns a refusal, so that its entry is kept. */
async function judge(tx: Tx, platform: Platform, { account, completed, guest, forbidden, isElsewhere }: Attempt) {
  const { safeId, emailVerifiedAt } = account;
  const row = await lockPassword(tx, safeId);
  const wrongPasswords = row?.wrongPasswords ?? 0;
  const verdict = judgeSignIn({ wrongPasswords, forbidden, verified: emailVerifiedAt !== null });
  if (verdict !== 'locked' && !isElsewhere) {
    const entry = { mustChangeEmail: verdict === 'mustChangeEmail', federated: completed };
    return enterOrAsk(tx, platform, { safeId, origin: guest, entry });
  }
  await noteRefusal(tx, platform, { safeId, address: guest.address });
  return verdict === 'locked' ? new DomainError('AccountLocked') : 'elsewhere';
}

/** Where the other version takes over who comes back from the federation. */
function callbackOf(otherVersionUrl: string, { person }: CompletedFederation): string {
  const url = new URL('/fc-callback', otherVersionUrl);
  url.searchParams.set('sub', person.sub);
  return url.href;
}
