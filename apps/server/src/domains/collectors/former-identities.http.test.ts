import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingAntivirus } from '../../testing/people/depositor.ts';
import { Collecting, offering, testCollectors } from '../../testing/collecting/collector-steps.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { accountKey, formerDocumentsKey } from './credentials.rules.ts';
import { accountTag, identityTag } from './sealed-collector.ts';

let test: TestApp;
let camille: Collecting;
beforeAll(async () => {
  test = await createTestApp({ antivirus: readingAntivirus, collecting: { folder: testCollectors } });
  await test.startWorker();
  camille = await Collecting.make(test, { accounts: [] });
});
afterAll(() => test.close());

const synchronise = async (id: string) => {
  test.clock.advance(61_000);
  await camille.call('POST', `collectors/${id}/synchronise`);
  return camille.ended(id);
};

it.each([
  ['by the fields that told the account', formerDocumentsKey],
  ['by all fields, as those of a folder were', accountKey],
])('what an older release brought, and knows %s, does not come again', async (how, keyOf) => {
  const { db, vault, collecting } = test.platform;
  const { safeId } = camille.owner;
  const told = { account: how, folder: 'Factures' };
  const body = offering([{ identity: 'a', title: 'Avis A', fileName: 'a.pdf', text: how }]);
  const made = await camille.call('POST', 'collectors', {
    ...body,
    credentials: { ...body.credentials, ...told },
  });
  const { id } = made.body;
  expect(await camille.ended(id)).toMatchObject({ newDocuments: 1 });
  const agent = collecting.agents.find((each) => each.id === body.agentId);
  if (!agent) throw new Error('there is no such agent');
  const keys = await vault.keysOf(safeId, 'collecting');
  const tag = identityTag(keys, accountTag(keys, agent.id, keyOf(agent, told)), 'a');
  const { numUpdatedRows } = await db
    .updateTable('collector_documents')
    .set({ identity_tag: tag })
    .where('collector_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
  expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 1 });
});
