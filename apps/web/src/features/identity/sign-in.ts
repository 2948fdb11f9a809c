import type { Answer } from '@perenne/contract/endpoint';
import type { login } from '@perenne/contract/identity';
import type { z } from 'zod';
import { request } from '../../lib/call.ts';
import { isAtOrigin } from '../../lib/outside-address.ts';
import { askRuntimeConf } from '../../lib/runtime-conf.tsx';
import { keyOfToken, readToken, removeToken, storeToken } from '../../lib/tokens.ts';
import { keepSecondFactor } from './pending-second-factor.ts';

export type Credentials = z.output<typeof login.body>;

/** The contract's declaration without its schemas, which would weigh on the first page; the types keep them alike. */
const loginCall = {
  id: 'login',
  method: 'POST',
  path: '/backend/api/v1/login',
  token: 'none',
  summary: '',
  errors: [],
} as const;
loginCall satisfies Record<'summary' | 'errors', unknown> & Pick<typeof login, 'id' | 'method' | 'path' | 'token'>;

/** `leaving`: the browser is on its way to another version of the application. */
export type SignInOutcome = WayOn | { kind: 'leaving' } | { kind: 'noToken' } | { kind: 'otherVersion' };

/** The next step of a sign-in that went through. */
export type WayOn = { kind: 'signedIn'; isLinkRefused: boolean } | { kind: 'changeEmail' } | { kind: 'secondFactor' };

/** A token decides where one goes; an answer with neither token, second factor nor address is a failure. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const isFederated = credentials.franceConnectSub !== undefined;
  const response = await request(loginCall, { body: credentials });
  const answer = (await response.json()) as Answer<typeof login>;
  const { loginUrl, secondFactor, warnings } = answer;
  if (secondFactor) {
    keepSecondFactor(secondFactor, isFederated);
    return { kind: 'secondFactor' };
  }
  const signedIn = outcomeOfToken(response, { isFederated, isLinkRefused: warnings !== undefined });
  if (signedIn || !loginUrl) return signedIn ?? { kind: 'noToken' };
  const conf = await askRuntimeConf();
  if (!isAtOrigin(loginUrl, conf?.otherVersionUrl)) return { kind: 'otherVersion' };
  location.assign(loginUrl);
  return { kind: 'leaving' };
}

interface Federated {
  /** FranceConnect said who this is, here or just before. */
  isFederated: boolean;
  isLinkRefused: boolean;
}

/** Returns what the token of an answer opens; it is stored already. */
export function outcomeOfToken(response: Response, { isFederated, isLinkRefused }: Federated): SignInOutcome | null {
  const key = keyOfToken(response.headers.get('Set-Authorization') ?? '');
  if (key === 'invalidUserToken') return { kind: 'changeEmail' };
  if (key !== 'authToken') return null;
  if (isFederated && !isLinkRefused) markFederated();
  else removeToken('franceConnectToken');
  return { kind: 'signedIn', isLinkRefused };
}

/** This session came through FranceConnect: its account shows the section, its sign-out goes there too. */
export function markFederated(): void {
  const token = readToken('authToken');
  if (token) storeToken('franceConnectToken', token);
}
