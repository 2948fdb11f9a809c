import type { Page } from '@playwright/test';
import { enterSafe, expect, test } from '../fixtures.ts';
import { FranceConnectSite } from '../people/france-connect.ts';
import { activate, addApplication, hire, signIn } from '../people/people.ts';
import { MergeScreens } from '../screens/merge-screens.ts';
import { enterCredentials } from '../screens/sign-in-screen.ts';

const readSession = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'));

test('one’s own safe, and one that closes, are refused in words that say what to do', async ({
  page,
  t,
  press,
  owner,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const screens = new MergeScreens({ page, t, press });
  await screens.open();
  await screens.begin();
  expectOutcome({ address: '/user/login-to-merge', outcome: 409 });
  await screens.prove(owner);
  await expect(page.getByRole('alert')).toHaveText(t('errors.SelfMergeError'));
  await show('own-safe', 'page');

  const other = await hire(employer);
  const token = await activate(accounts, other);
  const closing = await fetch(`${accounts.baseUrl}/backend/api/v1/user`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: other.password, acknowledged: true }),
  });
  expect(closing.ok, await closing.text()).toBe(true);
  await screens.prove(other);
  await expect(page.getByRole('alert')).toHaveText(t('errorsIn.merge.UserIsNotActivated'));

  await test.step('after five wrong passwords, one must wait; the other safe’s own sign-in is not locked', async () => {
    const third = await hire(employer);
    await activate(accounts, third);
    expectOutcome({ address: '/user/login-to-merge', outcome: 401 });
    expectOutcome({ address: '/user/login-to-merge', outcome: 429 });
    for (let tries = 0; tries < 5; tries++) {
      await screens.prove({ ...third, password: `Une-Autre-Phrase-1${tries}!` });
      await expect(page.getByRole('alert')).toHaveText(t('errors.Unauthorized'));
    }
    await screens.prove(third);
    await expect(page.getByRole('alert')).toContainText(/5\s(essais|attempts)/);
    await show('limited', 'page');
    const token = await signIn(accounts, third);
    await page.goto('/account/merge?step=prove');
    await expect(screens.email).toHaveValue(third.email);

    // The next person who signs in in this tab reads nothing of it.
    await enterSafe(page, token);
    await page.goto('/account/merge?step=prove');
    await expect(screens.email).toHaveValue('');
  });
});

test('a safe that asks for a second factor is opened with it; an expired proof is asked for again', async ({
  page,
  t,
  press,
  owner: _owner,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const other = await hire(employer);
  const { recoveryCodes } = await addApplication(accounts, { token: await activate(accounts, other), owner: other });
  const [recoveryCode = ''] = recoveryCodes;
  const screens = new MergeScreens({ page, t, press });
  await screens.open();
  await screens.begin();
  await screens.prove(other);
  const code = page.getByRole('heading', { level: 1, name: t('secondFactorStep.title') });
  await expect(code).toBeVisible();
  await page.reload();
  await expect(code).toBeVisible();
  await show('second-factor', 'page');
  await press(page.getByRole('button', { name: t('secondFactorStep.useRECOVERY_CODE') }));
  await page.getByRole('textbox', { name: t('secondFactorStep.recoveryCode') }).fill(recoveryCode);
  await press(page.getByRole('button', { name: t('secondFactorStep.submit'), exact: true }));
  await screens.expectStep('summary');
  await screens.pressButton(t('merge.next'));
  await screens.expectStep('confirm');

  await page.evaluate(() => localStorage.removeItem('mergeToken'));
  expectOutcome({ address: '/user/merge', outcome: 401 });
  await screens.confirm();
  await screens.expectStep('prove');
  await expect(page.getByText(t('merge.expired'))).toBeVisible();
  await expect(screens.email).toHaveValue(other.email);
  await show('expired', 'page');
  await page.goBack();
  await expect(page).not.toHaveURL(/step=summary/);
});

test('an answer that is lost is found again, after a reload too', async ({
  page,
  t,
  press,
  owner: _owner,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const other = await hire(employer);
  await activate(accounts, other);
  const screens = new MergeScreens({ page, t, press });
  await screens.open();
  await screens.begin();
  await screens.prove(other);
  await screens.expectStep('summary');
  await screens.pressButton(t('merge.next'));
  await screens.expectStep('confirm');

  await test.step('without a line, nothing is lost and one can try again', async () => {
    expectOutcome({ address: '/user/merge', outcome: 'net::ERR_FAILED' });
    await page.route('**/user/merge', (route) => route.abort());
    await screens.confirm();
    await screens.expectStep('failed');
    await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
    await show('failed', 'page');
  });

  await test.step('the server has merged, and its answer never came', async () => {
    await page.unroute('**/user/merge');
    await page.route('**/user/merge', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await screens.pressButton(t('merge.retry'));
    await screens.expectStep('failed');
    await page.unroute('**/user/merge');
    expectOutcome({ address: '/user/merge', outcome: 401 });
    await page.reload();
    await screens.expectStep('done');
    await expect(page.getByText(other.email)).toBeVisible();
  });
});

test('where there is not enough room, the page says how much is missing', async ({
  page,
  t,
  press,
  owner: _owner,
  employer,
  accounts,
  show,
}) => {
  const other = await hire(employer);
  await activate(accounts, other);
  const screens = new MergeScreens({ page, t, press });
  // A safe of ten gigabytes is not filled here: what the server says of it is.
  await page.route('**/user/info-for-merge', async (route) => {
    const answer = await route.fetch();
    const info = (await answer.json()) as object;
    await route.fulfill({
      response: answer,
      json: { ...info, storage: { needed: 4_200_000_000, available: 1_500_000_000 } },
    });
  });
  await screens.open();
  await screens.begin();
  await screens.prove(other);
  await screens.expectStep('summary');
  await expect(page.getByText(t('merge.missingTitle'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('merge.next'), exact: true })).toHaveCount(0);
  await show('no-room', 'page');
  await page.unroute('**/user/info-for-merge');
  await screens.pressButton(t('merge.checkAgain'));
  await expect(page.getByRole('button', { name: t('merge.next'), exact: true })).toBeVisible();
});

test('an identity that opens no safe, or a return that was given up, leads to the password', async ({
  page,
  t,
  press,
  owner: _owner,
  accounts,
  watch,
  show,
  expectOutcome,
}) => {
  const screens = new MergeScreens({ page, t, press });
  const site = new FranceConnectSite(page, accounts, watch);
  await screens.open();
  await screens.begin();
  expectOutcome({ address: '/auth/code', outcome: 422 });
  expectOutcome({ address: '/user/login-to-merge', outcome: 422 });
  for (const leave of [() => site.signInAs('gabriel'), () => site.giveUp()]) {
    await press(page.getByRole('button', { name: 'FranceConnect' }));
    await leave();
    await screens.expectStep('notProved');
    await expect(page.getByText(t('merge.notLinked'))).toBeVisible();
    await screens.pressButton(t('merge.byPassword'));
    await screens.expectStep('prove');
  }
  await show('by-password', 'page');
});

test('FranceConnect opens the other safe, and the browser stays signed in to this one', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  watch,
  show,
}) => {
  const screens = new MergeScreens({ page, t, press });
  const site = new FranceConnectSite(page, accounts, watch);
  const other = accounts.franceConnect.identities.find(({ login }) => login === 'nadege');
  await activate(accounts, newcomer);
  // By the page, so that the token is good in this browser alone.
  await page.goto('/login');
  await enterCredentials({ page, t }, newcomer);
  const atHome = page.getByRole('heading', { name: t('home.hello', { name: newcomer.firstName }) });
  await expect(atHome).toBeVisible();
  await screens.open();
  await screens.begin();
  const session = await readSession(page);
  await press(page.getByRole('button', { name: 'FranceConnect' }));
  await site.signInAs('nadege');
  await screens.expectStep('summary');
  await expect(page.getByText(new RegExp(`^${other?.firstName} `))).toBeVisible();
  await show('by-federation', 'page');
  expect(await readSession(page)).toBe(session);
  await page.goto('/home');
  await expect(atHome).toBeVisible();
});
