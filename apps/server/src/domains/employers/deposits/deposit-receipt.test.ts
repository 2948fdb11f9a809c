import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openAnswer, sealAnswer, withEntry, type DepositAnswer } from './deposit-receipt.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const depositId = '01890000-0000-7000-8000-000000000001';
const hash = Buffer.alloc(32, 7);
const answer: DepositAnswer = {
  depositId,
  delivery: 'ELECTRONIC',
  sha256: 'ab'.repeat(32),
  receipt: { depositId, sha256: 'ab'.repeat(32), depositedAt: '2026-10-31T08:00:00.000Z', journalHash: null },
};

it('tells the entry that stands beside a receipt, and the one that an older receipt holds', () => {
  const { secrets } = test.platform;
  const told = withEntry(answer, hash);
  expect(told.receipt.journalHash).toBe('07'.repeat(32));
  const asked = { depositId, sealedReceipt: sealAnswer(secrets, answer) };
  expect(openAnswer(secrets, { ...asked, journalHash: hash })).toEqual(told);
  expect(openAnswer(secrets, { ...asked, journalHash: null })).toEqual(answer);
  const older = { depositId, sealedReceipt: sealAnswer(secrets, told), journalHash: null };
  expect(openAnswer(secrets, older)).toEqual(told);
});
