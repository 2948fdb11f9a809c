import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer, type TestEmployer } from '../../../testing/people/test-employer.ts';

let test: TestApp;
let employer: TestEmployer;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  employer = await createTestEmployer(test);
});

const marie = {
  employeeNumber: 'A-1',
  firstName: 'Marie',
  lastName: 'Le Goff',
  birthDate: '1990-05-14',
  email: 'marie@example.org',
  phone: '06 39 98 00 01',
};
const code = expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

describe('one employee as JSON', () => {
  it('is created once, with its code, then unchanged, then updated', async () => {
    const created = await employer.call('POST', 'employees', marie);
    expect(created).toMatchObject({
      status: 201,
      body: { employeeNumber: 'A-1', result: 'created', activationCode: code },
    });
    expect(Object.keys(created.body).sort()).toEqual(['activationCode', 'employeeNumber', 'result']);
    expect(await employer.call('POST', 'employees', { ...marie, phone: '+33639980001' })).toMatchObject({
      status: 200,
      body: { employeeNumber: 'A-1', result: 'unchanged' },
    });
    const updated = await employer.call('POST', 'employees', { ...marie, lastName: 'Le Goff-Kerjean' });
    expect(updated).toMatchObject({ status: 200, body: { employeeNumber: 'A-1', result: 'updated' } });
    expect(updated.body).not.toHaveProperty('activationCode');
    expect(await employer.call('GET', 'employees/A-1')).toMatchObject({
      status: 200,
      body: { ...marie, lastName: 'Le Goff-Kerjean', phone: '+33639980001', employedUntil: null, state: 'pending' },
    });
  });

  it.each([
    [{ ...marie, salary: 1 }, 400, { code: 'InvalidRequest', field: 'salary', params: { rule: 'unknown' } }],
    [
      { ...marie, note: '1 85 05 78 006 084 91' },
      400,
      { code: 'InvalidRequest', field: 'note', params: { rule: 'nir' } },
    ],
    [
      { ...marie, birthDate: '2090-01-01' },
      400,
      { code: 'InvalidRequest', field: 'birthDate', params: { rule: 'date' } },
    ],
    [{ ...marie, phone: '12' }, 422, { code: 'PhoneNumberFormatError', field: 'phone' }],
    [null, 400, { code: 'InvalidRequest', params: { rule: 'type' } }],
  ])('is refused and not stored: %j', async (row, status, error) => {
    expect((await employer.call('POST', 'employees', row)).body).toEqual({ status, errors: [error] });
    expect((await employer.call('GET', 'employees')).body).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it.each(['A\u00001', 'A\n1', '\ud800'])(
    'is refused with a number that does not read as it is written: %j',
    async (number) => {
      const error = { code: 'InvalidRequest', field: 'employeeNumber', params: { rule: 'characters' } };
      const answer = await employer.call('POST', 'employees', { ...marie, employeeNumber: number });
      expect(answer.body).toEqual({ status: 400, errors: [error] });
      expect((await employer.call('GET', 'employees')).body).toEqual({ items: [], nextCursor: null, total: 0 });
    },
  );

  it.each([
    ['malformed', '{"employeeNumber":'],
    ['nested without end', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ])('is refused when the JSON is %s', async (_, payload) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/backend/api/v1/employer/employees',
      headers: { ...employer.headers, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.json()).toEqual({ status: 400, errors: [{ code: 'InvalidRequest', params: { rule: 'json' } }] });
  });
});

describe('many employees as NDJSON', () => {
  it('answers each row in the order sent, whatever becomes of the others', async () => {
    await employer.call('POST', 'employees', { ...marie, employeeNumber: 'known' });
    const items = await employer.sendLines([
      marie,
      '{"employeeNumber": broken',
      { ...marie, employeeNumber: 'known' },
      '',
      { ...marie, employeeNumber: 'known', firstName: 'Marion' },
      { ...marie, employeeNumber: 'bad', email: 'no' },
      { ...marie, employeeNumber: 'nir', employedUntil: '185057800608491' },
      { ...marie, employeeNumber: 'phone', phone: '+44 20 7946 0000' },
      'x'.repeat(70_000),
      marie,
      { ...marie, firstName: 'Maria' },
      { ...marie, employeeNumber: 'last' },
    ]);
    const invalid = (field: string, rule: string) => [{ code: 'InvalidRequest', field, params: { rule } }];
    const json = [{ code: 'InvalidRequest', params: { rule: 'json' } }];
    expect(items).toEqual([
      { row: 1, employeeNumber: 'A-1', result: 'created', activationCode: code },
      { row: 2, employeeNumber: null, result: 'error', errors: json },
      { row: 3, employeeNumber: 'known', result: 'unchanged' },
      { row: 4, employeeNumber: 'known', result: 'updated' },
      { row: 5, employeeNumber: 'bad', result: 'error', errors: invalid('email', 'email') },
      { row: 6, employeeNumber: 'nir', result: 'error', errors: invalid('employedUntil', 'nir') },
      {
        row: 7,
        employeeNumber: 'phone',
        result: 'error',
        errors: [{ code: 'PhoneNumberFormatError', field: 'phone' }],
      },
      { row: 8, employeeNumber: null, result: 'error', errors: json },
      { row: 9, employeeNumber: 'A-1', result: 'unchanged' },
      { row: 10, employeeNumber: 'A-1', result: 'updated' },
      { row: 11, employeeNumber: 'last', result: 'created', activationCode: code },
    ]);
    expect((await employer.call('GET', 'employees')).body).toMatchObject({ total: 3 });
  });

  it('goes on after a line that nests without end', async () => {
    const lines = ['['.repeat(30_000) + ']'.repeat(30_000), marie];
    expect(await employer.sendLines(lines)).toMatchObject([
      { row: 1, result: 'error', errors: [{ code: 'InvalidRequest', params: { rule: 'json' } }] },
      { row: 2, result: 'created' },
    ]);
  });

  it('is a list even of one, and of none', async () => {
    expect(await employer.sendLines([marie])).toHaveLength(1);
    expect(await employer.sendLines([''])).toEqual([]);
  });

  it('refuses the lines that are not UTF-8, and takes the others', async () => {
    const lines = [
      { ...marie, firstName: 'Zoé' },
      { ...marie, employeeNumber: 'A-2' },
    ].map((row) => JSON.stringify(row));
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/employer/employees' },
      headers: { ...employer.headers, 'content-type': 'application/x-ndjson' },
      payload: Buffer.from(lines.join('\n'), 'latin1'),
    });
    expect(answer.json<{ items: unknown[] }>().items).toMatchObject([
      { row: 1, result: 'error', errors: [{ code: 'InvalidRequest', params: { rule: 'json' } }] },
      { row: 2, employeeNumber: 'A-2', result: 'created' },
    ]);
  });

  it('makes each employee once when two imports cross', async () => {
    const lines = Array.from({ length: 900 }, (_, index) => ({ ...marie, employeeNumber: `n${index}` }));
    const imports = await Promise.all([
      employer.sendLines(lines),
      employer.sendLines(lines.toReversed()),
      employer.sendLines(lines.toSorted((a, b) => a.employeeNumber.localeCompare(b.employeeNumber))),
    ]);
    const results = imports.flat();
    expect(results.filter(({ result }) => result === 'created')).toHaveLength(900);
    expect(results.filter(({ result }) => result === 'unchanged')).toHaveLength(1_800);
    expect((await employer.call('GET', 'employees')).body).toMatchObject({ total: 900 });
  });

  it('needs a token before it reads anything', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/backend/api/v1/employer/employees',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: '{}',
    });
    expect(answer.json()).toEqual({ status: 401, errors: [{ code: 'AuthTokenNotValid' }] });
  });
});

describe('the list of employees', () => {
  it('comes in pages that leave nobody out and repeat nobody', async () => {
    await employer.sendLines(Array.from({ length: 23 }, (_, index) => ({ ...marie, employeeNumber: `n${index}` })));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await employer.call('GET', `employees?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { items, nextCursor, total } = page.body as {
        items: { employeeNumber: string }[];
        nextCursor: string | null;
        total: number;
      };
      expect(total).toBe(23 + (cursor === '' ? 0 : 1));
      if (cursor === '') await employer.call('POST', 'employees', { ...marie, employeeNumber: 'late' });
      seen.push(...items.map(({ employeeNumber }) => employeeNumber));
      cursor = nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(24);
  });

  it.each(['limit=0', 'limit=201', 'cursor=never', 'state=pending'])('refuses %s', async (query) => {
    expect(await employer.call('GET', `employees?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'InvalidRequest' }] },
    });
  });

  it('shows nobody of another employer', async () => {
    const other = await createTestEmployer(test);
    await other.call('POST', 'employees', marie);
    expect((await employer.call('GET', 'employees')).body).toMatchObject({ items: [], total: 0 });
    expect(await employer.call('GET', 'employees/A-1')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'EntityNotFound' }] },
    });
    const page = await other.call('GET', 'employees?limit=1');
    expect(page.body).toMatchObject({ total: 1, nextCursor: null });
  });

  it('finds a number with a slash or an accent in it', async () => {
    await employer.call('POST', 'employees', { ...marie, employeeNumber: 'é/1 2' });
    expect(await employer.call('GET', `employees/${encodeURIComponent('é/1 2')}`)).toMatchObject({ status: 200 });
  });
});

it('keeps no name, number, contact or code in clear', async () => {
  const { body } = await employer.call('POST', 'employees', marie);
  const rows = await test.platform.db.selectFrom('employees').selectAll().execute();
  const stored = rows.flatMap((row) =>
    Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
  );
  const clear = [...Object.values(marie), '+33639980001', String(body['activationCode'])];
  for (const value of clear) expect(stored.filter((column) => column.includes(value))).toEqual([]);
});
