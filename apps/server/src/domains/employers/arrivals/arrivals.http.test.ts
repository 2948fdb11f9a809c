import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { waitFor } from '../../../testing/people/activation-steps.ts';
import { beginScheduled } from '../../../testing/jobs/scheduled-jobs.ts';
import { Depositor, october } from '../../../testing/people/depositor.ts';
import { makePdf, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { noticeArrivals } from './notice-arrivals.ts';

let test: TestApp;
let from: Depositor;
let owner: TestOwner;
beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://safe.example' });
  await test.startWorker();
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
  owner = await from.addOwner();
});

const hour = 3_600_000;
const mailsOf = ({ email }: TestOwner) => test.mails.filter(({ to }) => to === email);

const deposit = async (title: string) => {
  const answer = await from.deposit({ metadata: { ...october, title }, content: makePdf(title) });
  expect(answer.status).toBe(201);
};

it.each([
  ['fr', 'Un nouveau document dans votre coffre'],
  ['en', 'A new document in your safe'],
] as const)('mails the owner once of what came, without a name, a title or an amount: %s', async (locale, subject) => {
  from = await Depositor.make(test);
  owner = await from.addOwner({ locale });
  await deposit('Bulletin d’octobre, Prime 2 345,67 €');
  // The deposit itself sends nothing.
  expect(mailsOf(owner)).toEqual([]);
  expect(await noticeArrivals(test.platform)).toBe(1);
  const mail = await waitFor(() => mailsOf(owner)[0]);
  expect(mail.subject).toBe(subject);
  for (const body of [mail.subject, mail.text, mail.html]) {
    expect(body).not.toMatch(/Martin|octobre|october|bulletin|payslip|prime|345|€/i);
  }
  expect(mail.text).toContain('https://safe.example/documents?unread=true');
  expect(await noticeArrivals(test.platform)).toBe(0);
});

it('mails by itself, from a job that the worker begins every five minutes', async () => {
  await deposit('Bulletin d’octobre');
  expect(await beginScheduled(test, 'employers.notice-arrivals')).toBe('*/5 * * * *');
  const mail = await waitFor(() => mailsOf(owner)[0]);
  expect(mail.subject).toBe('Un nouveau document dans votre coffre');
});

it('mails at most once an hour, and then of all that came since', async () => {
  await deposit('Premier');
  expect(await noticeArrivals(test.platform)).toBe(1);
  for (const title of ['Deuxième', 'Troisième']) {
    test.clock.advance(60_000);
    await deposit(title);
  }
  test.clock.advance(hour - 3 * 60_000);
  expect(await noticeArrivals(test.platform)).toBe(0);
  test.clock.advance(3 * 60_000);
  expect(await noticeArrivals(test.platform)).toBe(1);
  const mails = await waitFor(() => (mailsOf(owner).length === 2 ? mailsOf(owner) : undefined));
  expect(mails.map(({ subject }) => subject)).toEqual([
    'De nouveaux documents dans votre coffre',
    'Un nouveau document dans votre coffre',
  ]);
});

it('mails nothing of what its owner has read already, nor of what goes on paper', async () => {
  await deposit('Lu');
  const { items } = await from.documentsOf(owner);
  const url = `/backend/api/v1/documents/${items[0]?.id}/content`;
  expect((await test.app.inject({ url, headers: owner.headers })).statusCode).toBe(200);
  await from.setElectronic(owner, false);
  await deposit('Refusé');
  expect(await noticeArrivals(test.platform)).toBe(0);
});

it('mails once where two workers look at the same instant', async () => {
  await deposit('Deux à la fois');
  const counts = await Promise.all([1, 2, 3].map(() => noticeArrivals(test.platform)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
});

it('mails the other owners where a safe cannot be read', async () => {
  await deposit('Illisible');
  const broken = owner;
  await test.platform.db
    .updateTable('accounts')
    .set({ sealed_profile: Buffer.alloc(64) })
    .where('safe_id', '=', broken.safeId)
    .execute();
  from = await Depositor.make(test);
  owner = await from.addOwner();
  await deposit('Lisible');
  expect(await noticeArrivals(test.platform)).toBe(1);
  await waitFor(() => mailsOf(owner)[0]);
  expect(mailsOf(broken)).toEqual([]);
});
