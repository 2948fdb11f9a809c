import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { verifyIntegrity } from './verify-integrity.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const hex = (algorithm: string, content: Buffer) => createHash(algorithm).update(content).digest('hex');
const ask = (id: string, who = owner) =>
  t.app.inject({ method: 'POST', url: `/backend/api/v1/documents/${id}/verify-integrity`, headers: who.headers });
const get = (path: string) => t.app.inject({ url: `/backend/api/v1/${path}`, headers: owner.headers });
const add = async (content: Buffer, title = 'contrat'): Promise<string> =>
  (await upload(t, owner, { content, fields: { title } })).json().id;

async function lastEntry() {
  const { items } = (await get('user/journal?kind=document&limit=1')).json();
  return items[0];
}

describe('a content whose integrity is checked', () => {
  it.each([1_000, 65_536, 131_072, 3_000_000])('is intact as it was deposited: %i bytes', async (size) => {
    const content = makePdf(`whole ${size}`, size);
    const id = await add(content);
    const answer = await ask(id);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        intact: true,
        sha256: hex('sha256', content),
        sha512: hex('sha512', content),
        verifiedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'document.verified', result: 'done', documentId: id });
  });

  it('is so in the trash too', async () => {
    const id = await add(makePdf('in the trash'));
    const body = { documents: [id], folders: [] };
    await t.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/documents/delete', headers: owner.headers, payload: body },
    });
    expect((await ask(id)).json()).toMatchObject({ intact: true });
  });

  it('is its owner’s alone', async () => {
    const id = await add(makePdf('mine'));
    const missing = { status: 404, errors: [{ code: 'DocumentNotFound' }] };
    expect((await ask(id, await makeOwner(t))).json()).toEqual(missing);
    for (const other of [owner.safeId, 'nothing', '00000000-0000-0000-0000-000000000000', '%00'])
      expect((await ask(other)).json()).toEqual(missing);
  });
});

describe('a content that is not what was deposited', () => {
  const content = makePdf('to be damaged', 150_000);
  let id: string;
  let objectId: string;
  let sealed: Buffer;
  beforeEach(async () => {
    id = await add(content, 'Titre confidentiel');
    const { db, objects } = t.platform;
    const row = await db.selectFrom('documents').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow();
    objectId = row.object_id;
    sealed = await buffer(await objects.get(objectId));
  });

  const replace = async (bytes: Buffer) => {
    await t.platform.objects.remove(objectId);
    await t.platform.objects.put(objectId, Readable.from([bytes]));
  };
  const flipped = (at: number) => {
    const bytes = Buffer.from(sealed);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };

  const damages: Array<[string, () => Promise<unknown>]> = [
    ['its first bit', () => replace(flipped(0))],
    ['a bit of its first frame', () => replace(flipped(1_000))],
    ['a bit of a frame’s head', () => replace(flipped(65_536 + 32 + 2))],
    ['a bit of its last frame', () => replace(flipped(sealed.length - 40))],
    ['the length of its last frame', () => replace(flipped(sealed.length - 16 - (150_000 % 65_536) - 1))],
    ['its last bit', () => replace(flipped(sealed.length - 1))],
    ['its end', () => replace(sealed.subarray(0, -1))],
    ['its last frame', () => replace(sealed.subarray(0, 2 * (65_536 + 32)))],
    ['all of it', () => replace(Buffer.alloc(0))],
    ['more after its end', () => replace(Buffer.concat([sealed, Buffer.of(0)]))],
    ['noise instead', () => replace(randomBytes(sealed.length))],
    ['zeros instead', () => replace(Buffer.alloc(sealed.length))],
    ['itself twice', () => replace(Buffer.concat([sealed, sealed]))],
    ['no object', () => t.platform.objects.remove(objectId)],
    ['the header', () => changeRow((row) => ({ header: turned(row.header, 40) }))],
    ['the end of the header', () => changeRow((row) => ({ header: row.header.subarray(0, -3) }))],
    ['the size', () => changeRow(() => ({ size_bytes: 149_999 }))],
  ];
  const turned = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const changeRow = async (change: (row: { header: Buffer }) => { header?: Buffer; size_bytes?: number }) => {
    const { db } = t.platform;
    const row = await db
      .selectFrom('documents')
      .select('header')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    await db.updateTable('documents').set(change(row)).where('document_id', '=', id).execute();
  };

  it.each(damages)('is told, journaled and an alarm: %s', async (_name, damage) => {
    await damage();
    t.logged.length = 0;
    const answer = await ask(id);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        intact: false,
        sha256: hex('sha256', content),
        sha512: hex('sha512', content),
        verifiedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await lastEntry()).toMatchObject({
      ...{ action: 'document.integrity-refused', result: 'refused', documentId: id },
      title: 'Titre confidentiel',
    });
    const alarm = t.logged.filter((line) => line.includes('a stored content is not whole'));
    expect(alarm).toHaveLength(1);
    expect(alarm[0]).toContain(id);
    expect(t.logged.join('')).not.toContain('confidentiel');
  });

  it('is another document’s', async () => {
    const other = await add(makePdf('of another', 150_000));
    const { object_id: otherObject } = await t.platform.db
      .selectFrom('documents')
      .select('object_id')
      .where('document_id', '=', other)
      .executeTakeFirstOrThrow();
    await replace(await buffer(await t.platform.objects.get(otherObject)));
    expect((await ask(id)).json()).toMatchObject({ intact: false });
    expect((await ask(other)).json()).toMatchObject({ intact: true });
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes that somebody holds: garbage is left out. */
function heldBytes(): number {
  collect();
  // The garbage of the first one is freed beside the program; the second waits for that.
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('many checks at once', () => {
  it('wait for one another, and the last are told to come back', async () => {
    const id = await add(makePdf('many', 500_000));
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(id)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(22);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    expect(answers.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('5');
    expect((await ask(id)).json()).toMatchObject({ intact: true });
  });

  it('keep no more than a few chunks of a large content in memory', async () => {
    // Files of other tests in this process hold some as well.
    const heldByOthers = heldBytes();
    const id = await add(makePdf('large', 60_000_000));
    const actor = { safeId: owner.safeId, address: '127.0.0.1' } as Parameters<typeof verifyIntegrity>[1];
    // The upload's own are gone.
    await expect.poll(() => heldBytes() - heldByOthers).toBeLessThan(40_000_000);
    const before = heldBytes();
    const held: number[] = [];
    const verified = verifyIntegrity(t.platform, actor, id);
    // A count takes a second beside large tests: the check goes on between two of them.
    while ((await Promise.race([verified, wait(50)])) === undefined) held.push(heldBytes());
    expect(await verified).toMatchObject({ intact: true });
    expect(held.length).toBeGreaterThan(2);
    expect(Math.max(...held) - before).toBeLessThan(10_000_000);
  });
});
