import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginForm, holdRequest, type HeldRequest } from '../../../testing/uploads/held-requests.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { makeLink } from '../../../testing/people/request-links.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { tusOf } from '../../../testing/uploads/tus.ts';

const limitBytes = 6_000_000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ storageLimitBytes: limitBytes });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

const held: HeldRequest[] = [];
afterEach(() => {
  for (const { socket } of held.splice(0)) socket.destroy();
});

const roomOf = ({ safeId }: TestOwner) =>
  t.platform.db
    .selectFrom('safes')
    .select(['storage_used as used', 'storage_reserved as reserved'])
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();

const documentsPath = '/backend/api/v1/documents';
const filesPath = '/backend/api/v1/public/document-requests/files';

/** A form that announces more than the safe holds, and sends less. */
function holdForm({ token }: { token: string }, bytes: number, path = documentsPath): void {
  const { head, beginning } = beginForm(path, { token, fileName: 'acte.pdf', bytes: 90_000_000 });
  const request = holdRequest({ port: portOf(t.app.server), head });
  request.send(beginning);
  request.send(makePdf('held', bytes));
  held.push(request);
}

describe('the room of a safe', () => {
  it('is not taken by what was only announced', async () => {
    const owner = await makeOwner(t);
    for (let count = 0; count < 3; count++) holdForm(owner, 20_000);
    await expect.poll(async () => (await roomOf(owner)).reserved).toBe(3_000_000);
    expect((await upload(t, owner, { content: makePdf('mine', 2_900_000) })).statusCode).toBe(201);
  });

  it('is not taken by what many connections announce by one link', async () => {
    const owner = await makeOwner(t);
    const token = await makeLink(t, owner);
    for (let count = 0; count < 20; count++) holdForm({ token }, 0, filesPath);
    // Four at once may come by a link: the others are refused.
    await expect.poll(async () => (await roomOf(owner)).reserved).toBe(4_000_000);
    expect((await upload(t, owner, { content: makePdf('mine', 1_900_000) })).statusCode).toBe(201);
  });

  it('is taken as a file arrives, a megabyte ahead, and given back when the file does not come', async () => {
    const owner = await makeOwner(t);
    holdForm(owner, 2_500_000);
    await expect.poll(async () => (await roomOf(owner)).reserved).toBeGreaterThanOrEqual(2_500_000);
    expect((await roomOf(owner)).reserved).toBeLessThanOrEqual(3_500_000);
    held[0]?.socket.destroy();
    await expect.poll(async () => await roomOf(owner)).toEqual({ used: 0, reserved: 0 });
  });

  it('takes a file of several megabytes to the byte, and refuses one byte more', async () => {
    const owner = await makeOwner(t);
    const refused = await upload(t, owner, { content: makePdf('over', limitBytes + 1) });
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([507, 'UserSpaceStorageFull']);
    expect((await upload(t, owner, { content: makePdf('all', limitBytes) })).statusCode).toBe(201);
    expect(await roomOf(owner)).toEqual({ used: limitBytes, reserved: 0 });
  });

  it('is never overfilled by uploads that grow at the same instant', async () => {
    const owner = await makeOwner(t);
    const contents = Array.from({ length: 5 }, (_, index) => makePdf(`part ${index}`, 2_000_000));
    const answers = await Promise.all(contents.map((content) => upload(t, owner, { content })));
    const added = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 507)).toBe(true);
    expect(await roomOf(owner)).toEqual({ used: added * 2_000_000, reserved: 0 });
  });
});

describe('an upload in parts', () => {
  it('takes the room of a megabyte when it is announced, and of each part as it arrives', async () => {
    const owner = await makeOwner(t);
    const tus = tusOf(t, owner);
    const content = makePdf('parts', 5_000_000);
    const location = String((await tus.create({ bytes: content.length })).headers['location']);
    expect((await roomOf(owner)).reserved).toBe(1_000_000);
    await tus.patch(location, 0, content.subarray(0, 2_000_000));
    expect((await roomOf(owner)).reserved).toBe(3_000_000);
    expect((await tus.patch(location, 2_000_000, content.subarray(2_000_000))).statusCode).toBe(204);
    expect(await roomOf(owner)).toEqual({ used: 5_000_000, reserved: 0 });
  });

  it('keeps what has come when the room runs out, and goes on once there is room again', async () => {
    const owner = await makeOwner(t);
    const tus = tusOf(t, owner);
    const content = makePdf('parts', 5_000_000);
    const location = String((await tus.create({ bytes: content.length })).headers['location']);
    expect((await tus.patch(location, 0, content.subarray(0, 2_000_000))).statusCode).toBe(204);
    expect((await upload(t, owner, { content: makePdf('between', 2_900_000) })).statusCode).toBe(201);
    const refused = await tus.patch(location, 2_000_000, content.subarray(2_000_000));
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([507, 'UserSpaceStorageFull']);
    const offset = Number((await tus.head(location)).headers['upload-offset']);
    expect(offset).toBe(3_100_000);
    expect((await tus.patch(location, offset, content.subarray(offset))).statusCode).toBe(507);
    expect((await tus.head(location)).headers['upload-offset']).toBe(String(offset));
    await t.platform.db
      .updateTable('safes')
      .set({ storage_limit: 2 * limitBytes })
      .where('safe_id', '=', owner.safeId)
      .execute();
    const done = await tus.patch(location, offset, content.subarray(offset));
    expect(done.statusCode).toBe(204);
    const url = `/backend/api/v1/documents/${String(done.headers['document-id'])}/content`;
    expect((await t.app.inject({ url, headers: owner.headers })).rawPayload.equals(content)).toBe(true);
    expect(await roomOf(owner)).toEqual({ used: 7_900_000, reserved: 0 });
  });
});
