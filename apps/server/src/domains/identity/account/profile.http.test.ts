import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const get = (owner: TestOwner, path: string) =>
  test.app.inject({ method: 'GET', url: `${v1}/${path}`, headers: owner.headers });

const put = (owner: TestOwner, payload: object) =>
  test.app.inject({ method: 'PUT', url: `${v1}/user`, headers: owner.headers, payload });

type Entry = { id: string; action: string; documentId?: string; title?: string; hash: string };
type Page = { items: Entry[]; nextCursor: string | null; total: number };
const journal = async (owner: TestOwner, query = '') => (await get(owner, `user/journal${query}`)).json<Page>();

const written = {
  firstName: 'Zoé',
  lastName: "D’Argent-L'Œuf",
  phone: '06 39 98 01 12',
  birthDate: '1990-02-28',
  address: '3 rue des Lilas',
  postalCode: '35000',
  city: 'Rennes',
  country: 'FR',
};

describe('the profile', () => {
  it('tells who the owner is and how much room is taken', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    expect((await get(owner, 'user/profile')).json()).toEqual({
      firstName: 'Camille',
      lastName: 'Renaudin',
      phone: '+33639980112',
      birthDate: '1988-04-12',
      address: null,
      postalCode: null,
      city: null,
      country: null,
      email: owner.email,
      federated: false,
      locale: 'en',
      storage: { used: 0, limit: 10_000_000_000 },
    });
  });

  it('is replaced whole, the phone written in E.164, the address and the rest of the account left alone', async () => {
    const owner = await makeOwner(test);
    const ignored = { email: 'other@example.org', federated: true, storage: { used: 1, limit: 2 } };
    const answer = await put(owner, { ...written, ...ignored, locale: 'en' });
    expect(answer.statusCode).toBe(200);
    const expected = { ...written, phone: '+33639980112', email: owner.email, federated: false, locale: 'en' };
    expect(answer.json()).toEqual({ ...expected, storage: { used: 0, limit: 10_000_000_000 } });
    expect((await get(owner, 'user/profile')).json()).toEqual(answer.json());
    const { firstName, lastName, phone, birthDate } = written;
    const shorter = await put(owner, {
      firstName,
      lastName,
      phone,
      birthDate,
      address: '',
      postalCode: '  ',
      city: null,
    });
    expect(shorter.json()).toMatchObject({ address: null, postalCode: null, city: null, country: null, locale: 'en' });
    expect((await journal(owner)).items[0]?.action).toBe('profile.changed');
  });

  it.each([
    [{ phone: '12' }, 422, { code: 'PhoneNumberFormatError', field: 'phone' }],
    [{ phone: '+44 20 7946 0018' }, 422, { code: 'PhoneNumberFormatError', field: 'phone' }],
    [{ phone: '' }, 400, { code: 'InvalidRequest', field: 'phone', params: { rule: 'required' } }],
    [{ firstName: 'R2D2' }, 400, { code: 'InvalidRequest', field: 'firstName', params: { rule: 'name' } }],
    [
      { lastName: 'x'.repeat(81) },
      400,
      { code: 'InvalidRequest', field: 'lastName', params: { rule: 'maxLength', max: 80 } },
    ],
    [{ birthDate: '2100-01-01' }, 400, { code: 'InvalidRequest', field: 'birthDate', params: { rule: 'date' } }],
    [{ birthDate: '1990-02-30' }, 400, { code: 'InvalidRequest', field: 'birthDate', params: { rule: 'date' } }],
    [
      { address: '3 rue\0 des Lilas' },
      400,
      { code: 'InvalidRequest', field: 'address', params: { rule: 'characters' } },
    ],
    [{ city: '\u202esenneR' }, 400, { code: 'InvalidRequest', field: 'city', params: { rule: 'characters' } }],
    [{ postalCode: '350\n00' }, 400, { code: 'InvalidRequest', field: 'postalCode', params: { rule: 'characters' } }],
    [
      { address: 'x'.repeat(201) },
      400,
      { code: 'InvalidRequest', field: 'address', params: { rule: 'maxLength', max: 200 } },
    ],
    [{ country: 'France' }, 400, { code: 'InvalidRequest', field: 'country', params: { rule: 'country' } }],
    [{ country: 'ZZ' }, 400, { code: 'InvalidRequest', field: 'country', params: { rule: 'country' } }],
    [{ nickname: 'Zo' }, 400, { code: 'InvalidRequest', field: 'nickname', params: { rule: 'unknown' } }],
  ])('refuses %j', async (change, status, error) => {
    const answer = await put(await makeOwner(test), { ...written, ...change });
    expect(answer.json()).toEqual({ status, errors: [error] });
    expect(answer.statusCode).toBe(status);
  });

  it('is refused for all that is wrong at once, a phone that is none included', async () => {
    const owner = await makeOwner(test);
    const answer = await put(owner, {
      ...written,
      phone: '12',
      country: 'ZZ',
      birthDate: '2100-01-01',
      nickname: 'Zo',
    });
    expect(answer.statusCode).toBe(400);
    const { status, errors } = answer.json<{ status: number; errors: Array<{ field: string }> }>();
    expect(status).toBe(400);
    expect(errors.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { code: 'InvalidRequest', field: 'birthDate', params: { rule: 'date' } },
      { code: 'InvalidRequest', field: 'country', params: { rule: 'country' } },
      { code: 'InvalidRequest', field: 'nickname', params: { rule: 'unknown' } },
      { code: 'PhoneNumberFormatError', field: 'phone' },
    ]);
    const both = await put(owner, { ...written, phone: '12', birthDate: '2100-01-01' });
    expect(both.json<{ errors: unknown[] }>().errors).toHaveLength(2);
    const empty = await put(owner, { ...written, phone: '', country: 'ZZ' });
    expect(empty.json<{ errors: unknown[] }>().errors).toContainEqual({
      ...{ code: 'InvalidRequest', field: 'phone', params: { rule: 'required' } },
    });
  });

  it('is sealed in the database', async () => {
    const owner = await makeOwner(test);
    await put(owner, written);
    const rows = await test.platform.db.selectFrom('accounts').selectAll().execute();
    const sessions = await test.platform.db.selectFrom('sessions').selectAll().execute();
    const kept = JSON.stringify([rows, sessions], (_key, value: unknown) =>
      value instanceof Object && 'data' in value ? Buffer.from(value.data as number[]).toString('latin1') : value,
    );
    for (const plain of [owner.email, 'Lilas', 'Rennes', '639980112', '127.0.0.1']) expect(kept).not.toContain(plain);
  });
});

describe('the journal', () => {
  it('tells what happened, the newest first, and its own readings', async () => {
    const owner = await makeOwner(test);
    const { id } = (await upload(test, owner, { fileName: 'Bail.pdf' })).json<{ id: string }>();
    const first = await journal(owner);
    expect(first.items.map(({ action }) => action)).toEqual(['document.deposited', 'session.opened', 'safe.created']);
    expect(first.total).toBe(3);
    expect(first.nextCursor).toBeNull();
    expect(first.items[0]).toMatchObject({
      documentId: id,
      title: 'Bail',
      actor: { kind: 'owner' },
      result: 'done',
      address: '127.0.0.1',
    });
    expect(first.items.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect((await journal(owner)).items[0]).toMatchObject({ action: 'journal.read', address: '127.0.0.1' });
  });

  it('comes in pages that hold while entries are added', async () => {
    const owner = await makeOwner(test);
    for (let count = 0; count < 5; count += 1) await put(owner, written);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await journal(owner, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.items.length).toBeLessThanOrEqual(3);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  it('refuses a cursor that this journal never gave, and a limit beyond its bound', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const { nextCursor } = await journal(owner, '?limit=1');
    const refusals = await Promise.all([
      get(owner, 'user/journal?cursor=abc'),
      get(other, `user/journal?cursor=${String(nextCursor)}`),
      get(owner, 'user/journal?limit=201'),
      get(owner, 'user/journal?limit=0'),
      get(owner, 'user/journal?page=2'),
    ]);
    expect(refusals.map((answer) => answer.statusCode)).toEqual([400, 400, 400, 400, 400]);
    const fields = refusals.map((answer) => answer.json<{ errors: Array<{ field: string }> }>().errors[0]?.field);
    expect(fields).toEqual(['cursor', 'cursor', 'limit', 'limit', 'page']);
  });

  it('is a chain: each entry covers the one before', async () => {
    const owner = await makeOwner(test);
    await put(owner, written);
    const rows = await test.platform.db
      .selectFrom('journal_entries')
      .select(['prev_hash', 'hash'])
      .where('safe_id', '=', owner.safeId)
      .orderBy('seq')
      .execute();
    expect(rows.length).toBe(3);
    expect(rows.slice(1).map((row) => row.prev_hash)).toEqual(rows.slice(0, -1).map((row) => row.hash));
  });
});

it('tells nobody what belongs to another', async () => {
  const [owner, other] = [await makeOwner(test), await makeOwner(test)];
  await put(owner, written);
  expect((await get(other, 'user/profile')).body).not.toContain('Rennes');
  expect((await journal(other)).items.map(({ action }) => action)).not.toContain('profile.changed');
});
