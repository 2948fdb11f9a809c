import type { Answered } from '@perenne/contract/endpoint';
import type { finishFederation } from '@perenne/contract/federation';
import { DomainError } from '../../../platform/domain-error.ts';
import type { FederatedPerson, Federation } from '../../../platform/federation/federation.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { emailTag } from '../account/account-record.ts';
import { findByEmail } from '../account/accounts.store.ts';
import { isOver } from '../closing/closing.rules.ts';
import { findOwner } from '../account/owner.ts';
import type { ForbiddenAddress } from '../sign-in/sign-in.ts';
import { admitLinked } from './admit-linked.ts';
import { keepAttempt, takeAttempt, type Attempt } from './attempts.ts';
import { isOwnerOf } from './federation.rules.ts';
import { findLinkedAccount } from './federation.store.ts';
import { identityTagOf } from './links.ts';
import { issueNotActivatedToken } from './newcomers.ts';
import { rememberReturn, type CompletedFederation } from './returns.ts';
import { viaFederation } from './via-federation.ts';

/** Rules that belong to other domains than this one. */
export type FederationRules = {
  isForbidden: ForbiddenAddress;
  /** Whom an employer announced with the same names, birth date and e-mail, and who has no safe yet. */
  findAnnounced(person: FederatedPerson): Promise<{ employerId: string; employeeId: string } | null>;
};

/** The page's values: the answer of the federation, and the cookie of the browser that asked. */
export type Returned = {
  query: {
    code?: string | undefined;
    state?: string | undefined;
    iss?: string | undefined;
    purpose: 'sign-in' | 'proof';
  };
  browser: string | null;
};

type Finished = {
  answer: Answered<typeof finishFederation>;
  /** For the browser's cookie: this sign-in is remembered by it. */
  secret: string;
};

/**
 * Finishes a sign-in that this browser began: who is linked gets in, who is announced may activate, and
 * everybody else is asked for the usual credentials. For a proof, who came back is remembered, and nobody gets in.
 * @throws {DomainError} FranceConnectError, ServiceUnavailable
 */
export async function finishFederatedSignIn(
  platform: Platform,
  guest: Guest,
  { query, browser, rules }: Returned & { rules: FederationRules },
): Promise<Finished> {
  const attempt = await takeAttempt(platform, { state: query.state, browser });
  const { code, iss } = query;
  // `access_denied` when the person gives up there, or what else went wrong.
  if (code === undefined) throw new DomainError('FranceConnectError');
  const completed = await finishOrKeep(platform, attempt, (federation) =>
    federation.finish(attempt.secrets, { code, issuer: iss ?? null }),
  );
  // A session opened here would end the one of the browser, whose owner proves another safe.
  const isProof = query.purpose === 'proof';
  const [answer, secret] = await Promise.all([
    isProof ? { user: { sub: completed.person.sub } } : recognise(platform, guest, { completed, rules }),
    rememberReturn(platform, completed),
  ]);
  return { answer, secret };
}

/** A federation that did not answer may have taken nothing: the code that it gave may serve again. */
async function finishOrKeep<T>(platform: Platform, attempt: Attempt, work: (federation: Federation) => Promise<T>) {
  try {
    return await viaFederation(platform, work);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ServiceUnavailable') await keepAttempt(platform, attempt);
    throw error;
  }
}

type Recognised = { completed: CompletedFederation; rules: FederationRules };

async function recognise(
  platform: Platform,
  guest: Guest,
  { completed, rules }: Recognised,
): Promise<Finished['answer']> {
  const { person } = completed;
  const { sub, email } = person;
  const account = await findLinkedAccount(platform.db, identityTagOf(platform, person));
  if (account && !isOver(account, platform.clock.now())) {
    const admitted = await admitLinked(platform, guest, { account, completed, isForbidden: rules.isForbidden });
    return { user: { sub, ...admitted } };
  }
  if (await hasLinkableAccount(platform, person)) return { user: { sub } };
  const announced = await rules.findAnnounced(person);
  if (!announced || email === null) return { user: { sub } };
  const token = await issueNotActivatedToken(platform, { ...announced, person }, guest);
  return { notActivatedUser: { notActivatedUserToken: token, sub, email } };
}

/** An owner of a safe links it, before an employer's documents make another. */
async function hasLinkableAccount(platform: Platform, person: FederatedPerson): Promise<boolean> {
  if (person.email === null) return false;
  const account = await findByEmail(platform.db, emailTag(platform.secrets, person.email));
  const owner = account ? await findOwner(platform.db, platform, account.safeId) : null;
  return owner !== null && isOwnerOf(owner, person);
}
