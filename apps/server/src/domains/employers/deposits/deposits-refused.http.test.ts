import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Depositor, october, readingAntivirus } from '../../../testing/people/depositor.ts';
import { makeForm, makePdf } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let from: Depositor;
/** The objects of uploads that came to nothing. */
const dropped: string[] = [];

beforeAll(async () => {
  test = await createTestApp({ antivirus: readingAntivirus });
  const { objects } = test.platform;
  const remove = objects.remove.bind(objects);
  objects.remove = async (objectId) => {
    dropped.push(objectId);
    await remove(objectId);
  };
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
  dropped.length = 0;
});

/** The others are announced, and wait for a deposit. */
const intentsOfDropped = () =>
  test.platform.db.selectFrom('upload_intents').selectAll().where('object_id', 'in', dropped).execute();

const malformed = (field: string, rule: string, bounds = {}) => ({
  status: 400,
  errors: [{ code: 'InvalidRequest', field, params: { rule, ...bounds } }],
});

describe('a refused deposit', () => {
  it.each([
    ['malware', { content: makePdf('MALWARE') }, { status: 422, code: 'MalwareDetected' }],
    ['no verdict', { content: makePdf('AWAY') }, { status: 503, code: 'AntimalwareUnavailable' }],
    ['a file unlike its extension', { fileName: 'bulletin.png' }, { status: 415, code: 'UnsupportedFileType' }],
    ['an unknown extension', { fileName: 'bulletin.exe' }, { status: 415, code: 'UnsupportedFileType' }],
    ['an empty file', { content: Buffer.alloc(0) }, { status: 415, code: 'UnsupportedFileType' }],
  ])(
    'for %s leaves an entry in the safe’s journal and nothing else, in any order',
    async (_, change, { status, code }) => {
      const owner = await from.addOwner();
      const before = await from.objects();
      for (const fileFirst of [true, false])
        expect(await from.deposit({ ...change, fileFirst, key: 'k' })).toMatchObject({
          status,
          body: { errors: [{ code }] },
        });
      const refused = (await from.journalOf(owner)).filter(({ action }) => action === 'document.deposit-refused');
      expect(refused).toMatchObject([
        { result: 'refused', actor: { kind: 'employer', name: 'Ateliers Martin' }, title: 'Bulletin d’octobre' },
        { result: 'refused' },
      ]);
      expect(await from.objects()).toEqual(before);
      expect(dropped).toHaveLength(2);
      expect(await intentsOfDropped()).toEqual([]);
      expect((await from.deposit({ key: 'k' })).status).toBe(201);
    },
  );

  it('with metadata that are not UTF-8 is refused', async () => {
    await from.addEmployee();
    const { headers, payload } = makeForm([
      { name: 'metadata', value: JSON.stringify({ ...october, title: 'Paie signée' }), type: 'application/json' },
      { name: 'file', fileName: 'bulletin.pdf', content: makePdf('october') },
    ]);
    const ids = { sub: from.employer.employerId, sid: from.employer.employerId };
    const token = await test.platform.tokens.issue('employer', ids, { browser: null });
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/employer/deposits' },
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': 'latin' },
      payload: Buffer.from(payload.toString(), 'latin1'),
    });
    expect(answer.json()).toEqual(malformed('metadata', 'characters'));
  });

  const at = (field: string, rule: string, bounds = {}) => malformed(`metadata.${field}`, rule, bounds);

  it.each([
    ['no JSON', '{', malformed('metadata', 'json')],
    ['JSON nested without end', '['.repeat(4_900) + ']'.repeat(4_900), malformed('metadata', 'json')],
    ['no object', '12', malformed('metadata', 'type')],
    ['an unknown field', { ...october, amount: 1 }, at('amount', 'unknown')],
    ['no type', { ...october, type: undefined }, at('type', 'required')],
    ['an unknown type', { ...october, type: 'PAY' }, at('type', 'value')],
    ['no such month', { ...october, period: '2026-13' }, at('period', 'format')],
    ['a month before all payslips', { ...october, period: '0000-01' }, at('period', 'format')],
    ['a month before 1900', { ...october, period: '1899-12' }, at('period', 'format')],
    ['a title too long', { ...october, title: 'x'.repeat(201) }, at('title', 'maxLength', { max: 200 })],
    ['a NIR', { ...october, title: 'Paie 1 85 05 78 006 084 91' }, at('title', 'nir')],
  ])('with metadata of %s is told by field', async (_, metadata, expected) => {
    await from.addEmployee();
    const before = await from.objects();
    expect((await from.deposit({ metadata })).body).toEqual(expected);
    expect(await from.objects()).toEqual(before);
  });

  it('is told every bad field of its metadata at once', async () => {
    const metadata = { ...october, type: 'PAY', title: 'Paie 1 85 05 78 006 084 91', amount: 1 };
    const told = [...at('title', 'nir').errors, ...at('type', 'value').errors, ...at('amount', 'unknown').errors];
    expect((await from.deposit({ metadata })).body).toEqual({ status: 400, errors: told });
  });

  it.each([
    ['the key', () => from.deposit({ key: null }), malformed('idempotency-key', 'required')],
    [
      'the file',
      () => from.send([{ name: 'metadata', value: JSON.stringify(october) }], crypto.randomUUID()),
      malformed('file', 'required'),
    ],
    [
      'the metadata',
      () => from.send([{ name: 'file', fileName: 'a.pdf', content: makePdf('x') }], crypto.randomUUID()),
      malformed('metadata', 'required'),
    ],
  ])('without %s is told so', async (_, sending, expected) => {
    await from.addEmployee();
    expect((await sending()).body).toEqual(expected);
  });

  const file = { name: 'file', fileName: 'a.pdf', content: makePdf('x') };
  const metadata = { name: 'metadata', value: JSON.stringify(october) };
  const asFile = { name: 'metadata', fileName: 'blob', content: Buffer.from(metadata.value) };
  const json = (value: string) => ({ name: 'metadata', value, type: 'application/json' });

  it.each([
    ['a text too long', [{ ...metadata, value: 'x'.repeat(10_001) }, file], 'metadata', 'maxLength', { max: 10_000 }],
    ['a text twice', [metadata, metadata, file], 'metadata', 'maxItems', { max: 1 }],
    [
      'a text that is empty, then given',
      [{ ...metadata, value: '' }, metadata, file],
      'metadata',
      'maxItems',
      { max: 1 },
    ],
    ['a text as a file', [asFile, file], 'metadata', 'type'],
    ['a text as a file, after the file', [file, asFile], 'metadata', 'type'],
    ['a file as a text', [metadata, { name: 'file', value: 'x' }], 'file', 'type'],
    ['two files', [metadata, file, file], 'file', 'maxItems', { max: 1 }],
    ['a field that is not of the form', [metadata, { name: 'note', value: 'x' }, file], 'note', 'unknown'],
    ['a file that is not of the form', [metadata, { ...file, name: 'note' }, file], 'note', 'unknown'],
    ['broken JSON announced as such', [json('{'), file], 'metadata', 'json'],
    ['JSON too long, announced as such', [json(`"${'x'.repeat(10_001)}"`), file], 'metadata', 'json'],
    ['JSON without end, announced as such', [json('['.repeat(4_999) + ']'.repeat(4_999)), file], 'metadata', 'json'],
  ])('in a form with %s is told so', async (_, parts, field, rule, bounds: Record<string, number> = {}) => {
    await from.addEmployee();
    const before = await from.objects();
    expect((await from.send(parts)).body).toEqual(malformed(field, rule, bounds));
    expect(await from.objects()).toEqual(before);
    expect(dropped).toHaveLength(1);
    expect(await intentsOfDropped()).toEqual([]);
  });

  it('is told every bad part of its form at once', async () => {
    const parts = [asFile, { name: 'note', value: 'x' }];
    const told = [
      ['metadata', 'type'],
      ['note', 'unknown'],
      ['file', 'required'],
    ] as const;
    expect((await from.send(parts)).body).toEqual({
      status: 400,
      errors: told.flatMap(([field, rule]) => malformed(field, rule).errors),
    });
  });

  it('for an unknown employee, or another employer’s, stores nothing and frees the key', async () => {
    const other = await Depositor.make(test);
    await other.addEmployee();
    const before = await from.objects();
    expect(await from.deposit({ key: 'k' })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'EntityNotFound' }] },
    });
    expect(await from.objects()).toEqual(before);
    await from.addEmployee();
    expect((await from.deposit({ key: 'k' })).status).toBe(201);
  });

  it.each([
    ['a good deposit', {}],
    ['malware', { content: makePdf('MALWARE') }],
    ['no JSON', { metadata: '{' }],
  ])('of an employer that has been removed since its token is told nothing else: %s', async (_, sent) => {
    await test.platform.db.deleteFrom('employers').where('employer_id', '=', from.employer.employerId).execute();
    const before = await from.objects();
    expect(await from.deposit(sent)).toMatchObject({ status: 401, body: { errors: [{ code: 'AuthTokenNotValid' }] } });
    expect(await from.objects()).toEqual(before);
    expect(dropped).toHaveLength(1);
    expect(await intentsOfDropped()).toEqual([]);
  });

  it('without its key, of an employer that has been removed, is told nothing else either', async () => {
    await test.platform.db.deleteFrom('employers').where('employer_id', '=', from.employer.employerId).execute();
    expect(await from.deposit({ key: null })).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'AuthTokenNotValid' }] },
    });
  });

  it('keeps nothing when the last transaction fails, and can be sent again', async () => {
    const owner = await from.addOwner();
    const before = await from.objects();
    const { vault } = test.platform;
    const keysOf = vault.keysOf.bind(vault);
    vault.keysOf = () => Promise.reject(new Error('the keys are away'));
    expect((await from.deposit({ key: 'k' })).status).toBe(500);
    vault.keysOf = keysOf;
    expect(await from.objects()).toEqual(before);
    expect((await from.deposit({ key: 'k' })).status).toBe(201);
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1 });
  });
});
