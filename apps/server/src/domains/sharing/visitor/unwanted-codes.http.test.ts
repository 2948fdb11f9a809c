import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { waitFor } from '../../../testing/people/activation-steps.ts';
import { openLink } from '../../../testing/people/links.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { blockSender, makeBlockLinks } from '../sending/blocks.ts';

const passed = { status: 204, code: undefined };
/** One time too many at the end. */
const asked = 4;

let test: TestApp;
let owner: Sharer;
let lease: string;
beforeAll(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  lease = await owner.document('Bail');
  // Soon after a document, its process asks for its reading: that statement is not one of a code.
  await waitFor(async () => ((await countJobs('documents.read')) === 1 ? true : undefined));
  // Connects what connects at its first use.
  await codesTo({ email: 'premier@example.org', phone: '0639980121' }, 'SMS');
});
afterAll(() => test.close());

/** The statements that PostgreSQL gets for each code of a recipient. No worker runs: its statements would count too. */
async function codesTo(recipient: { email: string; phone: string }, mode: 'EMAIL' | 'SMS'): Promise<string[][]> {
  const { link } = await owner.share([lease], { recipients: [recipient] });
  const visitor = await ShareVisitor.of(test, link);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const statements: string[][] = [];
  try {
    for (let count = 0; count < asked; count += 1) {
      query.mockClear();
      expect(await visitor.askCode(mode)).toEqual(passed);
      statements.push(query.mock.calls.map(([sent]) => textOf(sent)));
    }
  } finally {
    query.mockRestore();
  }
  return statements;
}

const textOf = (sent: unknown): string => String(Object(sent).text ?? sent);

async function block(email: string) {
  const invited = { safeId: owner.owner.safeId, messageId: email, email };
  const { token } = await openLink(test, (await makeBlockLinks(test.platform, invited)).SENDER);
  await blockSender(test.platform, { token, scope: 'SENDER' });
}

/** Those that have not ended. */
async function countJobs(...names: string[]): Promise<number> {
  const { rows } = await sql`
    select 1 from pgboss.job where name = any(${names}::text[]) and state < 'completed'`.execute(test.platform.db);
  return rows.length;
}

it('a code that a recipient does not want costs the same statements as another, and is never sent', async () => {
  const wanted = { email: 'libre@example.org', phone: '0639980122' };
  const unwanted = { email: 'voisin@example.org', phone: '0639980123' };
  const wantedByPhone = { email: 'libre.mobile@example.org', phone: '0639980124' };
  const unwantedByPhone = { email: 'voisin.mobile@example.org', phone: '0639980125' };
  for (const { email } of [unwanted, unwantedByPhone]) await block(email);
  const costs = await codesTo(wanted, 'EMAIL');
  expect(costs.every((statements) => statements.length > 0)).toBe(true);
  expect(await codesTo(unwanted, 'EMAIL')).toEqual(costs);
  expect(await codesTo(unwantedByPhone, 'SMS')).toEqual(await codesTo(wantedByPhone, 'SMS'));

  await test.startWorker();
  await expect.poll(() => countJobs('send-mail', 'send-sms')).toBe(0);
  const codes = test.mails.filter(({ subject }) => subject === 'Votre code de vérification');
  expect(new Set(codes.map(({ to }) => to))).toEqual(new Set([wanted.email]));
  expect(new Set(test.texts.map(({ to }) => to))).toEqual(new Set(['+33639980121', '+33639980124']));
});
