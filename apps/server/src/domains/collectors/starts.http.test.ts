import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, openPartner, type TestPartner } from '../../testing/collecting/collector-steps.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startsAnHour } from './collectors.rules.ts';

let partner: TestPartner;
let test: TestApp;
// Without a worker: what is started stays so.
beforeAll(async () => {
  partner = await openPartner();
  test = await collectingApp(partner);
});
afterAll(async () => {
  await test.close();
  await partner.close();
});

const set = (id: string, columns: object) =>
  test.platform.db.updateTable('collectors').set(columns).where('collector_id', '=', id).execute();
const counted = async () => (await test.platform.db.selectFrom('collector_starts').select('started').execute())[0];

describe('a visit', () => {
  it('is started by its owner so often in an hour, in whatever way, and over all collectors of the safe', async () => {
    const camille = await Collecting.make(test, partner);
    const id = await camille.connect('invoices');
    expect(await counted()).toEqual({ started: 1 });
    await test.platform.db
      .updateTable('collector_starts')
      .set({ started: startsAnHour - 1 })
      .execute();
    await set(id, { status: 'ENABLED', run_id: null, next_at: test.clock.now() });
    expect((await camille.call('POST', `collectors/${id}/synchronise`)).status).toBe(200);
    await set(id, {
      status: 'BLOCKED',
      run_id: null,
      next_at: null,
      alert: 'CREDENTIALS_INVALID',
      alert_since: test.clock.now(),
    });
    const credentials = camille.credentialsOf('invoices');
    for (const refused of [
      await camille.call('POST', `collectors/${id}/activate`),
      await camille.call('PATCH', `collectors/${id}`, { credentials }),
      await camille.create('empty'),
    ]) {
      expect([refused.status, refused.body.errors[0].code]).toEqual([429, 'TooManyRequests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    }
    expect([await counted(), (await camille.call('GET', 'collectors')).body.total]).toEqual([
      { started: startsAnHour },
      1,
    ]);
    test.clock.advance(3_600_001);
    await camille.signInAgain();
    expect((await camille.call('POST', `collectors/${id}/activate`)).status).toBe(200);
    expect(await counted()).toEqual({ started: 1 });
  });
});
