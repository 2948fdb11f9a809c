import { sha256Of } from '../browser/sha256.ts';

/** Distinguishes one draft from all others; it may be kept beside what it holds. */
export const makeDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/**
 * The key under which a creation is sent. It follows from the draft and from all that is sent: after a lost answer
 * the same press makes nothing twice, and a changed draft is another request. Its secrets are kept nowhere.
 */
export async function creationHeaders(draftId: string, body: object): Promise<Record<string, string>> {
  if (!isSecureContext) return {};
  return { 'Idempotency-Key': await sha256Of(new TextEncoder().encode(draftId + JSON.stringify(body))) };
}
