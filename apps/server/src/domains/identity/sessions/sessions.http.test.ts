import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TestBrowser, tokenOf } from '../../../testing/test-browser.ts';

const v1 = '/backend/api/v1';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

type Session = { id: string; current: boolean; browser: string | null; system: string | null };

async function signIn({ email }: TestOwner, headers: Record<string, string> = {}): Promise<string> {
  const payload = { email, password: testPassword };
  const answer = await test.app.inject({ method: 'POST', url: `${v1}/login`, headers, payload });
  return String(answer.headers['set-authorization']);
}

const call = (method: 'GET' | 'DELETE', path: string, token: string) =>
  test.app.inject({ method, url: `${v1}/${path}`, headers: { authorization: `Bearer ${token}` } });
const list = async (token: string) => (await call('GET', 'auth/sessions', token)).json<{ items: Session[] }>().items;
const profile = async (token: string) => (await call('GET', 'user/profile', token)).statusCode;

describe('the devices that are signed in', () => {
  it('are told, the last seen first, with browser, system and address', async () => {
    const owner = await makeOwner(test);
    test.clock.advance(60_000);
    const token = await signIn(owner, { 'user-agent': firefox });
    expect(await list(token)).toEqual([
      {
        id: expect.any(String),
        current: true,
        openedAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
        browser: 'Firefox',
        system: 'Windows',
        address: '127.0.0.1',
      },
      expect.objectContaining({ current: false, browser: null, system: null }),
    ]);
  });

  it('are signed out one at a time, which stands in the journal', async () => {
    const owner = await makeOwner(test);
    const other = await signIn(owner, { 'user-agent': safari });
    const [lost] = (await list(owner.token)).filter(({ current }) => !current);
    const answer = await call('DELETE', `auth/sessions/${lost?.id}`, owner.token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await profile(other), await profile(owner.token)]).toEqual([401, 200]);
    expect(statusAndCode(await call('DELETE', `auth/sessions/${lost?.id}`, owner.token))).toEqual([
      404,
      'EntityNotFound',
    ]);
    const journal = await call('GET', 'user/journal?kind=session', owner.token);
    expect(journal.json<{ items: unknown[] }>().items[0]).toMatchObject({ action: 'session.ended', result: 'done' });
  });

  it('of another owner are as unknown ones', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const [theirs] = await list(other.token);
    for (const id of [theirs?.id, '018f0000-0000-7000-8000-000000000000', 'nothing'])
      expect(statusAndCode(await call('DELETE', `auth/sessions/${id}`, owner.token))).toEqual([404, 'EntityNotFound']);
    expect(await profile(other.token)).toBe(200);
  });

  it('are signed out everywhere at once, and only those of the owner', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const second = await signIn(owner);
    expect((await call('DELETE', 'auth/sessions', second)).statusCode).toBe(204);
    expect([await profile(second), await profile(owner.token), await profile(other.token)]).toEqual([401, 401, 200]);
  });

  it('leave the list when their time is over', async () => {
    const owner = await makeOwner(test);
    test.clock.advance(13 * 3_600_000);
    expect(await list(await signIn(owner))).toHaveLength(1);
  });
});

describe('a sign-in from a new device', () => {
  const noticesTo = ({ email }: TestOwner) =>
    test.mails.filter(({ to, text }) => to === email && text.includes('/account/safety'));

  it('is mailed to the owner, in the owner’s language, once for each device', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    await signIn(owner, { 'user-agent': firefox });
    const notice = await waitFor(() => noticesTo(owner)[0]);
    expect(notice.subject).toBe('New sign-in to your safe');
    expect(notice.text).toContain('Firefox on Windows');
    expect(notice.text).toContain('https://safe.example/reset-password');
    await signIn(owner, { 'user-agent': firefox });
    await signIn(owner, { 'user-agent': safari });
    await waitFor(() => noticesTo(owner)[1]);
    expect(noticesTo(owner).map(({ text }) => /used before: (.*)\./.exec(text)?.[1])).toEqual([
      'Safari on iOS',
      'Firefox on Windows',
    ]);
  });

  it('is told in French too', async () => {
    const owner = await makeOwner(test);
    await signIn(owner, { 'user-agent': 'curl/8.5.0' });
    const { subject, text } = await waitFor(() => noticesTo(owner)[0]);
    expect(subject).toBe('Nouvelle connexion à votre coffre');
    expect(text).toContain('appareil inconnu');
  });

  it('knows a browser by its cookie, whatever it calls itself', async () => {
    const owner = await makeOwner(test);
    const browser = new TestBrowser(test);
    const payload = { email: owner.email, password: testPassword };
    const token = tokenOf(await browser.call('login', { payload, headers: { 'user-agent': firefox } }));
    await waitFor(() => noticesTo(owner)[0]);
    await browser.call('auth/logout', { headers: { authorization: `Bearer ${token}` } });
    await browser.call('login', { payload, headers: { 'user-agent': safari } });
    await new TestBrowser(test).call('login', { payload, headers: { 'user-agent': firefox } });
    await waitFor(() => noticesTo(owner)[1]);
    expect(noticesTo(owner)).toHaveLength(2);
  });

  it('is not mailed at the first of all', async () => {
    const owner = await makeOwner(test);
    await test.platform.db.deleteFrom('known_devices').where('safe_id', '=', owner.safeId).execute();
    await signIn(owner, { 'user-agent': firefox });
    await signIn(owner, { 'user-agent': safari });
    await waitFor(() => noticesTo(owner)[0]);
    expect(noticesTo(owner).map(({ text }) => text.includes('Safari sur iOS'))).toEqual([true]);
  });
});

describe('the list of devices', () => {
  type Page = { items: Session[]; nextCursor: string | null; total: number };
  const read = async (token: string, query: string) =>
    (await call('GET', `auth/sessions?${query}`, token)).json<Page>();

  it('is read to its end by cursors, each device once', async () => {
    const owner = await makeOwner(test);
    let token = '';
    for (let device = 0; device < 4; device++) {
      test.clock.advance(1_000);
      token = await signIn(owner, { 'user-agent': firefox });
    }
    const whole = await read(token, '');
    expect(whole).toMatchObject({ nextCursor: null, total: whole.items.length });
    const found: Session[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await read(token, `limit=2${cursor && `&cursor=${cursor}`}`);
      expect([page.items.length <= 2, page.total]).toEqual([true, whole.total]);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found).toEqual(whole.items);
  });

  it.each([
    ['limit=0', 'limit', 'min'],
    ['limit=201', 'limit', 'max'],
    ['cursor=never-given', 'cursor', 'cursor'],
    ['colour=red', 'colour', 'unknown'],
  ])('refuses %s by name', async (query, field, rule) => {
    const answer = await call('GET', `auth/sessions?${query}`, await signIn(await makeOwner(test)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'InvalidRequest', field, params: { rule } }] });
  });
});
