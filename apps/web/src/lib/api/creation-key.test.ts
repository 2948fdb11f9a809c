import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { creationHeaders, makeDraftId } from './creation-key.ts';

beforeEach(() => vi.stubGlobal('isSecureContext', true));
afterEach(() => vi.unstubAllGlobals());

const keyOf = async (draftId: string, body: object) => (await creationHeaders(draftId, body))['Idempotency-Key'];

it('is the same for the same draft that sends the same, and another for any other', async () => {
  const [draft, other] = [makeDraftId(), makeDraftId()];
  const body = { title: 'Dossier', securityCode: 'tilleul-2026' };
  const key = await keyOf(draft, body);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf(draft, { ...body })).toBe(key);
  expect(await keyOf(draft, { ...body, securityCode: 'tilleul-2027' })).not.toBe(key);
  expect(await keyOf(other, body)).not.toBe(key);
});

it('is left out where the browser computes no digest', async () => {
  vi.stubGlobal('isSecureContext', false);
  expect(await creationHeaders(makeDraftId(), {})).toEqual({});
});
