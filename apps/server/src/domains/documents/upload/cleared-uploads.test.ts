import { afterAll, beforeAll, expect, it } from 'vitest';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { holdSafe } from '../arranging/arranging.store.ts';
import { sealAdded, storeAdded } from './add-document.ts';
import { receiveContent } from './receive-content.ts';
import { dropUpload, reserveRoom } from './upload-intents.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

it('an upload whose line to the database breaks while its document waits for the safe leaves none without its content', async () => {
  const { platform } = t;
  const { safeId } = await makeOwner(t);
  const intent = await reserveRoom(platform, safeId, 10_000);
  const file = { fileName: 'bail.pdf', chunks: once(makePdf('bail', 5_000)) };
  const content = await receiveContent(platform, { intent, party: safeId }, file);
  const sealed = await sealAdded(platform.db, platform, {
    ...{ safeId, content, type: 'AUDO', title: 'Bail', places: [{ kind: 'other' }] },
    ...{ addedBy: 'employee', actor: { kind: 'owner' } },
  });
  const busy = Promise.withResolvers<void>();
  const other = platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    await busy.promise;
  });
  // The server of the database goes on with what it was given, though nobody hears its answer.
  const unheard = Promise.allSettled([platform.db.transaction().execute((tx) => storeAdded(tx, platform, sealed))]);
  await expect.poll(() => countLockWaits(t)).toBe(1);
  const dropped = dropUpload(platform, intent, new Error('Connection terminated unexpectedly'));
  await expect.poll(() => countLockWaits(t)).toBe(2);
  busy.resolve();
  await Promise.all([other, unheard, dropped]);
  const documents = await platform.db
    .selectFrom('documents')
    .select('object_id')
    .where('safe_id', '=', safeId)
    .execute();
  const found = await Promise.all(documents.map(({ object_id: objectId }) => platform.objects.head(objectId)));
  expect(found).not.toContain(null);
  // Where the clearing came first, there is neither.
  expect(await platform.objects.head(intent.objectId)).toEqual(documents.length > 0 ? found[0] : null);
});
