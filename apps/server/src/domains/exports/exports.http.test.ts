import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { afterStatement } from '../../testing/fakes/after-statement.ts';
import { statusAndCode } from '../../testing/people/activation-steps.ts';
import { Exporter } from '../../testing/people/exporter.ts';
import { makeOwner, makePdf } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { tidyExports } from './end-export.ts';

const hour = 3_600_000;
const day = 24 * hour;

let test: TestApp;
// The clock goes far: each test has a world of its own.
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const objects = () => Array.fromAsync(test.platform.objects.list());

describe('asking for an export', () => {
  it('begins one, which the worker finishes, and the owner is told by mail', async () => {
    const exporter = await Exporter.make(test, ['Bail', 'Contrat']);
    const begun = await exporter.begin();
    expect(begun).toMatchObject({ status: 'IN_PROGRESS', documentCount: 2, progress: { done: 0, total: 2 } });
    expect(begun).toMatchObject({ sha256: null, sizeBytes: null, availableUntil: null, timestampedAt: null });
    await test.startWorker();
    const ready = await exporter.ended(begun.id);
    expect(ready).toMatchObject({ status: 'READY', documentCount: 2, progress: { done: 2, total: 2 }, damaged: [] });
    const zip = await exporter.download(begun.id);
    expect([ready.sizeBytes, ready.sha256]).toEqual([zip.length, createHash('sha256').update(zip).digest('hex')]);
    await expect.poll(() => test.mails[0]?.subject).toBe('Votre export est prêt');
    expect(test.mails[0]?.text).toContain('https://safe.example/account/export');
    expect(test.mails[0]?.text).not.toContain('Bail');
    expect(await exporter.journal()).toEqual(['export.downloaded', 'export.ready', 'export.requested']);
  });

  it('mails an owner who reads English in English, and its row keeps the digest sealed', async () => {
    const exporter = new Exporter(test, await makeOwner(test, { locale: 'en' }));
    await exporter.add('Lease');
    const { id, sha256 } = await exporter.write((await exporter.begin()).id);
    await test.startWorker();
    await expect.poll(() => test.mails[0]?.subject).toBe('Your export is ready');
    const row = await test.platform.db
      .selectFrom('exports')
      .selectAll()
      .where('export_id', '=', id)
      .executeTakeFirstOrThrow();
    const kept = Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    expect(kept.join()).toContain(id);
    expect(kept.join()).not.toContain(String(sha256));
  });

  it('says of a safe that another one receives meanwhile that it is gone', async () => {
    const [receiver, received] = [await Merger.make(test), await Merger.make(test)];
    // The session is known by then, and nothing is locked.
    const merging = afterStatement(1, () => receiver.receive(received.owner));
    const app = await buildApp(
      { ...test.platform, db: test.platform.db.withPlugin(merging) },
      { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} },
    );
    try {
      const exporter = new Exporter({ app, platform: test.platform }, received.owner);
      expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([404, 'SafeboxIdNotFound']);
      expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([401, 'AuthTokenNotValid']);
    } finally {
      await app.close();
    }
  });

  it('reads each document once, whatever its size', async () => {
    const exporter = await Exporter.make(test, []);
    for (const [title, sizeBytes] of [
      ['Bail', 1_000],
      ['Plans', 3_000_000],
    ] as const)
      await exporter.add(title, { content: makePdf(title, sizeBytes) });
    const stored = (await objects()).sort();
    const read: string[] = [];
    const store = objectsWith(test.platform.objects, {
      get: (id, range) => {
        read.push(id);
        return test.platform.objects.get(id, range);
      },
    });
    expect(await exporter.write((await exporter.begin()).id, { objects: store })).toMatchObject({ status: 'READY' });
    expect([stored.length, read.sort()]).toEqual([2, stored]);
  });

  it('says how many documents are done while it goes on', async () => {
    const exporter = await Exporter.make(test, []);
    const [first, second] = [await exporter.add('Bail'), await exporter.add('Contrat')];
    // It is kept every half second: reading the first document takes a whole one.
    const watch = performance.now.bind(performance);
    let passedMs = 0;
    const watching = vi.spyOn(performance, 'now').mockImplementation(() => watch() + passedMs);
    const gate = Promise.withResolvers<void>();
    const store = objectsWith(test.platform.objects, {
      get: async (id, range) => {
        if (id === first) passedMs += 1_000;
        if (id === second) await gate.promise;
        return test.platform.objects.get(id, range);
      },
    });
    const { id } = await exporter.begin();
    const writing = exporter.write(id, { objects: store });
    try {
      const underWay = { status: 'IN_PROGRESS', progress: { done: 1, total: 2 } };
      await expect.poll(() => exporter.get(id)).toMatchObject(underWay);
      expect((await exporter.list()).items).toMatchObject([underWay]);
    } finally {
      watching.mockRestore();
      gate.resolve();
    }
    expect(await writing).toMatchObject({ status: 'READY', progress: { done: 2, total: 2 } });
  });

  it('is refused for an empty safe, and for one with nothing but trash', async () => {
    const exporter = await Exporter.make(test, []);
    expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([422, 'SafeboxExportEmpty']);
    const id = await exporter.add('Bail');
    await test.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/documents/delete', headers: exporter.owner.headers },
      payload: { documents: [id], folders: [] },
    });
    expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([422, 'SafeboxExportEmpty']);
    expect(await exporter.list()).toMatchObject({ items: [], total: 0, allowance: { remaining: 5, nextAt: null } });
    expect(await exporter.journal()).toEqual([]);
  });

  it('takes nothing but the request, and says of anything else that it does not know it', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    const ask = (payload: object) =>
      test.app.inject({ method: 'POST', url: '/backend/api/v1/exports', headers: exporter.owner.headers, payload });
    const refused = await ask({ trash: true });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ code: 'InvalidRequest', field: 'trash', params: { rule: 'unknown' } }],
    ]);
    expect(await exporter.list()).toMatchObject({ total: 0 });
    expect((await ask({})).statusCode).toBe(201);
  });

  it('has one of three states, and the database lets in no other', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    const unknown = test.platform.db
      .updateTable('exports')
      .set({ state: 'UNKNOWN' as never })
      .where('export_id', '=', id);
    await expect(unknown.execute()).rejects.toThrow('exports_state_check');
  });

  it('is refused while another one runs, from whichever process', async () => {
    const exporter = await Exporter.make(test);
    const beside = await createTestApp({ beside: test });
    try {
      const apps = [test, beside, test, beside];
      const answers = await Promise.all(apps.map((app) => new Exporter(app, exporter.owner).call('POST', 'exports')));
      expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
      const refused = answers.filter(({ statusCode }) => statusCode === 409);
      expect(refused.map(statusAndCode)).toEqual(Array.from({ length: 3 }, () => [409, 'SafeboxExportInProgress']));
      expect(await exporter.list()).toMatchObject({ total: 1, allowance: { limit: 5, remaining: 4, nextAt: null } });
    } finally {
      await beside.close();
    }
  });
});

describe('the limit of a day', () => {
  it('lets five through in 24 hours, ended or removed ones too, and says when the next may be asked for', async () => {
    const exporter = await Exporter.make(test);
    const askedAt: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      askedAt.push(test.clock.now().getTime());
      const { id } = await exporter.begin();
      if (count % 2 === 0) await exporter.write(id);
      expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
      test.clock.advance(hour);
      await exporter.signIn();
    }
    const sixth = await exporter.call('POST', 'exports');
    expect(statusAndCode(sixth)).toEqual([429, 'SafeboxExportLimitExceeded']);
    const nextAt = new Date(String((await exporter.list()).allowance.nextAt)).getTime();
    const [firstAt = 0, secondAt = 0] = askedAt;
    expect(nextAt).toBeGreaterThanOrEqual(firstAt + day);
    expect(nextAt).toBeLessThan(secondAt + day - hour / 2);
    const waitedUntil = test.clock.now().getTime() + Number(sixth.headers['retry-after']) * 1_000;
    expect(waitedUntil).toBeGreaterThanOrEqual(nextAt);
    expect(waitedUntil).toBeLessThan(nextAt + hour / 2);
    test.clock.set(new Date(nextAt - hour / 2));
    await exporter.signIn();
    expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([429, 'SafeboxExportLimitExceeded']);
    test.clock.set(new Date(nextAt));
    await exporter.begin();
    expect((await exporter.list()).allowance).toMatchObject({ remaining: 0 });
  });

  it('does not count one that failed', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    await test.platform.objects.remove((await objects())[0] ?? '');
    expect(await exporter.write(id)).toMatchObject({ status: 'FAILED', failure: 'StreamExtractBytesError' });
    expect((await exporter.list()).allowance).toEqual({ limit: 5, remaining: 5, nextAt: null });
  });
});

describe('an export that is ready', () => {
  it('is recorded for each session that takes bytes of it, though the first one is left out', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.write((await exporter.begin()).id);
    await exporter.download(id);
    await exporter.signIn();
    const rest = () => exporter.call('GET', `exports/${id}/content`, { range: 'bytes=1-' });
    expect([(await rest()).statusCode, (await rest()).statusCode]).toEqual([206, 206]);
    expect(await exporter.journal()).toEqual([
      ...['export.downloaded', 'export.downloaded'],
      ...['export.ready', 'export.requested'],
    ]);
  });

  it('is sent whole, in ranges and not at all where it is known, and recorded once', async () => {
    const exporter = await Exporter.make(test);
    const { id, sha256, sizeBytes } = await exporter.write((await exporter.begin()).id);
    const zip = await exporter.download(id);
    const path = `exports/${id}/content`;
    const rest = await exporter.call('GET', path, { range: 'bytes=100-', 'if-range': `"${sha256}"` });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([
      206,
      `bytes 100-${Number(sizeBytes) - 1}/${sizeBytes}`,
    ]);
    expect(rest.rawPayload).toEqual(zip.subarray(100));
    expect((await exporter.call('GET', path, { range: `bytes=${sizeBytes}-` })).statusCode).toBe(416);
    expect(await exporter.journal()).toEqual(['export.downloaded', 'export.ready', 'export.requested']);
    for (const tag of ['"other"', `W/"${sha256}"`]) {
      const range = 'bytes=100-';
      const other = await exporter.call('GET', path, { range, 'if-match': tag });
      expect([other.statusCode, other.body]).toEqual([412, '']);
      const whole = await exporter.call('GET', path, { range, 'if-range': tag });
      expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, sizeBytes]);
    }
    const same = await exporter.call('GET', path, { range: 'bytes=0-9', 'if-match': `"other", "${sha256}"` });
    expect(same.statusCode).toBe(206);
    const known = await exporter.call('GET', path, { 'if-none-match': `"${sha256}"` });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  it('is sealed where it is stored', async () => {
    const exporter = await Exporter.make(test, ['Bail à Rennes']);
    const before = await objects();
    const { id } = await exporter.write((await exporter.begin()).id);
    const [objectId = '', ...more] = (await objects()).filter((object) => !before.includes(object));
    expect(more).toEqual([]);
    const stored = Buffer.concat(await Array.fromAsync(await test.platform.objects.get(objectId)));
    const clear = ['PK\u0003\u0004', 'mimetypeapplication/', '%PDF-1.4', 'Bail à Rennes'];
    expect(clear.filter((text) => stored.includes(text))).toEqual([]);
    const archive = await exporter.download(id);
    expect(clear.filter((text) => archive.includes(text))).toEqual(clear);
  });

  it('leaves under its name, to be saved, and by its type', async () => {
    const exporter = await Exporter.make(test);
    test.clock.set(new Date('2026-11-20T23:30:00Z'));
    const { id } = await exporter.write((await exporter.begin()).id);
    const { headers } = await exporter.call('GET', `exports/${id}/content`);
    expect(headers['content-type']).toBe('application/vnd.etsi.asic-e+zip');
    // It is the next day in Paris.
    expect(headers['content-disposition']).toContain('attachment; filename="perenne-2026-11-21.zip"');
  });

  it('stays seven days, and then nothing of it does', async () => {
    const exporter = await Exporter.make(test);
    const before = await objects();
    const { id } = await exporter.write((await exporter.begin()).id);
    expect(await objects()).toHaveLength(before.length + 1);
    test.clock.advance(7 * day - 60_000);
    await tidyExports(test.platform);
    await exporter.signIn();
    expect((await exporter.get(id)).status).toBe('READY');
    test.clock.advance(61_000);
    for (const path of [`exports/${id}`, `exports/${id}/content`])
      expect(statusAndCode(await exporter.call('GET', path))).toEqual([404, 'SafeboxExportNotFound']);
    expect((await exporter.list()).items).toEqual([]);
    expect(await tidyExports(test.platform)).toBe(1);
    await test.startWorker();
    await expect.poll(objects).toEqual(before);
  });

  it('is removed by its owner, with its object', async () => {
    const exporter = await Exporter.make(test);
    const before = await objects();
    const { id } = await exporter.write((await exporter.begin()).id);
    expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
    expect(statusAndCode(await exporter.call('DELETE', `exports/${id}`))).toEqual([404, 'SafeboxExportNotFound']);
    await test.startWorker();
    await expect.poll(objects).toEqual(before);
  });

  it('is not found once it is removed while its content is asked for, and no download is recorded', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.write((await exporter.begin()).id);
    await test.startWorker();
    const get = test.platform.objects.get.bind(test.platform.objects);
    const reading = vi.spyOn(test.platform.objects, 'get').mockImplementationOnce(async (objectId, range) => {
      expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
      await expect.poll(objects).not.toContain(objectId);
      return get(objectId, range);
    });
    expect(statusAndCode(await exporter.call('GET', `exports/${id}/content`))).toEqual([404, 'SafeboxExportNotFound']);
    reading.mockRestore();
    expect(await exporter.journal()).toEqual(['export.ready', 'export.requested']);
  });
});

describe('an export that is not ready, or of somebody else', () => {
  it('has no content', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    expect(statusAndCode(await exporter.call('GET', `exports/${id}/content`))).toEqual([409, 'SafeboxExportNotReady']);
  });

  it('is not found', async () => {
    const [exporter, other] = [await Exporter.make(test), new Exporter(test, await makeOwner(test))];
    const { id } = await exporter.write((await exporter.begin()).id);
    const calls = [
      ['GET', `exports/${id}`],
      ['GET', `exports/${id}/content`],
      ['DELETE', `exports/${id}`],
      ['GET', 'exports/none'],
    ] as const;
    for (const [method, path] of calls)
      expect(statusAndCode(await other.call(method, path))).toEqual([404, 'SafeboxExportNotFound']);
    expect((await exporter.get(id)).status).toBe('READY');
  });

  it('comes in pages, the newest first', async () => {
    const exporter = await Exporter.make(test);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await exporter.write((await exporter.begin()).id)).id);
      test.clock.advance(1_000);
    }
    type Page = { items: Array<{ id: string }>; nextCursor: string | null; total: number };
    const first = (await exporter.call('GET', 'exports?limit=2')).json<Page>();
    const second = (await exporter.call('GET', `exports?limit=2&cursor=${first.nextCursor}`)).json<Page>();
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect([first.total, second.nextCursor]).toEqual([3, null]);
  });
});
