import type { Origin } from '../../../platform/http/actors.ts';
import { clientAddressOf } from '../../../platform/http/connections/client-address.ts';

/**
 * Somebody who asks for codes without being signed in. Each asker has a code and counts of its own, so that a stranger
 * who knows an address uses up nothing of its owner’s.
 */
export type Asker = {
  name: string;
  /** The counts of all askers together refuse it nothing: it has signed in to the account before. */
  isKnown: boolean;
};

/** The asker of a code: the browser, whose cookie then comes with the answer, or else the client’s address. */
export function askerOf(origin: Origin, { isKnown = false } = {}): Asker {
  origin.keepBrowser?.();
  return { name: nameOf(origin, origin.browser), isKnown };
}

/** The asker who gives a code back. A browser that brings no cookie was given none, and is its address. */
export const answererOf = (origin: Origin, { isKnown = false } = {}): Asker => ({
  name: nameOf(origin, origin.isNewBrowser === true ? null : origin.browser),
  isKnown,
});

const nameOf = ({ address }: Origin, browser: string | null): string =>
  browser === null ? `address:${clientAddressOf(address)}` : `browser:${browser}`;
