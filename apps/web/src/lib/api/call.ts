import { addressOf, type Answer, type Endpoint, type Sent, type TokenKind } from '@perenne/contract/endpoint';
import { openLink } from '@perenne/contract/links';
import { isApiError, NetworkError, readApiError } from './api-error.ts';
import { forgetOutsideSafe } from '../browser/tab-memory.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { clearTokens, keyOfToken, readToken, storeToken, type TokenKey } from './tokens.ts';

export interface CallOptions {
  /** In place of the stored token of the endpoint's kind. */
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The call bears another token beside the session's: `AuthTokenNotValid` does not say which of them has ended. */
  hasSecondToken?: boolean;
}

export type CallInput<E extends Endpoint> = Sent<E> & CallOptions;
type CallArguments<E extends Endpoint> = object extends Sent<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

const storedKeys: Partial<Record<TokenKind, TokenKey>> = {
  auth: 'authToken',
  invalid: 'invalidUserToken',
  notActivated: 'notActivatedFcUserToken',
  merge: 'mergeToken',
  code: 'sharingCodeToken',
  sharing: 'sharingAuthToken',
};

/** Fires `ended` when the server no longer knows the session; the tokens are gone by then. */
export const sessionEvents = new EventTarget();

interface AnyInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The token that a call of this kind carries. */
export function tokenFor(kind: TokenKind): string | null {
  const key = storedKeys[kind];
  return key ? readToken(key) : null;
}

/** Sends a call and gives its answer, whatever its body; throws ApiError or NetworkError. */
export async function request(endpoint: Endpoint, input: AnyInput = {}): Promise<Response> {
  const token = input.token ?? tokenFor(endpoint.token);
  const headers = new Headers(input.headers);
  // The server writes (messages, first categories) in the language of the page.
  headers.set('Accept-Language', document.documentElement.lang);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  const address = addressOf(endpoint, input.params, input.query);
  const isAskedEarly = endpoint.method === 'GET' || endpoint.id === openLink.id;
  const early = isAskedEarly ? takeEarlyAnswer(address, token) : undefined;
  const asked =
    early ??
    fetch(address, {
      method: endpoint.method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
  const response = await asked.catch((cause: unknown) => {
    if (input.signal?.aborted) throw cause;
    throw new NetworkError('No answer', { cause });
  });
  storeNewToken(response.headers.get('Set-Authorization'));
  if (response.ok) return response;
  const error = await readApiError(response, endpoint.id);
  if (!input.hasSecondToken) endSessionIfRefused(endpoint.token, token, error);
  throw error;
}

/** The one way to call the server: address, token, errors and answer come from the contract. */
export function call<const E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<Answer<E>> {
  return answer(endpoint, input);
}

/** `call` for what is generic itself, where the input cannot be known to be optional. */
export async function answer<const E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<E>> {
  // A generic input is wider for the compiler than any one endpoint's: params are texts in all of them.
  const response = await request(endpoint, input as unknown as AnyInput | undefined);
  return (endpoint.response ? await response.json() : undefined) as Answer<E>;
}

/** Stores a token of `Set-Authorization`, if there is one, where its type belongs. */
export function storeNewToken(token: string | null): void {
  const key = token ? keyOfToken(token) : undefined;
  if (token && key) storeToken(key, token);
}

/** A refused sign-in ends it everywhere, unless another tab has stored a newer token since. */
export function endSessionIfRefused(kind: TokenKind, token: string | null, error: unknown): void {
  if (kind !== 'auth' || !isApiError(error, 'AuthTokenNotValid') || token !== readToken('authToken')) return;
  forgetOutsideSafe();
  clearTokens();
  sessionEvents.dispatchEvent(new Event('ended'));
}
