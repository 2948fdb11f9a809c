import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { promptReader } from '../../testing/fakes/prompt-reader.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ reader: promptReader() });
  await test.startWorker();
});
afterAll(() => test.close());

// Alone in its file: contents are read one after the other, and those of other tests would come first.
describe('what was learnt of documents of a safe that is received', () => {
  it('is there at once as far as their small pictures go', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const id = await other.add('Avec une image');
    const picture = (of: Merger) => of.call('GET', `documents/${id}/thumbnail`);
    await expect.poll(async () => (await picture(other)).statusCode).toBe(200);
    const { rawPayload } = await picture(other);
    await owner.receive(other.owner);
    const received = await picture(owner);
    expect([received.statusCode, received.rawPayload.equals(rawPayload)]).toEqual([200, true]);
  });

  it('is searched again by words where the receiver agreed', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    for (const one of [owner, other]) expect((await one.agreeToReading()).statusCode).toBe(200);
    const content = Buffer.from('Le mot rarissime est ici.');
    const { id } = (await upload(test, other.owner, { fileName: 'note.txt', content })).json<{ id: string }>();
    const find = async () => (await owner.fetch<{ total: number }>('documents?q=rarissime')).total;
    await expect.poll(async () => (await other.fetch<{ total: number }>('documents?q=rarissime')).total).toBe(1);
    await owner.receive(other.owner);
    await expect.poll(find).toBe(1);
    expect(await owner.fetch(`documents/${id}`)).toMatchObject({ id });
  });
});
