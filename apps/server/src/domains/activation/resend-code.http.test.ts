import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationForm,
  activationSteps,
  newPassword,
  statusAndCode,
  waitFor,
} from '../../testing/people/activation-steps.ts';
import { queueUnprovedSms } from '../../platform/sms/unproved-numbers.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

describe('a lost code', () => {
  const resend = (payload: object, from: { address?: string } = {}) =>
    steps.post('activation/resend-code', payload, from);
  const codeIn = (text: string) => /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? '';

  it('is replaced by mail, to the address that the employer gave', async () => {
    const email = steps.newEmail();
    const pending = await steps.makePending({ email });
    const { lastName, birthDate } = pending;
    const answer = await resend({ lastName, birthDate, email: email.toUpperCase() });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const mail = await steps.mailTo(email);
    expect(mail.subject).toBe('Votre nouveau code d’activation');
    expect(mail.text).toContain('https://safe.example/activation');
    expect(statusAndCode(await steps.begin(pending))).toEqual([404, 'EntityNotFound']);
    expect((await steps.begin({ ...pending, activationCode: codeIn(mail.text) })).statusCode).toBe(200);
  });

  it('is replaced by SMS, in one message', async () => {
    const pending = await steps.makePending({ phone: '06 39 98 77 01' });
    const { lastName, birthDate } = pending;
    await resend({ lastName, birthDate, phone: '0639987701' });
    const { text } = await waitFor(() => test.texts.find(({ to }) => to === '+33639987701'));
    expect(text.length).toBeLessThanOrEqual(160);
    expect((await steps.begin({ ...pending, activationCode: codeIn(text) })).statusCode).toBe(200);
  });

  it('stays good where its number has had all its messages of the day', async () => {
    const [phone, to] = ['06 39 98 77 08', '+33639987708'];
    const { lastName, birthDate, ...pending } = await steps.makePending({ phone });
    await test.platform.db.transaction().execute(async (tx) => {
      for (let count = 0; count < 60; count++)
        expect(await queueUnprovedSms(tx, test.platform, { account: String(count), to, text: 'x' })).toBe(true);
    });
    expect((await resend({ lastName, birthDate, phone })).statusCode).toBe(204);
    await jobsDone(test);
    expect(test.texts.filter((text) => text.to === to && codeIn(text.text) !== '')).toEqual([]);
    expect((await steps.begin({ lastName, birthDate, ...pending })).statusCode).toBe(200);
  });

  it('answers unknown people alike, and sends nothing to a contact that the employer did not give', async () => {
    const email = steps.newEmail();
    const pending = await steps.makePending({ email });
    const { lastName, birthDate } = pending;
    const answers = [
      await resend({ lastName, birthDate, email: 'thief@perso.example' }),
      await resend({ lastName: 'Personne', birthDate, email }),
      await resend({ lastName, birthDate, phone: '0639987702' }),
    ];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
      [204, ''],
    ]);
    await resend({ lastName, birthDate, email });
    await steps.mailTo(email);
    expect(test.mails.filter(({ to }) => to === 'thief@perso.example')).toEqual([]);
    expect(test.texts.filter(({ to }) => to === '+33639987702')).toEqual([]);
    expect((await resend({ lastName, birthDate })).statusCode).toBe(400);
  });

  it('is sent three times an hour at most, and the answer stays the same', async () => {
    const email = steps.newEmail();
    const { lastName, birthDate } = await steps.makePending({ email });
    const asker = { address: '2001:db8:7:7::1' };
    const sent = () => test.mails.filter(({ to }) => to === email).length;
    for (let count = 1; count <= 3; count += 1) {
      await resend({ lastName, birthDate, email: count === 1 ? email : email.toUpperCase() }, asker);
      await waitFor(() => (sent() === count ? true : undefined));
    }
    expect((await resend({ lastName, birthDate, email }, asker)).statusCode).toBe(204);
    const other = steps.newEmail();
    const next = await steps.makePending({ email: other });
    await resend({ lastName: next.lastName, birthDate: next.birthDate, email: other });
    await steps.mailTo(other);
    expect(sent()).toBe(3);
  });

  it('is still sent to who lost it, however often strangers who know the name and birth date have asked', async () => {
    const email = steps.newEmail();
    const { lastName, birthDate } = await steps.makePending({ email });
    const stranger = { address: '198.51.100.7' };
    for (let count = 0; count < 5; count++) {
      await resend({ lastName, birthDate, email: 'thief@perso.example' }, stranger);
      await resend({ lastName, birthDate, email }, stranger);
      // One customer of an IPv6 provider is one asker.
      await resend({ lastName, birthDate, email }, { address: `2001:db8:9:9::${count + 1}` });
    }
    const sent = () => test.mails.filter(({ to }) => to === email).length;
    await expect.poll(sent).toBe(6);
    await resend({ lastName, birthDate, email }, { address: '192.0.2.44' });
    await expect.poll(sent).toBe(7);
  });

  it('is sent twenty times an hour to one contact at most, whoever asks', async () => {
    const email = steps.newEmail();
    const { lastName, birthDate } = await steps.makePending({ email });
    for (let count = 0; count < 22; count++) await resend({ lastName, birthDate, email });
    await jobsDone(test);
    expect(test.mails.filter(({ to }) => to === email)).toHaveLength(20);
  });
});

it('leaves no name, address or code in the log or in the queue of jobs', async () => {
  const pending = await steps.makePending({ email: steps.newEmail() });
  const { token, email } = await steps.makeNewcomer(pending);
  await steps.post('activation/resend-code', { ...pending, activationCode: undefined, firstName: undefined });
  await steps.post('activation', activationForm, { token });
  const { rows } = await sql<{ row: string }>`select to_jsonb(job)::text as row from pgboss.job`.execute(
    test.platform.db,
  );
  expect(rows.some(({ row }) => row.includes('activation.resend-code'))).toBe(true);
  const kept = [...test.logged, ...rows.map(({ row }) => row)].join('\n');
  for (const secret of [email, pending.lastName, pending.activationCode, newPassword, token])
    expect(kept).not.toContain(secret);
});
