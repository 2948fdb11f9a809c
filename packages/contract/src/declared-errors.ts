import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/** Errors that any call may answer besides those that it declares. */
const always: readonly ErrorCode[] = ['InternalServerError', 'ServiceUnavailable', 'TooManyRequests'];

/** Every error that a call may answer: its own, those of its request's shape and of its token, and those of all calls. */
export function declaredErrors(e: Endpoint): ErrorCode[] {
  // A call that takes no body refuses one.
  const isShaped = e.query || e.headers || e.method !== 'GET';
  const shape: readonly ErrorCode[] = isShaped ? ['InvalidRequest'] : [];
  const size: readonly ErrorCode[] = e.body || e.form || e.consumes ? ['PayloadTooLarge', 'RequestTimeout'] : [];
  const token: readonly ErrorCode[] = e.token === 'none' ? [] : ['AuthTokenNotValid'];
  return [...new Set([...e.errors, ...shape, ...size, ...token, ...always])];
}
