import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Depositor, digest, october } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let from: Depositor;

beforeAll(async () => {
  // Room for nothing: an employer is never refused for want of it.
  test = await createTestApp({ storageLimitBytes: 1 });
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
});

const waitingDocuments = async (safeId: string) =>
  test.platform.db.selectFrom('documents').select('document_id').where('safe_id', '=', safeId).execute();

describe('a deposit for someone who has a safe', () => {
  it('is read there, byte for byte, and its receipt is in the journal', async () => {
    const owner = await from.addOwner();
    const content = makePdf('october', 300_000);
    const { status, body } = await from.deposit({ content });
    expect(status).toBe(201);
    expect(body).toEqual({
      depositId: body.depositId,
      delivery: 'ELECTRONIC',
      sha256: digest(content),
      receipt: {
        depositId: body.depositId,
        sha256: digest(content),
        depositedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        journalHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const { items } = await from.documentsOf(owner);
    expect(items).toMatchObject([
      {
        title: 'Bulletin d’octobre',
        type: 'PAYE',
        period: '2026-10',
        addedBy: 'company',
        origin: { name: 'Ateliers Martin' },
        unread: true,
        sha256: digest(content),
        size: content.length,
      },
    ]);
    const url = `/backend/api/v1/documents/${items[0]?.id}/content`;
    const read = await test.app.inject({ url, headers: owner.headers });
    expect(digest(read.rawPayload)).toBe(digest(content));
    expect(await from.journalOf(owner)).toContainEqual(
      expect.objectContaining({
        action: 'document.deposited',
        hash: body.receipt.journalHash,
        actor: { kind: 'employer', name: 'Ateliers Martin' },
        title: 'Bulletin d’octobre',
        documentId: items[0]?.id,
      }),
    );
  });

  it('may say its metadata as JSON, and up to the longest text', async () => {
    await from.addOwner();
    const { employeeNumber, type } = october;
    const value = JSON.stringify({ employeeNumber, type, title: 'Octobre' }).padEnd(10_000);
    const file = { name: 'file', fileName: 'bulletin.pdf', content: makePdf('october') };
    const asText = await from.send([{ name: 'metadata', value }, file]);
    expect(asText).toMatchObject({ status: 201, body: { delivery: 'ELECTRONIC' } });
    expect(await from.send([file, { name: 'metadata', value, type: 'application/json' }])).toEqual(asText);
  });

  it('goes on paper while electronic delivery is off, keeps nothing, and is told in the journal', async () => {
    const owner = await from.addOwner();
    await from.setElectronic(owner, false);
    expect((await from.employer.call('GET', 'employees/7')).body).toMatchObject({ state: 'refused' });
    const before = await from.objects();
    const paper = await from.deposit();
    expect(paper).toMatchObject({ status: 201, body: { delivery: 'PAPER', sha256: digest(makePdf('october')) } });
    expect(await from.documentsOf(owner)).toMatchObject({ total: 0 });
    expect(await from.objects()).toEqual(before);
    expect(await from.journalOf(owner)).toContainEqual(
      expect.objectContaining({
        action: 'document.deposit-refused',
        result: 'refused',
        hash: paper.body.receipt.journalHash,
      }),
    );
    expect((await from.deposit()).body).toEqual(paper.body);
  });

  it('that went on paper stays on paper once the owner accepts, under every later key', async () => {
    const owner = await from.addOwner();
    await from.setElectronic(owner, false);
    const paper = await from.deposit({ key: 'first' });
    await from.setElectronic(owner, true);
    for (const key of ['first', 'second', 'third']) expect(await from.deposit({ key })).toEqual(paper);
    expect(await from.documentsOf(owner)).toMatchObject({ total: 0 });
    const next = await from.deposit({ metadata: { ...october, period: '2026-11' } });
    expect(next.body.delivery).toBe('ELECTRONIC');
  });

  it('of another type still comes while payslips go on paper', async () => {
    const owner = await from.addOwner();
    await from.setElectronic(owner, false);
    const types = ['CONT', 'PRN_STC', 'PRN_WORKCERT'];
    for (const type of types) {
      const metadata = { employeeNumber: '7', type, title: type };
      expect((await from.deposit({ metadata, content: makePdf(type) })).body.delivery).toBe('ELECTRONIC');
    }
    expect((await from.deposit()).body.delivery).toBe('PAPER');
    expect(await from.documentsOf(owner)).toMatchObject({ total: types.length });
  });
});

describe('a deposit before activation', () => {
  it('waits in a safe made for it and reaches the owner, whole', async () => {
    const employee = await from.addEmployee();
    expect(await employee.waitingSafeId()).toBeNull();
    expect(await from.deposit()).toMatchObject({ status: 201, body: { delivery: 'ELECTRONIC' } });
    const waiting = (await employee.waitingSafeId()) ?? '';
    await from.deposit({ content: makePdf('november') });
    expect(await employee.waitingSafeId()).toBe(waiting);
    expect(await waitingDocuments(waiting)).toHaveLength(2);
    const owner = await makeOwner(test);
    await employee.activate(owner);
    await from.deposit({ content: makePdf('december') });
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1 });
  });

  it('makes one safe for deposits at the same instant', async () => {
    const employee = await from.addEmployee();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => from.deposit({ content: makePdf(`n${n}`) })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await waitingDocuments((await employee.waitingSafeId()) ?? '')).toHaveLength(5);
    const made = await test.platform.db
      .selectFrom('journal_entries')
      .select('safe_id')
      .where('action', '=', 'safe.created')
      .where('actor_id', '=', from.employer.employerId)
      .execute();
    expect(made).toHaveLength(1);
  });

  it('ends in the owner’s safe when the activation comes while the file is on its way', async () => {
    const employee = await from.addEmployee();
    const owner = await makeOwner(test);
    const { objects: store } = test.platform;
    const put = store.put.bind(store);
    store.put = async (id, chunks) => {
      const done = await put(id, chunks);
      store.put = put;
      await employee.activate(owner);
      return done;
    };
    expect(await from.deposit()).toMatchObject({ status: 201, body: { delivery: 'ELECTRONIC' } });
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1 });
  });

  it('goes on paper after a refusal, and nothing is kept', async () => {
    const employee = await from.addEmployee();
    await employee.refuse();
    const before = await from.objects();
    const { body } = await from.deposit();
    expect(body).toMatchObject({
      delivery: 'PAPER',
      sha256: digest(makePdf('october')),
      receipt: { journalHash: null },
    });
    expect((await from.deposit()).body).toEqual(body);
    const certificate = { employeeNumber: '7', type: 'PRN_WORKCERT', title: 'Certificat' };
    expect((await from.deposit({ metadata: certificate })).body.delivery).toBe('PAPER');
    expect(await from.objects()).toEqual(before);
    expect(await employee.waitingSafeId()).toBeNull();
  });
});

it('keeps neither title nor receipt in clear', async () => {
  await from.addEmployee();
  const { body } = await from.deposit({ key: 'my-key' });
  for (const table of ['deposits', 'deposit_keys', 'documents'] as const) {
    const rows = await test.platform.db.selectFrom(table).selectAll().execute();
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((v) => (Buffer.isBuffer(v) ? v.toString('latin1') : String(v)));
    for (const clear of ['Bulletin', 'my-key', body.sha256, '2026-10', 'bulletin.pdf'])
      expect(text.filter((column) => column.includes(clear))).toEqual([]);
  }
});
