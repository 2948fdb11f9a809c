import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openProfile } from '../account/account-record.ts';
import { lockPassword } from '../account/accounts.store.ts';
import { noteRefusal } from '../account/credentials.ts';
import { enterOrAsk, issueEntryToken } from '../sign-in/enter.ts';
import { judgeSignIn } from '../account/identity.rules.ts';
import type { ForbiddenAddress } from '../sign-in/sign-in.ts';
import { findLinkedAccount, type LinkedAccount } from './federation.store.ts';
import { identityTagOf } from './links.ts';
import type { CompletedFederation } from './returns.ts';

type Linked = { account: LinkedAccount; completed: CompletedFederation };

type Admitted = { userToken: string } | { secondFactor: SecondFactorChallenge } | { edpUserV2: { loginUrl: string } };

/**
 * Lets in, as after the right password, the owner whom the federation has identified.
 * @throws {DomainError} FranceConnectError
 */
export async function admitLinked(
  platform: Platform,
  guest: Guest,
  { isForbidden, ...linked }: Linked & { isForbidden: ForbiddenAddress },
): Promise<Admitted> {
  const { safeId, otherVersion, sealedProfile } = linked.account;
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const { email } = openProfile(values, safeId, sealedProfile);
  const forbidden = await isForbidden({ email, safeId });
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
  // Unlinking holds the same row: a link of a moment ago may be gone.
  const [, linked] = await Promise.all([
    lockPassword(tx, safeId),
    findLinkedAccount(tx, identityTagOf(platform, completed.person)),
  ]);
  if (linked?.safeId !== safeId) return new DomainError('FranceConnectError');
  if (isElsewhere) {
    await noteRefusal(tx, platform, { safeId, address: guest.address });
    return 'elsewhere';
  }
  // Wrong passwords close the way by password alone.
  const verdict = judgeSignIn({ forbidden, verified: emailVerifiedAt !== null });
  const entry = { mustChangeEmail: verdict === 'mustChangeEmail', federated: completed };
  return enterOrAsk(tx, platform, { safeId, origin: guest, entry });
}

/** The address at which the other version takes over a person who comes back from the federation. */
function callbackOf(otherVersionUrl: string, { person }: CompletedFederation): string {
  const url = new URL('/fc-callback', otherVersionUrl);
  url.searchParams.set('sub', person.sub);
  return url.href;
}
