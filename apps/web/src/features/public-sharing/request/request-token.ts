import { forgetInTab, keepInTab, readFromTab } from '../../../lib/browser/tab-memory.ts';

/** The token of a link that asks for documents: it only sends, and ends with the tab. */
const key = 'requestToken';

/** As long as a request may be open. */
const lifeMs = 90 * 24 * 60 * 60_000;

export const keepRequestToken = (token: string): void => keepInTab(key, token, lifeMs);

export const forgetRequestToken = (): void => forgetInTab(key);

/** `boot.js` took it off the address and leaves it in clear, until it is read first. */
function takeHandedOver(): string | null {
  try {
    const token = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return token;
  } catch {
    // Storage is refused: the page took it off the address itself.
    return null;
  }
}

export function readRequestToken(): string | null {
  const handed = takeHandedOver();
  if (handed !== null) keepRequestToken(handed);
  const token = readFromTab(key);
  return typeof token === 'string' ? token : null;
}
