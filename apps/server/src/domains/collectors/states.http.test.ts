import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, openPartner, type TestPartner } from '../../testing/collector-steps.ts';
import type { TestApp } from '../../testing/test-app.ts';

let partner: TestPartner;
let test: TestApp;
beforeAll(async () => {
  partner = await openPartner();
  test = await collectingApp(partner);
  await test.startWorker();
});
afterAll(async () => {
  await test.close();
  await partner.close();
});

const someone = () => Collecting.make(test, partner);

describe('a collector that works', () => {
  it('brings the 24 invoices of an account, once', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    const ended = await camille.ended(id);
    expect(ended).toMatchObject({
      ...{ status: 'ENABLED', alert: null, mfa: null, collectedDocuments: 24, newDocuments: 24 },
      agent: { id: 'lumen-energie', name: 'Lumen Énergie', status: 'RUNNING' },
    });
    const { total, items } = await camille.documents();
    expect(total).toBe(24);
    expect(items[0]).toMatchObject({
      ...{ addedBy: 'collector', unread: true, type: 'FACTA', mimeType: 'application/pdf' },
      origin: { name: 'Électricité', collectorId: id },
    });
    await camille.call('POST', `collectors/${id}/synchronise`);
    expect(await camille.ended(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, newDocuments: 0 });
    expect((await camille.documents()).total).toBe(24);
    expect(await camille.runs(id)).toMatchObject([
      { result: 'NO_NEW_DOCUMENT', newDocuments: 0, skipped: [] },
      { result: 'NEW_DOCUMENTS', newDocuments: 24, skipped: [] },
    ]);
  });
});
