import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';
import { sealAdded, storeAdded } from '../upload/add-document.ts';
import { tagSuccessions } from './successions.ts';

let t: TestApp;
let martin: Depositor;
let durand: Depositor;
let owner: TestOwner;

beforeAll(async () => {
  t = await createTestApp();
  martin = await Depositor.make(t);
  durand = new Depositor(t, await createTestEmployer(t, { name: 'Imprimerie Durand' }));
  owner = await martin.addOwner();
  await (await durand.addEmployee()).activate(owner);
});
afterAll(() => t.close());

const call = (method: 'GET' | 'POST', path: string, payload?: object, who = owner) =>
  t.app.inject({ method, url: `/backend/api/v1/${path}`, headers: who.headers, ...(payload && { payload }) });
const calendar = async (who = owner) => (await call('GET', 'payslips', undefined, who)).json().employers;
const get = async (id: string) => (await call('GET', `documents/${id}`)).json();

/** Deposits a payslip and answers its identifier. */
async function deposit(from: Depositor, period: string | undefined, text: string): Promise<string> {
  const title = `Bulletin ${text}`;
  const metadata = { employeeNumber: '7', type: 'PAYE', title, ...(period !== undefined && { period }) };
  const answer = await from.deposit({ metadata, content: makePdf(text) });
  expect(answer.status).toBe(201);
  const { items } = await from.documentsOf(owner);
  const made = items.find((item) => item['title'] === title);
  if (!made) throw new Error('the deposit is missing');
  return made.id;
}

describe('the payslip calendar', () => {
  it('is empty in a safe without payslips', async () => {
    expect(await calendar(await makeOwner(t))).toEqual([]);
  });

  it('tells the months held by employer, the newest employer first, a correction before what it corrects', async () => {
    const september = await deposit(martin, '2026-09', 'm-09');
    const july = await deposit(martin, '2026-07', 'm-07');
    const corrected = await deposit(martin, '2026-07', 'm-07-corrected');
    const old = await deposit(durand, '2019-12', 'd-12');
    await deposit(martin, undefined, 'without a month');
    expect(await calendar()).toEqual([
      {
        id: martin.employer.employerId,
        name: 'Ateliers Martin',
        firstPeriod: '2026-07',
        lastPeriod: '2026-09',
        months: [
          { period: '2026-07', documentIds: [corrected, july] },
          { period: '2026-09', documentIds: [september] },
        ],
      },
      {
        id: durand.employer.employerId,
        name: 'Imprimerie Durand',
        firstPeriod: '2019-12',
        lastPeriod: '2019-12',
        months: [{ period: '2019-12', documentIds: [old] }],
      },
    ]);
  });

  it('says nothing of another safe', async () => {
    const other = await makeOwner(t);
    expect(await calendar(other)).toEqual([]);
  });

  it('leaves the trash out, and takes back what is restored', async () => {
    const id = await deposit(martin, '2026-03', 'm-03');
    const march = async () =>
      (await calendar())[0].months.filter(({ period }: { period: string }) => period === '2026-03');
    await call('POST', 'documents/delete', { documents: [id], folders: [], acknowledged: true });
    expect(await march()).toEqual([]);
    const { categoryId } = await get(id);
    await call('POST', 'trash/restore', { documents: [id], folders: [], to: { categoryId } });
    expect(await march()).toEqual([{ period: '2026-03', documentIds: [id] }]);
  });

  it('stands in the journal as a listing', async () => {
    await calendar();
    const entries = await martin.journalOf(owner);
    expect(entries.map(({ action }) => action).slice(0, 2)).toContain('document.listed');
  });
});

describe('a corrected payslip', () => {
  it('replaces the one before, and both stay readable', async () => {
    const first = await deposit(martin, '2025-01', 'first');
    expect(await get(first)).not.toHaveProperty('replacedBy');
    const second = await deposit(martin, '2025-01', 'second');
    const third = await deposit(martin, '2025-01', 'third');
    expect(await get(first)).toMatchObject({ replacedBy: second });
    expect(await get(first)).not.toHaveProperty('replaces');
    expect(await get(second)).toMatchObject({ replaces: first, replacedBy: third });
    expect(await get(third)).toMatchObject({ replaces: second });
    expect((await call('GET', `documents/${first}/content`)).rawPayload.equals(makePdf('first'))).toBe(true);
    const { items } = (await call('GET', 'documents?limit=200&type=PAYE')).json();
    const listed = items.find(({ id }: { id: string }) => id === second);
    expect(listed).toMatchObject({ replaces: first, replacedBy: third });
    const { items: found } = (await call('GET', 'documents?q=second')).json();
    expect(found[0]).toMatchObject({ id: second, replaces: first });
  });

  it.each([
    ['of another month', () => deposit(martin, '2024-02', 'month-a'), () => deposit(martin, '2024-03', 'month-b')],
    ['of another employer', () => deposit(martin, '2024-04', 'emp-a'), () => deposit(durand, '2024-04', 'emp-b')],
    ['without a month', () => deposit(martin, undefined, 'none-a'), () => deposit(martin, undefined, 'none-b')],
  ])('replaces nothing %s', async (_name, one, other) => {
    for (const id of [await one(), await other()]) {
      const shown = await get(id);
      expect(shown).not.toHaveProperty('replaces');
      expect(shown).not.toHaveProperty('replacedBy');
    }
  });

  it('is not another type of the same month', async () => {
    const payslip = await deposit(martin, '2024-06', 'type-a');
    const metadata = { employeeNumber: '7', type: 'PRN_STC', title: 'Solde', period: '2024-06' };
    await martin.deposit({ metadata, content: makePdf('type-b') });
    expect(await get(payslip)).not.toHaveProperty('replacedBy');
  });

  it('replaces what is left when the one between goes to the trash', async () => {
    const ids = [];
    for (const text of ['left-a', 'left-b', 'left-c']) ids.push(await deposit(martin, '2024-08', text));
    const [first = '', second = '', third = ''] = ids;
    await call('POST', 'documents/delete', { documents: [second], folders: [], acknowledged: true });
    expect(await get(third)).toMatchObject({ replaces: first });
    expect(await get(first)).toMatchObject({ replacedBy: third });
    const trashed = await get(second);
    expect(trashed).not.toHaveProperty('replaces');
    expect(trashed).not.toHaveProperty('replacedBy');
  });

  it('is known as one when it waited for its owner', async () => {
    const late = await martin.addEmployee('8');
    for (const text of ['waits-a', 'waits-b'])
      await martin.deposit({
        metadata: { employeeNumber: '8', type: 'PAYE', title: text, period: '2026-05' },
        content: makePdf(text),
      });
    const latecomer = await makeOwner(t);
    await late.activate(latecomer);
    await t.startWorker();
    await expect.poll(async () => (await martin.documentsOf(latecomer)).total).toBe(2);
    const [employer] = await calendar(latecomer);
    const [second, first] = employer.months[0].documentIds;
    const shown = (await call('GET', `documents/${second}`, undefined, latecomer)).json();
    expect(shown).toMatchObject({ title: 'waits-b', replaces: first });
  });
});

describe('what was deposited before there were successions', () => {
  it('is given one by the job, whatever it is, once', async () => {
    const first = await deposit(martin, '2023-01', 'before-a');
    const second = await deposit(martin, '2023-01', 'before-b');
    await t.platform.db.updateTable('documents').set({ succession_tag: null }).execute();
    expect(await get(second)).not.toHaveProperty('replaces');
    expect(await tagSuccessions(t.platform)).toBeGreaterThan(2);
    expect(await get(second)).toMatchObject({ replaces: first });
    expect(await tagSuccessions(t.platform)).toBe(0);
  });

  it('is no reason to stop where one of them is broken', async () => {
    const broken = await deposit(martin, '2023-02', 'broken');
    const row = { safe_id: owner.safeId, document_id: broken };
    const of = () => t.platform.db.updateTable('documents').where('document_id', '=', row.document_id);
    const { sealed } = await t.platform.db
      .selectFrom('documents')
      .select('sealed')
      .where('document_id', '=', broken)
      .executeTakeFirstOrThrow();
    await of()
      .set({
        succession_tag: null,
        sealed: Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)]),
      })
      .execute();
    expect(await tagSuccessions(t.platform)).toBe(1);
    expect(t.logged.join('')).toContain('a document cannot be opened');
    await of().set({ sealed }).execute();
  });
});

describe('fifty years of payslips', () => {
  it('are a calendar', async () => {
    const rich = await makeOwner(t);
    await fill(rich, 2_000);
    const [employer] = await calendar(rich);
    expect(employer.months).toHaveLength(600);
  });
});

/** Rows alone: a calendar opens no content. */
async function fill({ safeId }: TestOwner, count: number): Promise<void> {
  const { platform } = t;
  const { beginContent } = await import('../../../platform/sealing/content.ts');
  const { announceUpload } = await import('../upload/upload-intents.ts');
  for (let done = 0; done < count; done += 100)
    await platform.db.transaction().execute(async (tx) => {
      for (let at = done; at < done + 100; at++) {
        const intent = announceUpload(platform, safeId);
        await intent.written;
        const month = at % 600;
        const sealed = await sealAdded(tx, platform, {
          ...{ safeId, title: `Bulletin ${at}`, type: 'PAYE', addedBy: 'company', actor: { kind: 'employer' } },
          origin: { id: martin.employer.employerId, name: 'Ateliers Martin' },
          period: `${1976 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
          content: {
            ...{ intent, documentId: intent.objectId, headerFor: beginContent(intent.objectId).headerFor },
            ...{ sizeBytes: 1, fileName: 'bulletin.pdf', mimeType: 'application/pdf' },
            sha256: Buffer.alloc(32, at),
            sha512: Buffer.alloc(64, at),
          },
        });
        await storeAdded(tx, platform, sealed);
      }
    });
}
