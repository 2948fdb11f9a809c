import type { login } from '@perenne/contract/identity';
import type { z } from 'zod';
import { request } from '../../lib/call.ts';
import { keyOfToken } from '../../lib/tokens.ts';

export type Credentials = Pick<z.output<typeof login.body>, 'email' | 'password'>;

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
type SignInOutcome = 'signedIn' | 'mustChange' | 'leaving' | 'noToken';

const isWebAddress = (address: string) => /^(https?:\/\/|\/(?!\/))/.test(address);

/** A token decides where one goes; an answer with neither token nor address is a failure. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const response = await request(loginCall, { body: credentials });
  const token = response.headers.get('Set-Authorization');
  const key = token ? keyOfToken(token) : undefined;
  if (key === 'authToken') return 'signedIn';
  if (key === 'invalidUserToken') return 'mustChange';
  const { loginUrl } = (await response.json()) as z.output<typeof login.response>;
  if (!loginUrl || !isWebAddress(loginUrl)) return 'noToken';
  location.assign(loginUrl);
  return 'leaving';
}
