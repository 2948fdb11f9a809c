import type { Answer } from '@perenne/contract/endpoint';
import type { beginPasskeyLogin, finishPasskeyLogin, login } from '@perenne/contract/identity';
import type { z } from 'zod';
import { request } from '../../lib/api/call.ts';
import { isAtOrigin } from '../../lib/browser/outside-address.ts';
import { askRuntimeConf } from '../../lib/api/runtime-conf.tsx';
import { askPasskey, type PasskeyFault } from '../../lib/sign-in/second-factor/ask-passkey.ts';
import { keyOfToken, readToken, removeToken, storeToken } from '../../lib/api/tokens.ts';
import { keepSecondFactor } from './pending-second-factor.ts';

export type Credentials = z.output<typeof login.body>;

/** The contract's declarations without their schemas, which would weigh on the first page; the types keep them alike. */
const loginCall = {
  id: 'login',
  method: 'POST',
  path: '/backend/api/v1/login',
  token: 'none',
  summary: '',
  errors: [],
} as const;
type Declared<E extends Pick<typeof login, 'method' | 'token'> & { id: string; path: string }> = Record<
  'summary' | 'errors',
  unknown
> &
  Pick<E, 'id' | 'method' | 'path' | 'token'>;
loginCall satisfies Declared<typeof login>;

const beginPasskeyCall = {
  ...loginCall,
  id: 'beginPasskeyLogin',
  path: '/backend/api/v1/login/passkey/begin',
} as const;
beginPasskeyCall satisfies Declared<typeof beginPasskeyLogin>;

const finishPasskeyCall = {
  ...loginCall,
  id: 'finishPasskeyLogin',
  path: '/backend/api/v1/login/passkey/finish',
} as const;
finishPasskeyCall satisfies Declared<typeof finishPasskeyLogin>;

/** `leaving`: the browser is on its way to another version of the application. */
export type SignInOutcome = WayOn | { kind: 'leaving' } | { kind: 'noToken' } | { kind: 'otherVersion' };

/** A page may offer several ways to sign in: the way that was begun last shows its fault, the others show none. */
export interface WayIn {
  isFaultShown: boolean;
  onBegin: () => void;
}

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
  return outcomeOf(response, loginUrl, { isFederated, isLinkRefused: warnings !== undefined });
}

/** Signs in by a passkey alone; a fault is the browser's, which gave no answer of one. */
export async function signInByPasskey(): Promise<SignInOutcome | { kind: PasskeyFault }> {
  const begun = await request(beginPasskeyCall, {});
  const { options } = (await begun.json()) as Answer<typeof beginPasskeyLogin>;
  const asked = await askPasskey(options);
  if ('fault' in asked) return { kind: asked.fault };
  const response = await request(finishPasskeyCall, { body: { response: asked.response } });
  const { loginUrl } = (await response.json()) as Answer<typeof finishPasskeyLogin>;
  return outcomeOf(response, loginUrl, { isFederated: false, isLinkRefused: false });
}

async function outcomeOf(
  response: Response,
  loginUrl: string | undefined,
  federated: Federated,
): Promise<SignInOutcome> {
  const signedIn = outcomeOfToken(response, federated);
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
