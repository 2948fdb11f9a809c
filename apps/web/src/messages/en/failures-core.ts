import type { coreFailures as french } from '../fr/failures-core.ts';
import type { Shape } from '../messages.ts';

/** By operation, the words for a fault of the service that the sign-in page show. */
export const coreFailures = {
  beginPasskeyLogin: 'Signing in by passkey could not begin. Try again.',
  finishPasskeyLogin: 'Signing in by passkey did not go through. Try again.',
  login: 'You could not be signed in. Try again.',
  initFederation: 'FranceConnect could not be opened. Try again.',
} as const satisfies Shape<typeof french>;
