import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf, upload } from '../../../testing/people/makers.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';

let t: TestApp;
let owner: Arranger;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = new Arranger(t, await makeOwner(t));
});

const download = (documents: unknown) => owner.call('POST', 'documents/download', { documents });
const readings = async () => (await owner.actions(200)).filter((action) => action === 'document.read').length;

describe('one document', () => {
  it('is the file itself, to be saved under its name', async () => {
    const content = makePdf('bail', 70_000);
    const added = await upload(t, owner.owner, { fileName: 'Bail été.pdf', content });
    const { id } = added.json<{ id: string }>();
    await owner.call('PATCH', `documents/${id}`, { unread: true });
    const answer = await download([id, id]);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '70000',
      'content-disposition': `attachment; filename="Bail ete.pdf"; filename*=UTF-8''Bail%20%C3%A9t%C3%A9.pdf`,
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(await readings()).toBe(1);
    expect((await owner.call('GET', `documents/${id}`)).json().unread).toBe(false);
  });
});

describe('several documents', () => {
  it('are an archive of their contents, each under its title, once', async () => {
    const contents = [makePdf('un', 200_000), makePdf('deux'), makePdf('trois', 65_536)];
    const titles = ['Bail', 'bail', 'Été 2026'];
    const ids: string[] = [];
    for (const [index, title] of titles.entries()) ids.push(await owner.document(title, {}, contents[index]));
    for (const id of ids) await owner.call('PATCH', `documents/${id}`, { unread: true });
    const answer = await download([...ids, ...ids]);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Perenne \d{4}-\d\d-\d\d\.zip"/);
    const opened = unzipSync(answer.rawPayload);
    expect(Object.keys(opened)).toEqual(['Bail.pdf', 'bail (2).pdf', 'Été 2026.pdf']);
    for (const [index, content] of Object.values(opened).entries())
      expect(digestOf(content)).toBe(digestOf(contents[index] ?? Buffer.alloc(0)));
    expect(await readings()).toBe(3);
    expect((await owner.call('GET', 'documents?unread=true')).json().total).toBe(0);
  });

  it('are all in the journal when they are many', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 60; index++) ids.push(await owner.document(`Facture ${index % 7}`));
    const opened = unzipSync((await download(ids)).rawPayload);
    expect(new Set(Object.keys(opened)).size).toBe(60);
    expect(await readings()).toBe(Math.min(60, 50));
    const { count } = await t.platform.db
      .selectFrom('journal_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('safe_id', '=', owner.owner.safeId)
      .where('action', '=', 'document.read')
      .executeTakeFirstOrThrow();
    expect(count).toBe(60);
  });

  it('are refused whole where one is unknown, foreign or nothing at all', async () => {
    const stranger = new Arranger(t, await makeOwner(t));
    const foreign = await stranger.document('Bail');
    const own = await owner.document('Bail');
    for (const other of [foreign, '018f0000-0000-7000-8000-000000000000', 'nothing']) {
      const answer = await download([own, other]);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'DocumentNotFound']);
    }
    expect(await readings()).toBe(0);
    expect((await download([])).json().errors[0]).toMatchObject({ field: 'documents', params: { rule: 'minItems' } });
    const tooMany = Array.from({ length: 501 }, () => own);
    expect((await download(tooMany)).json().errors[0]).toMatchObject({ params: { rule: 'maxItems', max: 500 } });
  });

  it('arrive whole over a connection that takes its time', async () => {
    const contents = [makePdf('un', 900_000), makePdf('deux', 700_000), makePdf('trois', 300_000)];
    const documents = [];
    for (const [index, content] of contents.entries())
      documents.push(await owner.document(`Document ${index}`, {}, content));
    const answer = await fetch(`http://127.0.0.1:${portOf(t.app.server)}/backend/api/v1/documents/download`, {
      method: 'POST',
      headers: { ...owner.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ documents }),
    });
    const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(
      Object.values(archive).map((bytes) => Buffer.from(bytes).equals(contents.shift() ?? Buffer.alloc(0))),
    ).toEqual([true, true, true]);
  });

  it('are sent two at a time: those that are under way have their owner wait, and nobody else', async () => {
    const other = new Arranger(t, await makeOwner(t));
    const fill = (of: Arranger) => Promise.all(['un', 'deux'].map((title) => of.document(title)));
    const [own, theirs] = [await fill(owner), await fill(other)];
    const ask = ({ owner: { headers } }: Arranger, documents: string[], signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${portOf(t.app.server)}/backend/api/v1/documents/download`, {
        ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
        ...{ body: JSON.stringify({ documents }), ...(signal && { signal }) },
      });
    const gate = Promise.withResolvers<void>();
    const stored = t.platform.objects.get.bind(t.platform.objects);
    let begun = 0;
    const held = vi.spyOn(t.platform.objects, 'get').mockImplementation(async (objectId, range) => {
      begun += 1;
      // Both contents of the first two.
      if (begun <= 4) await gate.promise;
      return stored(objectId, range);
    });
    onTestFinished(() => {
      gate.resolve();
      held.mockRestore();
    });
    const leaving = new AbortController();
    const first = ask(owner, own, leaving.signal).then(
      () => 'came',
      () => 'left',
    );
    const second = ask(owner, own);
    await expect.poll(() => begun).toBe(4);
    const third = ask(owner, own);
    expect((await ask(other, theirs)).status).toBe(200);
    // Those of the third are not asked for.
    expect(begun).toBe(6);
    leaving.abort();
    expect(await first).toBe('left');
    expect(Object.keys(unzipSync(new Uint8Array(await (await third).arrayBuffer())))).toHaveLength(2);
    gate.resolve();
    expect((await second).status).toBe(200);
  });

  it('leave out one that was destroyed meanwhile, and call none damaged', async () => {
    const ids = [await owner.document('Un'), await owner.document('Deux'), await owner.document('Trois')];
    const stored = t.platform.objects.get.bind(t.platform.objects);
    const read = vi.spyOn(t.platform.objects, 'get').mockImplementation(async (objectId, range) => {
      if (objectId === ids[1]) {
        await owner.tell('POST', 'documents/delete', { documents: [objectId] });
        await owner.tell('POST', 'trash/delete', { documents: [objectId], acknowledged: true });
        await t.platform.objects.remove(objectId);
      }
      return stored(objectId, range);
    });
    onTestFinished(() => read.mockRestore());
    expect(Object.keys(unzipSync((await download(ids)).rawPayload))).toEqual(['Un.pdf', 'Trois.pdf']);
  });

  it('name one whose content is lost, the first or a later one, and give the others', async () => {
    const [first, second] = [await owner.document('Un'), await owner.document('Deux', {}, makePdf('deux', 300_000))];
    await t.platform.objects.remove(second);
    for (const documents of [
      [second, first],
      [first, second],
    ]) {
      const answer = await download(documents);
      expect(answer.statusCode).toBe(200);
      expect(Object.keys(unzipSync(answer.rawPayload))).toEqual(['Un.pdf', 'DOCUMENTS ENDOMMAGÉS.txt']);
    }
  });
});

describe('contents of up to a megabyte', () => {
  it('keep their bytes until the system has taken them, however late a client reads', async () => {
    const asked = 16;
    const content = makePdf('late', 900_000);
    const id = await owner.document('Long', {}, content);
    const socket = connect(portOf(t.app.server), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const head = Object.entries({ host: '127.0.0.1', ...owner.owner.headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const call = [`GET /backend/api/v1/documents/${id}/content HTTP/1.1`, ...head, '', ''].join('\r\n');
    socket.pause().write(call.repeat(asked));
    // More than the system holds for a client: the others lie in the process while it makes use of its memory.
    await expect.poll(readings).toBe(asked);
    for (let round = 0; round < 20; round++) await upload(t, owner.owner, { content: makePdf(`${round}`, 900_000) });
    let came = Buffer.alloc(0);
    let whole = 0;
    for await (const chunk of socket) {
      came = Buffer.concat([came, chunk as Buffer]);
      for (let at = came.indexOf(content); at >= 0; at = came.indexOf(content)) {
        came = came.subarray(at + content.length);
        whole += 1;
      }
      if (whole === asked) break;
    }
    expect(whole).toBe(asked);
  });
});

describe('contents of more than a megabyte', () => {
  it('are read by a safe twenty at a time: others, and its small ones, wait for none of them', async () => {
    const other = new Arranger(t, await makeOwner(t));
    const [long, small] = [await owner.document('Long', {}, makePdf('long', 1_100_000)), await owner.document('Court')];
    const theirs = await other.document('Long', {}, makePdf('long', 1_100_000));
    const gate = Promise.withResolvers<void>();
    const stored = t.platform.objects.get.bind(t.platform.objects);
    let begun = 0;
    const held = vi.spyOn(t.platform.objects, 'get').mockImplementation(async (objectId, range) => {
      if (objectId === long) {
        begun += 1;
        await gate.promise;
      }
      return stored(objectId, range);
    });
    onTestFinished(() => {
      gate.resolve();
      held.mockRestore();
    });
    const statusOf = async ({ owner: { headers } }: Arranger, id: string, more = {}, signal?: AbortSignal) => {
      const url = `http://127.0.0.1:${portOf(t.app.server)}/backend/api/v1/documents/${id}/content`;
      const answer = await fetch(url, { headers: { ...headers, ...more }, ...(signal && { signal }) });
      await answer.arrayBuffer();
      return answer.status;
    };
    const leaving = new AbortController();
    const first = statusOf(owner, long, {}, leaving.signal).catch(() => 'left');
    const next = Array.from({ length: 19 }, () => statusOf(owner, long));
    await expect.poll(() => begun).toBe(20);
    const last = statusOf(owner, long);
    expect([await statusOf(other, theirs), await statusOf(owner, small)]).toEqual([200, 200]);
    expect(begun).toBe(20);
    leaving.abort();
    expect(await first).toBe('left');
    await expect.poll(() => begun).toBe(21);
    gate.resolve();
    expect(new Set(await Promise.all([...next, last]))).toEqual(new Set([200]));
  });
});

describe('an archive with a document whose row is damaged', () => {
  it('names it by its identifier, and holds the others', async () => {
    const [whole, damaged] = [await owner.document('Un'), await owner.document('Deux')];
    await t.platform.db
      .updateTable('documents')
      .set({ sealed: Buffer.alloc(60) })
      .where('document_id', '=', damaged)
      .execute();
    const files = unzipSync((await download([damaged, whole])).rawPayload);
    expect(Object.keys(files)).toEqual(['Un.pdf', 'DOCUMENTS ENDOMMAGÉS.txt']);
    const text = Buffer.from(files['DOCUMENTS ENDOMMAGÉS.txt'] ?? []).toString();
    expect(text).toContain(`\r\n${damaged}\r\n`);
  });
});

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a content that is looked for by its digest', () => {
  const find = (sha256: unknown) => owner.call('POST', 'documents/duplicates', { sha256 });

  it('is told where the safe holds it, those in the trash last', async () => {
    const [content, other] = [makePdf('bail'), makePdf('devis')];
    const [first, second] = [
      await owner.document('Bail', {}, content),
      await owner.document('Bail encore', {}, content),
    ];
    const devis = await owner.document('Devis', {}, other);
    await owner.call('POST', 'documents/delete', { documents: [first, devis] });
    const asked = [digestOf(content), digestOf(other), digestOf(makePdf('unknown')), digestOf(content)];
    const { items } = (await find(asked)).json<{ items: Array<{ sha256: string; document: { id: string } }> }>();
    const told = new Map(items.map(({ sha256, document }) => [sha256, document]));
    expect(items).toHaveLength(2);
    expect(told.get(digestOf(content))).toMatchObject({ id: second });
    expect(told.get(digestOf(other))).toMatchObject({ id: devis, remainingDays: 30, can: { restore: true } });
    expect((await owner.call('GET', `documents/${second}`)).json().duplicateOf).toBe(first);
    const stranger = new Arranger(t, await makeOwner(t));
    const none = await stranger.call('POST', 'documents/duplicates', { sha256: asked });
    expect(none.json()).toEqual({ items: [] });
  });

  it.each([[[]], [['abc']], [['A'.repeat(64)]], [Array.from({ length: 501 }, () => 'a'.repeat(64))], ['a']])(
    'is refused where it is no digest: %#',
    async (sha256) => {
      expect((await find(sha256)).statusCode).toBe(400);
    },
  );
});

describe('payslips of two employers for one month', () => {
  it('are told apart by their names, alone and in an archive', async () => {
    const owner = await makeOwner(t);
    const ids: string[] = [];
    for (const name of ['Atelier Morvan', 'Maison Roux']) {
      const from = new Depositor(t, await createTestEmployer(t, { name }));
      await (await from.addEmployee()).activate(owner);
      await from.deposit({ content: makePdf(name), fileName: 'bulletin-2026-10.pdf' });
      t.clock.advance(1_000);
      ids.push((await from.documentsOf(owner)).items[0]?.id ?? '');
    }
    const ask = (documents: string[], headers = {}) =>
      t.app.inject({
        ...{ method: 'POST', url: '/backend/api/v1/documents/download', payload: { documents } },
        headers: { ...owner.headers, ...headers },
      });
    const alone = await ask(ids.slice(0, 1));
    expect(fileNameIn(alone)).toBe('2026-10 Bulletin de paie – Atelier Morvan.pdf');
    const read = await t.app.inject({ url: `/backend/api/v1/documents/${ids[1]}/content`, headers: owner.headers });
    expect(fileNameIn(read)).toBe('2026-10 Bulletin de paie – Maison Roux.pdf');
    expect(Object.keys(unzipSync((await ask(ids)).rawPayload))).toEqual([
      '2026-10 Bulletin de paie – Atelier Morvan.pdf',
      '2026-10 Bulletin de paie – Maison Roux.pdf',
    ]);
    expect(fileNameIn(await ask(ids.slice(0, 1), { 'accept-language': 'en' }))).toBe(
      '2026-10 Payslip – Atelier Morvan.pdf',
    );
  });
});

const fileNameIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '');
