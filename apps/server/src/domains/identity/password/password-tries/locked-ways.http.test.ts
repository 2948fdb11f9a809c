import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../../testing/people/activation-steps.ts';
import { jobsDone } from '../../../../testing/jobs/jobs-done.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { TestBrowser, tokenOf, type Answer } from '../../../../testing/test-browser.ts';
import { purgeIdentity } from '../../identity.jobs.ts';
import { unlockAccountAsOperator } from '../../account/operator.ts';

const v1 = '/backend/api/v1';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const wrong = 'Pas-Celui-La-12!?';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const newBrowser = () => new TestBrowser(test);

/** Wrong passwords of somebody who never signed in, from a new browser each. */
async function attack(email: string, times = 10): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let count = 0; count < times; count += 1) answers.push(await newBrowser().login(email, wrong));
  return answers;
}

async function makeKnown(owner: TestOwner): Promise<TestBrowser> {
  const browser = newBrowser();
  const token = await browser.signIn(owner.email);
  await browser.call('auth/logout', { headers: { authorization: `Bearer ${token}` } });
  return browser;
}

const link = /https:\/\/safe\.example\/p#([\w-]{22})/;
const noticesTo = ({ email }: TestOwner) => test.mails.filter(({ to, text }) => to === email && link.test(text));

/** The token of the newest mail, once there are so many. */
async function mailedToken(owner: TestOwner, count = 1): Promise<string> {
  const [newest] = await waitFor(() => (noticesTo(owner).length >= count ? noticesTo(owner) : undefined));
  return link.exec(newest?.text ?? '')?.[1] ?? '';
}

describe('ten wrong passwords of strangers', () => {
  it('close the way by password for browsers that never signed in, and for no other', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    await attack(owner.email);
    expect(statusAndCode(await newBrowser().login(owner.email))).toEqual([403, 'AccountLocked']);
    expect((await known.login(owner.email)).statusCode).toBe(200);
  });

  it('stay counted when a known browser signs in', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    await attack(owner.email, 9);
    expect((await known.login(owner.email)).statusCode).toBe(200);
    await attack(owner.email, 1);
    expect(statusAndCode(await newBrowser().login(owner.email))).toEqual([403, 'AccountLocked']);
  });

  it('are not those of a browser that knows another account', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const known = await makeKnown(other);
    for (let count = 0; count < 10; count += 1) await known.login(owner.email, wrong);
    expect(statusAndCode(await newBrowser().login(owner.email))).toEqual([403, 'AccountLocked']);
    expect((await known.login(other.email)).statusCode).toBe(200);
  });

  it('leave the reset open, which opens every way again', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    await attack(owner.email);
    for (let count = 0; count < 10; count += 1) await known.login(owner.email, wrong);
    const asker = newBrowser();
    await asker.call('password/reset/request-code', { payload: { email: owner.email, mode: 'EMAIL' } });
    const isCode = /\b\d{6}\b/;
    const mail = await waitFor(() => test.mails.find(({ to, text }) => to === owner.email && isCode.test(text)));
    const payload = { email: owner.email, code: isCode.exec(mail.text)?.[0] };
    const verified = await asker.call('password/reset/verify-code', { payload });
    const password = 'Pavillon-Orange-83?!';
    const { resetToken } = verified.json<{ resetToken: string }>();
    const chosen = { resetToken, password, confirmation: password };
    expect((await asker.call('/backend/api/v2/password/reset', { payload: chosen })).statusCode).toBe(204);
    for (const browser of [known, newBrowser()])
      expect((await browser.login(owner.email, password)).statusCode).toBe(200);
  });

  it('do not fill the journal, which keeps all for ever: once the way is closed, one try a day is an entry', async () => {
    const owner = await makeOwner(test);
    const entries = async () =>
      (
        await test.platform.db
          .selectFrom('journal_entries')
          .select('seq')
          .where('safe_id', '=', owner.safeId)
          .where('action', '=', 'session.refused')
          .execute()
      ).length;
    await attack(owner.email);
    expect(await entries()).toBe(10);
    await attack(owner.email, 20);
    expect(await entries()).toBe(10);
    test.clock.advance(day);
    await attack(owner.email, 5);
    expect(await entries()).toBe(11);
    expect(statusAndCode(await newBrowser().login(owner.email))).toEqual([403, 'AccountLocked']);
    expect(await entries()).toBe(12);
  });

  it('answer an unknown address and a known one with the same bytes, before and after', async () => {
    const owner = await makeOwner(test);
    const answersTo = async (email: string) =>
      (await attack(email, 12)).map(({ statusCode, body, headers }) => [
        ...[statusCode, body, Object.keys(headers).toSorted()],
      ]);
    expect(await answersTo('personne.du.tout@example.org')).toEqual(await answersTo(owner.email));
  });
});

describe('a browser that has signed in', () => {
  it('has a count of its own, which closes it and no other', async () => {
    const owner = await makeOwner(test);
    const [mine, other] = [await makeKnown(owner), await makeKnown(owner)];
    for (let count = 0; count < 9; count += 1) await mine.login(owner.email, wrong);
    expect((await mine.login(owner.email)).statusCode).toBe(200);
    for (let count = 0; count < 10; count += 1)
      expect(statusAndCode(await mine.login(owner.email, wrong))).toEqual([401, 'Unauthorized']);
    expect(statusAndCode(await mine.login(owner.email))).toEqual([403, 'AccountLocked']);
    for (const browser of [other, newBrowser()]) expect((await browser.login(owner.email)).statusCode).toBe(200);
  });

  it('is known by a cookie that is sealed and worth nothing once it is changed', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    const value = known.cookie(/-known-/) ?? '';
    const bytes = Buffer.from(value, 'base64url').toString('latin1');
    for (const secret of [owner.safeId, owner.email]) expect(bytes).not.toContain(secret);
    await attack(owner.email);
    const name = [...known.cookies.keys()].find((held) => held.includes('known')) ?? '';
    for (const forged of [`${value.slice(0, -4)}AAAA`, 'x', 'A'.repeat(5_000)]) {
      const browser = newBrowser();
      browser.cookies.set(name, forged);
      expect(statusAndCode(await browser.login(owner.email))).toEqual([403, 'AccountLocked']);
    }
  });

  it('is known for 400 days after it was last signed in', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    await attack(owner.email);
    test.clock.advance(399 * day);
    await purgeIdentity(test.platform);
    const last = await known.login(owner.email);
    expect(last.statusCode).toBe(200);
    test.clock.advance(400 * day);
    expect(statusAndCode(await known.login(owner.email))).toEqual([403, 'AccountLocked']);
  });

  it('may have signed in to several accounts', async () => {
    const owners = [await makeOwner(test), await makeOwner(test), await makeOwner(test)];
    const browser = newBrowser();
    for (const { email } of owners) await browser.signIn(email);
    for (const { email } of owners) {
      await attack(email);
      expect((await browser.login(email)).statusCode).toBe(200);
    }
  });
});

describe('the mail to the owner', () => {
  it('comes once a day while strangers go on, in the language of the owner, and never to an unknown address', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    await attack(owner.email, 9);
    await jobsDone(test);
    expect(noticesTo(owner)).toEqual([]);
    await attack(owner.email, 15);
    await attack('nobody.at.all@example.org', 15);
    await jobsDone(test);
    expect(noticesTo(owner).map(({ subject }) => subject)).toEqual(['Signing in by password is closed']);
    test.clock.advance(day);
    await attack(owner.email, 2);
    await jobsDone(test);
    expect(noticesTo(owner)).toHaveLength(2);
    expect(test.mails.filter(({ to }) => to === 'nobody.at.all@example.org')).toEqual([]);
  });

  it('names the ways that still open the safe', async () => {
    const [french, english] = [await makeOwner(test), await makeOwner(test, { locale: 'en' })];
    for (const { email } of [french, english]) await attack(email);
    await jobsDone(test);
    const textTo = (owner: typeof french) => noticesTo(owner)[0]?.text;
    expect(textTo(french)).toContain(
      'FranceConnect et vos clés d’accès, si vous en avez, ouvrent toujours votre coffre.',
    );
    expect(textTo(english)).toContain('FranceConnect and your passkeys, if you have any, still open your safe.');
  });

  it('comes again to who gives the right password when the link before is over', async () => {
    const owner = await makeOwner(test);
    await attack(owner.email);
    await mailedToken(owner);
    test.clock.advance(3 * day);
    expect(statusAndCode(await newBrowser().login(owner.email))).toEqual([403, 'AccountLocked']);
    const token = await mailedToken(owner, 2);
    const browser = newBrowser();
    expect((await browser.call('account/unlock', { payload: { token } })).statusCode).toBe(204);
    expect((await browser.login(owner.email)).statusCode).toBe(200);
  });
});

describe('the link of that mail', () => {
  const unlock = (browser: TestBrowser, token: string) => browser.call('account/unlock', { payload: { token } });

  it('opens the way for the browser that follows it alone, once, which the owner reads in the journal', async () => {
    const owner = await makeOwner(test);
    await attack(owner.email);
    const token = await mailedToken(owner);
    const [mine, late] = [newBrowser(), newBrowser()];
    const opened = await unlock(mine, token);
    expect([opened.statusCode, opened.body]).toEqual([204, '']);
    expect(statusAndCode(await unlock(late, token))).toEqual([404, 'EntityNotFound']);
    for (const browser of [late, newBrowser()])
      expect(statusAndCode(await browser.login(owner.email))).toEqual([403, 'AccountLocked']);
    const entered = await mine.login(owner.email);
    expect(entered.statusCode).toBe(200);
    const journal = await mine.call('user/journal?kind=account', {
      ...{ method: 'GET', headers: { authorization: `Bearer ${tokenOf(entered)}` } },
    });
    expect(journal.json<{ items: object[] }>().items[0]).toMatchObject({
      ...{ action: 'account.unlocked', actor: { kind: 'owner' }, address: '127.0.0.1' },
    });
  });

  it('opens a known browser again that has closed itself', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    for (let count = 0; count < 10; count += 1) await known.login(owner.email, wrong);
    expect(statusAndCode(await known.login(owner.email))).toEqual([403, 'AccountLocked']);
    await unlock(known, await mailedToken(owner));
    expect((await known.login(owner.email)).statusCode).toBe(200);
  });

  it('opens the way for 24 hours, and nothing after them, after a reset, or when it was made up', async () => {
    const [early, late, reset] = [await makeOwner(test), await makeOwner(test), await makeOwner(test)];
    for (const { email } of [early, late, reset]) await attack(email);
    const [earlyToken, lateToken] = [await mailedToken(early), await mailedToken(late)];
    const resetToken = await mailedToken(reset);
    await unlockAccountAsOperator(test.platform, reset.email);
    test.clock.advance(day - minute);
    const inTime = newBrowser();
    expect((await unlock(inTime, earlyToken)).statusCode).toBe(204);
    expect((await inTime.login(early.email)).statusCode).toBe(200);
    test.clock.advance(minute);
    for (const token of [lateToken, resetToken, 'made-up'])
      expect(statusAndCode(await unlock(newBrowser(), token))).toEqual([404, 'EntityNotFound']);
  });

  it('is kept as a keyed hash', async () => {
    const owner = await makeOwner(test);
    await attack(owner.email);
    const token = await mailedToken(owner);
    const { db } = test.platform;
    const rows = await db.selectFrom('unlock_links').select('token_tag').where('safe_id', '=', owner.safeId).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_tag.includes(Buffer.from(token, 'base64url'))).toBe(false);
  });
});

describe('a client that is no browser', () => {
  it('is a stranger, whether it has signed in before or not', async () => {
    const owner = await makeOwner(test);
    const payload = { email: owner.email, password: testPassword };
    const login = () => test.app.inject({ method: 'POST', url: `${v1}/login`, payload });
    expect((await login()).statusCode).toBe(200);
    await attack(owner.email);
    expect(statusAndCode(await login())).toEqual([403, 'AccountLocked']);
  });
});
