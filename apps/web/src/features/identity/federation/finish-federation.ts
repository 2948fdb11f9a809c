import type { Answer } from '@perenne/contract/endpoint';
import { finishFederation } from '@perenne/contract/federation';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call, storeNewToken } from '../../../lib/api/call.ts';
import { isAtOrigin } from '../../../lib/browser/outside-address.ts';
import { askRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { keyOfToken, storeToken } from '../../../lib/api/tokens.ts';
import { keepSecondFactor } from '../pending-second-factor.ts';
import { markFederated } from '../sign-in.ts';

/** FranceConnect's parameters in the address. */
export interface GivenBack {
  code?: string;
  state?: string;
  error?: string;
  error_description?: string;
  iss?: string;
}

/**
 * The person who came back, or what happened instead. `leaving`: the browser is on its way to another version of the application. `proved`: the server
 * remembers who it was.
 */
export type FederationAnswer =
  | { kind: 'signedIn' | 'proved' | 'changeEmail' | 'secondFactor' | 'leaving' | 'otherVersion' | 'failed' }
  | { kind: 'linkable'; sub: string }
  | { kind: 'notActivated'; sub: string; email: string };

interface FinishOptions {
  /** FranceConnect proves another safe, which is to be merged: the browser stays signed in to its own. */
  isProof: boolean;
}

/** Rejects only where no answer came, so that another try may serve. */
export async function finish(givenBack: GivenBack, { isProof }: FinishOptions): Promise<FederationAnswer> {
  try {
    const purpose = isProof ? 'proof' : 'sign-in';
    const answer = await call(finishFederation, { query: { ...givenBack, purpose } });
    return isProof ? { kind: 'proved' } : await readAnswer(answer);
  } catch (failure) {
    if (isApiError(failure) && failure.status < 500) return { kind: 'failed' };
    throw failure;
  }
}

async function readAnswer({ user, notActivatedUser }: Answer<typeof finishFederation>): Promise<FederationAnswer> {
  if (notActivatedUser) {
    const { notActivatedUserToken, sub, email } = notActivatedUser;
    storeToken('notActivatedFcUserToken', notActivatedUserToken);
    return { kind: 'notActivated', sub, email };
  }
  if (!user) return { kind: 'failed' };
  if (user.userToken) return enter(user.userToken);
  if (user.secondFactor) {
    keepSecondFactor(user.secondFactor, true);
    return { kind: 'secondFactor' };
  }
  return user.edpUserV2 ? leaveFor(user.edpUserV2.loginUrl, user.sub) : { kind: 'linkable', sub: user.sub };
}

/** Lets an owner in who may come in, or who must first change the address of the login. */
function enter(token: string): FederationAnswer {
  storeNewToken(token);
  const key = keyOfToken(token);
  if (key === 'invalidUserToken') return { kind: 'changeEmail' };
  if (key !== 'authToken') return { kind: 'failed' };
  markFederated();
  return { kind: 'signedIn' };
}

/** The other version takes over a federated sign-in at a path of its own. */
async function leaveFor(loginUrl: string, sub: string): Promise<FederationAnswer> {
  const other = (await askRuntimeConf())?.otherVersionUrl;
  if (!other || !isAtOrigin(loginUrl, other)) return { kind: 'otherVersion' };
  location.assign(`${other.replace(/\/$/, '')}/fc-callback?sub=${encodeURIComponent(sub)}`);
  return { kind: 'leaving' };
}
