import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint } from './evidence.ts';

/** No worker reads contents here but who asks for a proof. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const add = async (owner: TestOwner): Promise<string> =>
  (await upload(t, owner, { content: makePdf(owner.email) })).json().id;
const ask = (owner: TestOwner, id: string) =>
  t.app.inject({ url: `/backend/api/v1/documents/${id}/proof`, headers: owner.headers });

describe('many proofs that one owner asks for at once', () => {
  it('are made two at a time, the last are sent away, and another owner has one meanwhile', async () => {
    const [owner, other] = [await makeOwner(t), await makeOwner(t)];
    const [id, others] = [await add(owner), await add(other)];
    await makeCheckpoint(t.platform);
    const gate = Promise.withResolvers<void>();
    const stored = t.platform.objects.get.bind(t.platform.objects);
    let begun = 0;
    const held = vi.spyOn(t.platform.objects, 'get').mockImplementation(async (objectId, range) => {
      begun += 1;
      // Those of the first owner: two at a time.
      if (begun <= 2) await gate.promise;
      return stored(objectId, range);
    });
    onTestFinished(() => {
      gate.resolve();
      held.mockRestore();
    });
    const asked = Array.from({ length: 23 }, () => ask(owner, id));
    await expect.poll(() => begun).toBe(2);
    const refused = await Promise.race(asked);
    expect([refused.statusCode, refused.json().errors]).toEqual([503, [{ code: 'ServiceUnavailable' }]]);
    expect(refused.headers['retry-after']).toBe('5');
    const theirs = ask(other, others);
    await expect.poll(() => begun).toBe(3);
    expect((await theirs).statusCode).toBe(200);
    gate.resolve();
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 503).length]).toEqual([22, 1]);
    expect((await ask(owner, id)).statusCode).toBe(200);
  });
});
