import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealUnavailable } from '../../platform/seals/seals.ts';
import { makeOwner, upload } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const list = async () => (await t.app.inject('/backend/api/v1/evidence/certificates')).json().items;

describe('the certificates of the seals', () => {
  it('are public, the one that seals among them before it has sealed anything', async () => {
    const [current, ...others] = await list();
    expect(others).toEqual([]);
    const { certificate, from, to, kid } = current;
    const read = new X509Certificate(certificate);
    expect([from, to]).toEqual([read.validFromDate.toISOString(), read.validToDate.toISOString()]);
    expect(kid).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(current).toSorted()).toEqual(['certificate', 'from', 'kid', 'to']);
  });

  it('are listed after a change, newest first', async () => {
    const [before] = await list();
    t.clock.advance(9.5 * 365.25 * 86_400_000);
    const [after, earlier] = await list();
    expect(earlier).toEqual(before);
    expect(after.kid).not.toBe(before.kid);
    expect(after.from > before.from).toBe(true);
  });
});

describe('a seal that cannot be had', () => {
  it('is a service that is unavailable to who asks for an attestation, and leaves no entry of one', async () => {
    const session = await makeOwner(t);
    const { id: own } = (await upload(t, session)).json();
    const { seal } = t.platform.seals;
    t.platform.seals.seal = async () => {
      throw new SealUnavailable('the KMS does not sign');
    };
    const answer = await t.app.inject({
      url: `/backend/api/v1/documents/${own}/attestation`,
      headers: session.headers,
    });
    t.platform.seals.seal = seal;
    expect(answer.json()).toEqual({ status: 503, errors: [{ code: 'ServiceUnavailable' }] });
    expect(answer.headers['retry-after']).toBe('60');
    const entries = await t.platform.db
      .selectFrom('journal_entries')
      .select('action')
      .where('object_id', '=', own)
      .execute();
    expect(entries.map(({ action }) => action)).not.toContain('document.attested');
  });
});
