import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, Bearer, InvalidUser } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCredentials, lockPassword } from '../account/accounts.store.ts';
import { changeProvedEmail, sendEmailChangeCode } from '../email/email-change.ts';
import { findOwner } from '../account/owner.ts';
import { issueAuthToken, openSession } from '../sessions/sessions.ts';
import type { ForbiddenAddress } from './sign-in.ts';
import { isTokenSpent, spendToken } from '../account/spent-tokens.ts';

/** For who gave the right password of an account whose address must be changed first. */
export const issueInvalidToken = (
  { tokens, secrets }: Platform,
  { safeId, passwordHash }: { safeId: string; passwordHash: string },
  bearer: Bearer,
): Promise<string> => tokens.issue('invalid', { sub: safeId, sid: passwordTag(secrets, safeId, passwordHash) }, bearer);

/** The token replaces a password that was given: it dies when the password is replaced. */
const passwordTag = ({ tag }: Pick<Platform['secrets'], 'tag'>, safeId: string, passwordHash: string): string =>
  tag('invalid-user', safeId, passwordHash).toString('hex');

export const authenticateInvalidUser =
  ({ tokens, secrets, db }: Platform): Authenticate<InvalidUser> =>
  async (token, origin) => {
    const claims = await tokens.read('invalid', token, origin);
    if (!claims) return null;
    const { sub: safeId, sid, jti: tokenId } = claims;
    const account = await findCredentials(db, safeId);
    if (!account || !isPasswordOf(secrets, account, { safeId, passwordTag: sid })) return null;
    if (await isTokenSpent(db, tokenId)) return null;
    return { kind: 'invalidUser', safeId, tokenId, passwordTag: sid, ...origin };
  };

type Given = Pick<InvalidUser, 'safeId' | 'passwordTag'>;
type Credentials = { passwordHash: string; resetRequiredAt: Date | null };

/** Whether the password still opens what it has opened: after an undo, it opens nothing until a reset. */
const isPasswordOf = (secrets: Platform['secrets'], { passwordHash, resetRequiredAt }: Credentials, given: Given) =>
  resetRequiredAt === null && given.passwordTag === passwordTag(secrets, given.safeId, passwordHash);

/** @throws {DomainError} EmailIsForbidden, CodeRequestRateLimitExceeded */
export const requestEmailChange = (
  platform: Platform,
  { safeId }: InvalidUser,
  wanted: { email: string; isForbidden: ForbiddenAddress },
): Promise<void> => sendEmailChangeCode(platform, { safeId, ...wanted });

export const changeEmail = (
  platform: Platform,
  { safeId, address }: InvalidUser,
  proving: { code: string; isForbidden: ForbiddenAddress },
): Promise<void> => changeProvedEmail(platform, { safeId, address, ...proving });

/**
 * Signs in once the address is one that may sign in. Only this success uses the token up.
 * @throws {DomainError} EmailNotVerified, EmailIsForbidden
 */
export async function validateUser(
  platform: Platform,
  user: InvalidUser,
  isForbidden: ForbiddenAddress,
): Promise<string> {
  const { safeId, tokenId } = user;
  const [account, owner] = await Promise.all([
    findCredentials(platform.db, safeId),
    findOwner(platform.db, platform, safeId),
  ]);
  if (!account || !owner) throw new DomainError('AuthTokenNotValid');
  if (account.emailVerifiedAt === null) throw new DomainError('EmailNotVerified');
  if (await isForbidden({ email: owner.email, safeId })) throw new DomainError('EmailIsForbidden');
  const session = await platform.db.transaction().execute(async (tx) => {
    // The password may have been replaced, or a change undone, while the request was judged.
    const locked = await lockPassword(tx, safeId);
    if (!locked || !isPasswordOf(platform.secrets, locked, user)) throw new DomainError('AuthTokenNotValid');
    if (!(await spendToken(tx, platform, tokenId))) throw new DomainError('AuthTokenNotValid');
    return openSession(tx, platform, { safeId, origin: user });
  });
  return issueAuthToken(platform, session);
}
