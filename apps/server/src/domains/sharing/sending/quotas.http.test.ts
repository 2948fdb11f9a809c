import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const refused = { status: 429, code: 'TooManyRequests' };
const done = { status: 201, code: undefined };

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Bail');
});
afterEach(() => test.close());

const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}.${at}@example.org`);
const shareWith = (emails: readonly string[], by = owner) =>
  by.call('POST', 'sharings', {
    ...{ title: 'Dossier', documents: [document], mode: 'EMAIL' },
    recipients: emails.map((email) => ({ email })),
  });
const told = async (emails: readonly string[]) => toldOf(await shareWith(emails));
const request = (email: string) => owner.call('POST', 'document-requests', { title: 'Justificatifs', email });

describe('the new addresses that a safe writes to', () => {
  it('are 20 in 24 hours in its first week: a longer list is refused whole, before anything is sent', async () => {
    expect(await told(addresses(10, 'a'))).toEqual(done);
    expect(await told(addresses(9, 'b'))).toEqual(done);
    const answer = await shareWith(addresses(2, 'c'));
    expect(toldOf(answer)).toEqual(refused);
    expect(answer.json().errors[0].params).toEqual({ limit: 'newAddresses', max: 20, left: 1 });
    expectADay(answer.headers['retry-after']);
    await test.startWorker();
    await expect.poll(() => test.mails.length).toBe(19);
    expect(test.mails.some(({ to }) => to.startsWith('c.'))).toBe(false);
    expect((await owner.list()).length).toBe(2);
    expect(await told(addresses(1, 'c'))).toEqual(done);
  });

  it('are 50 after its first week', async () => {
    test.clock.advance(weekMs);
    await signInAgain();
    for (const name of ['a', 'b', 'c', 'd', 'e']) expect(await told(addresses(10, name))).toEqual(done);
    const answer = await shareWith(addresses(1, 'f'));
    expect(answer.json().errors[0].params).toEqual({ limit: 'newAddresses', max: 50, left: 0 });
  });

  it('are counted over shares and requests for documents, each once', async () => {
    for (const name of ['a', 'b']) await shareWith(addresses(10, name));
    expect(toldOf(await request('agence@example.org'))).toEqual(refused);
    expect(toldOf(await request('A.1@example.org'))).toEqual(done);
    expect(await told(['a.1@example.org', ' B.2@EXAMPLE.org'])).toEqual(done);
    expect(await told(['a.1@example.org', 'agence@example.org'])).toEqual(refused);
    const link = await owner.call('POST', 'sharings', { title: 'Lien', documents: [document], mode: 'LINK' });
    expect(toldOf(link)).toEqual(done);
  });

  it('have room again when they are a day old, and those before stay known', async () => {
    for (const name of ['a', 'b']) await shareWith(addresses(10, name));
    test.clock.advance(24 * hourMs);
    await signInAgain();
    expect(await told(addresses(10, 'c'))).toEqual(done);
    expect(await told(addresses(10, 'a'))).toEqual(done);
    expect(await told(addresses(10, 'd'))).toEqual(done);
    expect(await told(addresses(1, 'e'))).toEqual(refused);
  });

  it('are no more for calls at the same instant, to two processes', async () => {
    const beside = await createTestApp({ beside: test });
    const other = new Sharer(beside, owner.owner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => shareWith(addresses(5, `n${at}`), at % 2 === 0 ? owner : other)),
    );
    await beside.close();
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  it('are those of one safe: another has its own', async () => {
    for (const name of ['a', 'b']) await shareWith(addresses(10, name));
    const other = new Sharer(test, await makeOwner(test));
    const share = await other.share([await other.document('Devis')], { recipients: [{ email: 'x@example.org' }] });
    expect(share.recipients).toHaveLength(1);
  });
});

describe('the SMS with codes that a share has sent', () => {
  const phone = '0639980120';
  const visitorOf = async (sharer: Sharer, wanted: { email: string; phone: string }) => {
    const share = await sharer.share([await sharer.document('Bail')], { recipients: [wanted] });
    return await ShareVisitor.of(test, share.link);
  };
  /** From a client address of its own: the count of one asker is another limit. */
  const ask = (visitor: ShareVisitor, from: string, mode = 'SMS') =>
    visitor.call('POST', 'sharings/send-code', { payload: { mode }, headers: { 'x-forwarded-for': from } });

  it('are 5 to a number in 24 hours, whoever the senders are', async () => {
    const senders = [owner, new Sharer(test, await makeOwner(test)), new Sharer(test, await makeOwner(test))];
    const visitors = await Promise.all(
      senders.map((sender, at) => visitorOf(sender, { email: `visiteur.${at}@example.org`, phone })),
    );
    const statuses: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const visitor = visitors[count % 3];
      if (visitor) statuses.push((await ask(visitor, `192.0.2.${count}`)).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429, 429, 429]);
    const [visitor] = visitors;
    if (!visitor) return;
    const answer = await ask(visitor, '192.0.2.99');
    expect(answer.json().errors[0]).toEqual({
      ...{ code: 'TooManyRequests', params: { limit: 'sms', perNumber: 5, perSender: 30 } },
    });
    expectADay(answer.headers['retry-after']);
    expect((await ask(visitor, '192.0.2.99', 'EMAIL')).statusCode).toBe(204);
    await test.startWorker();
    await expect.poll(() => test.texts.length).toBe(5);
    test.clock.advance(24 * hourMs);
    expect((await ask(visitor, '192.0.2.100')).statusCode).toBe(204);
  });

  it('are 30 for a safe in 24 hours', async () => {
    const recipients = Array.from({ length: 7 }, (_, at) => ({
      ...{ email: `visiteur.${at}@example.org`, phone: `06399801${10 + at}` },
    }));
    const visitors = await Promise.all(recipients.map((recipient) => visitorOf(owner, recipient)));
    const statuses: number[] = [];
    for (const [at, visitor] of visitors.entries())
      for (let count = 0; count < 5; count += 1)
        statuses.push((await ask(visitor, `192.0.2.${at * 10 + count}`)).statusCode);
    expect(statuses).toEqual([...Array<number>(30).fill(204), ...Array<number>(5).fill(429)]);
  });

  it('are no more for calls at the same instant, to two processes', async () => {
    const beside = await createTestApp({ beside: test, settings: { trustedProxies: ['127.0.0.1'] } });
    const mine = await visitorOf(owner, { email: 'visiteur@example.org', phone });
    const theirs = new ShareVisitor(beside, mine.codeToken);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => ask(at % 2 === 0 ? mine : theirs, `192.0.2.${at}`)),
    );
    await beside.close();
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(5);
  });
});

/** The clock of a test goes on. */
function expectADay(retryAfter: unknown): void {
  expect(Number(retryAfter)).toBeGreaterThan(23 * 3600);
  expect(Number(retryAfter)).toBeLessThanOrEqual(24 * 3600);
}

/** Sessions end after 12 hours without a refresh. */
async function signInAgain(): Promise<void> {
  const { email, password } = owner.owner;
  const answer = await test.app.inject({
    ...{ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } },
  });
  owner.owner.headers = { authorization: `Bearer ${String(answer.headers['set-authorization'])}` };
}
