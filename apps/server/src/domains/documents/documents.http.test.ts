import { createHash } from 'node:crypto';
import { ownerTypes } from '@perenne/contract/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let camille: TestOwner;
let bruno: TestOwner;

beforeAll(async () => {
  t = await createTestApp();
  camille = await makeOwner(t);
  bruno = await makeOwner(t);
});
afterAll(() => t.close());

const get = (owner: TestOwner, path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/backend/api/v1/${path}`, headers: { ...owner.headers, ...headers } });

const patch = (owner: TestOwner, id: string, payload: object) =>
  t.app.inject({ method: 'PATCH', url: `/backend/api/v1/documents/${id}`, headers: owner.headers, payload });

describe('a file that its owner adds', () => {
  it('is answered as its GET gives it, with a title, a type and a place of its own', async () => {
    const content = makePdf('attestation');
    const added = await upload(t, camille, { fileName: 'Attestation d’hébergement.pdf', content });
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({
      title: 'Attestation d’hébergement',
      type: 'AUDO',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      addedBy: 'employee',
      unread: false,
      mimeType: 'application/pdf',
      folderId: null,
    });
    // Nobody else gave it: there is no origin to name.
    expect(added.json()).not.toHaveProperty('origin');
    const got = await get(camille, `documents/${added.json().id}`);
    expect(got.json()).toEqual(added.json());
    expect(got.headers['cache-control']).toBe('no-store');
  });

  it.each([true, false])('takes its title, type and category from the form, the file first: %s', async (fileFirst) => {
    const categories = (await get(camille, 'categories')).json().items;
    const home = categories.find(({ kind }: { kind: string }) => kind === 'housing');
    const fields = { title: `Bail ${fileFirst}`, type: 'CONT', categoryId: home.id };
    const added = await upload(t, camille, { fields, fileFirst });
    expect(added.json()).toMatchObject(fields);
  });

  it('goes where its type belongs when nobody says where', async () => {
    const categories = (await get(camille, 'categories')).json().items;
    const added = await upload(t, camille, { fields: { type: 'PSPR' } });
    const place = categories.find(({ id }: { id: string }) => id === added.json().categoryId);
    expect(place).toMatchObject({ kind: 'identity', title: 'Identité' });
  });

  it('says which document of the safe has the same content', async () => {
    const content = makePdf('twice');
    const first = await upload(t, bruno, { content });
    const second = await upload(t, bruno, { content });
    expect(second.json().duplicateOf).toBe(first.json().id);
    expect((await get(bruno, `documents/${second.json().id}`)).json()).toEqual(second.json());
    expect((await get(bruno, `documents/${first.json().id}`)).json()).not.toHaveProperty('duplicateOf');
    expect((await upload(t, camille, { content })).json()).not.toHaveProperty('duplicateOf');
  });

  it('is journaled with its digest, and counted', async () => {
    const owner = await makeOwner(t);
    const content = makePdf('counted', 5_000);
    await upload(t, owner, { content });
    const profile = (await get(owner, 'user/profile')).json();
    expect(profile.storage.used).toBe(content.length);
    const journal = (await get(owner, 'user/journal')).json();
    expect(journal.items.map(({ action }: { action: string }) => action)).toContain('document.deposited');
  });
});

describe('the content of a document', () => {
  const content = makePdf('the whole content', 200_000);
  let id: string;
  beforeAll(async () => {
    id = (await upload(t, camille, { fileName: 'Contrat “été”.pdf', content })).json().id;
  });

  it('comes back byte for byte, under a policy that runs nothing', async () => {
    const answer = await get(camille, `documents/${id}/content`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      etag: `"${createHash('sha256').update(content).digest('hex')}"`,
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-length': String(content.length),
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="Contrat ete.pdf"; filename*=UTF-8''Contrat%20%E2%80%9C%C3%A9t%C3%A9%E2%80%9D.pdf`,
    );
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=65530-65545', 65_530, 65_546],
    ['bytes=199000-', 199_000, 200_000],
    ['bytes=-10', 199_990, 200_000],
    ['bytes=199999-999999', 199_999, 200_000],
  ])('comes in part for %s', async (range, from, to) => {
    const answer = await get(camille, `documents/${id}/content`, { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/200000`);
    expect(answer.rawPayload.equals(content.subarray(from, to))).toBe(true);
  });

  it('is not sent again to who has it, nor beyond its end', async () => {
    const { etag } = (await get(camille, `documents/${id}/content`)).headers;
    const newest = async () => (await get(camille, 'user/journal?kind=document&limit=1')).json().items[0].id;
    const before = await newest();
    const again = await get(camille, `documents/${id}/content`, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(await newest()).toBe(before);
    const beyond = await get(camille, `documents/${id}/content`, { range: 'bytes=200000-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */200000']);
  });

  it('is whole where the condition of the range no longer holds', async () => {
    const answer = await get(camille, `documents/${id}/content`, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 200_000]);
  });

  it('is damaged visibly when the store gives something else', async () => {
    const owner = await makeOwner(t);
    const added = (await upload(t, owner, { content })).json();
    const other = (await upload(t, owner, { content: makePdf('another', 200_000) })).json();
    const objects = t.platform.objects;
    const bytes: Buffer[] = [];
    for await (const chunk of await objects.get(other.id)) bytes.push(chunk as Buffer);
    await objects.remove(added.id);
    await objects.put(
      added.id,
      (async function* () {
        yield Buffer.concat(bytes);
      })(),
    );
    const answer = await get(owner, `documents/${added.id}/content`);
    expect(answer.json()).toEqual({ status: 500, errors: [{ code: 'DocumentDamaged' }] });
    expect(answer.headers).not.toHaveProperty('content-disposition');
    const { items } = (await get(owner, 'user/journal')).json();
    expect(items[0]).toMatchObject({ action: 'document.integrity-refused', result: 'refused', documentId: added.id });
    expect(items.map(({ action }: { action: string }) => action)).not.toContain('document.read');
    expect(t.logged.some((line) => line.includes('a stored content is not whole'))).toBe(true);
  });
});

describe('the list of documents', () => {
  let owner: TestOwner;
  const titles = ['Écharpe', 'abricot', 'Zèbre', 'Bail 2', 'bail 10'];
  beforeAll(async () => {
    owner = await makeOwner(t);
    for (const [index, title] of titles.entries()) {
      t.clock.advance(1000);
      await upload(t, owner, { fields: { title }, content: makePdf(title, 1_000 * (index + 1)) });
    }
  });

  const titlesOf = async (query: string): Promise<string[]> =>
    (await get(owner, `documents?${query}`)).json().items.map(({ title }: { title: string }) => title);

  it.each([
    ['', titles.toReversed()],
    ['sort=addedAt', titles],
    ['sort=title', ['abricot', 'Bail 2', 'bail 10', 'Écharpe', 'Zèbre']],
    ['sort=-title', ['Zèbre', 'Écharpe', 'bail 10', 'Bail 2', 'abricot']],
    ['sort=size', titles],
    ['sort=-size', titles.toReversed()],
    ['q=bail', ['bail 10', 'Bail 2']],
    ['q=ECH', ['Écharpe']],
    ['unread=true', []],
    ['addedBy=company', []],
    ['type=PAYE', []],
  ])('answers “%s” in its order', async (query, expected) => {
    expect(await titlesOf(query)).toEqual(expected);
  });

  it.each(['', 'sort=title', 'sort=-size', 'q=a'])(
    'pages through “%s” without loss while rows are added',
    async (query) => {
      const whole = await titlesOf(query);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const address: string = `documents?limit=2&${query}${cursor ? `&cursor=${cursor}` : ''}`;
        const page = (await get(owner, address)).json();
        seen.push(...page.items.map(({ title }: { title: string }) => title));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(whole);
    },
  );

  it('counts what the filters let through', async () => {
    expect((await get(owner, 'documents?limit=1')).json().total).toBe(5);
    expect((await get(owner, 'documents?limit=1&q=bail')).json().total).toBe(2);
  });

  it.each([
    ['limit=0', 'limit', 'min'],
    ['limit=201', 'limit', 'max'],
    ['limit=ten', 'limit', 'type'],
    ['cursor=made-up', 'cursor', 'cursor'],
    ['sort=colour', 'sort', 'value'],
    ['from=2026-02-30', 'from', 'date'],
    ['from=0000-01-01', 'from', 'date'],
    ['colour=red', 'colour', 'unknown'],
  ])('refuses %s by name', async (query, field, rule) => {
    const answer = await get(owner, `documents?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field, params: { rule } }]);
  });

  it('refuses a cursor of another safe or another order', async () => {
    const { nextCursor } = (await get(owner, 'documents?limit=2')).json();
    expect((await get(camille, `documents?cursor=${nextCursor}`)).statusCode).toBe(400);
    expect((await get(owner, `documents?sort=addedAt&cursor=${nextCursor}`)).statusCode).toBe(400);
    expect((await get(owner, `documents?q=a&cursor=${nextCursor}`)).statusCode).toBe(400);
    const found = (await get(owner, 'documents?q=a&limit=1')).json();
    expect((await get(owner, `documents?cursor=${found.nextCursor}`)).statusCode).toBe(400);
  });

  it.each(['folderId', 'categoryId'])('does not know a %s of another safe', async (name) => {
    const categories = (await get(bruno, 'categories')).json().items;
    const { id } = categories[0];
    const answer = await get(owner, `documents?${name}=${id}`);
    expect(answer.statusCode).toBe(404);
    expect((await get(owner, `documents?${name}=nothing`)).json()).toEqual(answer.json());
  });

  it('knows the days of its owner’s country', async () => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(t.clock.now());
    expect(await titlesOf(`from=${day}&to=${day}`)).toHaveLength(5);
    expect(await titlesOf('to=2020-01-01')).toEqual([]);
  });
});

describe('a change of a document', () => {
  it('renames it, changes its type and its unread mark', async () => {
    const { id } = (await upload(t, camille)).json();
    const changed = await patch(camille, id, { title: 'Bail signé', type: 'CONT', unread: true });
    expect(changed.json()).toMatchObject({ title: 'Bail signé', type: 'CONT', unread: true });
    expect((await get(camille, `documents/${id}`)).json()).toEqual(changed.json());
  });

  it('takes the unread mark away when the content is read', async () => {
    const { id } = (await upload(t, camille)).json();
    await patch(camille, id, { unread: true });
    await get(camille, `documents/${id}/content`);
    expect((await get(camille, `documents/${id}`)).json().unread).toBe(false);
  });

  it('refuses what is not a change, all fields at once', async () => {
    const { id } = (await upload(t, camille)).json();
    const answer = await patch(camille, id, { title: '', unread: 'yes', colour: 'red' });
    expect(answer.json()).toEqual({
      status: 400,
      errors: [
        { code: 'InvalidRequest', field: 'title', params: { rule: 'required' } },
        { code: 'InvalidRequest', field: 'unread', params: { rule: 'type' } },
        { code: 'InvalidRequest', field: 'colour', params: { rule: 'unknown' } },
      ],
    });
  });

  it.each(['a\u0000b', 'bell\u0007', 'turned\u202etxt', 'half\ud800'])('refuses the title %j', async (title) => {
    const { id } = (await upload(t, camille)).json();
    expect((await patch(camille, id, { title })).json().errors).toEqual([
      { code: 'InvalidRequest', field: 'title', params: { rule: 'characters' } },
    ]);
  });

  it('does not make a payslip of what is none', async () => {
    const { id } = (await upload(t, camille)).json();
    expect((await patch(camille, id, { type: 'PAYE' })).json().errors).toEqual([{ code: 'Forbidden', field: 'type' }]);
    expect((await upload(t, camille, { fields: { type: 'PAYE' } })).statusCode).toBe(403);
  });

  it('may be of the five types of the end of a contract, though an employer deposits those', () => {
    const ofContractEnds = ['PRN_STC', 'PRN_WORKCERT', 'PRN_AER', 'PRN_SOLIDARITY', 'PRN_DOCSORTIE'];
    expect(ownerTypes).toEqual(expect.arrayContaining(ofContractEnds));
  });

  it.each(ownerTypes)('lets its owner say that it is of the type %s', async (type) => {
    const added = await upload(t, bruno, { content: makePdf(type), fields: { type } });
    expect([added.statusCode, added.json().type]).toEqual([201, type]);
    const { id } = (await upload(t, bruno, { content: makePdf(`to ${type}`) })).json();
    expect((await patch(bruno, id, { type })).json().type).toBe(type);
  });
});

describe('categories and folders', () => {
  it('are lists as the others, and their listing is in the journal', async () => {
    const owner = await makeOwner(t, { locale: 'en' });
    const categories = (await get(owner, 'categories')).json();
    expect(categories).toMatchObject({ nextCursor: null, total: 8 });
    expect(categories.items[0]).toMatchObject({ title: 'Payslips', kind: 'payslips', documentCount: 0 });
    expect((await get(owner, 'folders')).json()).toEqual({ items: [], nextCursor: null, total: 0 });
    const { items } = (await get(owner, 'user/journal')).json();
    expect(items.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'document.listed',
      'document.listed',
    ]);
  });
});

describe('a document of another safe', () => {
  it('answers as one that does not exist', async () => {
    const { id } = (await upload(t, camille)).json();
    const missing = '018f0000-0000-7000-8000-000000000000';
    for (const path of ['', '/content']) {
      const foreign = await get(bruno, `documents/${id}${path}`);
      expect(foreign.json()).toEqual({ status: 404, errors: [{ code: 'DocumentNotFound' }] });
      expect((await get(bruno, `documents/${missing}${path}`)).json()).toEqual(foreign.json());
      expect((await get(bruno, `documents/nothing${path}`)).json()).toEqual(foreign.json());
    }
    expect((await patch(bruno, id, { title: 'Mine' })).statusCode).toBe(404);
    expect((await patch(bruno, 'nothing', { title: 'Mine' })).statusCode).toBe(404);
  });
});
