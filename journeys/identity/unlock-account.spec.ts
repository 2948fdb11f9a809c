import { expect, test } from '../fixtures.ts';
import { activate } from '../people/people.ts';
import { sentBy } from '../people/sent-code.ts';
import { expectMissingLink } from '../screens/missing-link.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';
import { newClientAddress } from '../people/addresses.ts';

test('wrong passwords of strangers close an unknown browser, and the link of the mail opens it again', async ({
  page,
  browser,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  await activate(accounts, newcomer);
  const tryWrongly = async () => {
    const stranger = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': newClientAddress() } });
    for (let count = 0; count < 10; count += 1) {
      const data = { email: newcomer.email, password: 'Mauvais-Mot-de-passe-1!' };
      expect((await stranger.request.post(`${accounts.baseUrl}/backend/api/v1/login`, { data })).status()).toBe(401);
    }
    await stranger.close();
  };
  const pattern = /(?<=\/p#)[\w-]{22}/;
  const token = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email, pattern }, tryWrongly);
  expectOutcome({ address: '/api/v1/login', outcome: 403 });
  await page.goto('/login');
  await enterCredentials({ page, t }, newcomer);
  await expect(page.getByRole('alert')).toHaveText(t('errors.AccountLocked'));
  await show('closed');

  await page.route('**/account/unlock', (route) => route.abort('internetdisconnected'));
  expectOutcome({ address: '/account/unlock', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  // A scanner of mails that opens the link in a browser uses nothing up.
  const scanner = await browser.newContext();
  const scanned = await scanner.newPage();
  await scanned.goto(`${accounts.baseUrl}/p#${token}`);
  await expectScreen({ page: scanned }, t('unlockAccount.askTitle'));
  // Earlier mails had the token in the query.
  await scanned.goto(`${accounts.baseUrl}/unlock-account?token=${token}`);
  await expectScreen({ page: scanned }, t('unlockAccount.askTitle'));
  await expect(scanned).toHaveURL(/\/unlock-account$/);
  await scanner.close();
  await page.goto(`/p#${token}`);
  await expectScreen({ page }, t('unlockAccount.askTitle'));
  await expect(page).toHaveURL(/\/unlock-account$/);
  await show('asking', 'page');
  await test.step('a page that was reloaded or left asks to open the link again, and the link still serves', async () => {
    await page.reload();
    await expectMissingLink({ page, t }, 'unlockAccount');
    await show('missing-link', 'page');
    await page.goto(`/p#${token}`);
    await press(page.getByRole('link', { name: t('unlockAccount.askKeep') }));
    await expectScreen({ page }, t('login.title'));
    await page.goBack();
    await expectMissingLink({ page, t }, 'unlockAccount');
    await page.goto(`/p#${token}`);
    await expectScreen({ page }, t('unlockAccount.askTitle'));
  });
  const submit = page.getByRole('button', { name: t('unlockAccount.askSubmit') });
  await press(submit);
  await expect(page.getByRole('alert')).toBeVisible();
  await show('unreachable', 'page');
  await page.unroute('**/account/unlock');
  await press(submit);
  await expectScreen({ page }, t('unlockAccount.openedTitle'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await show('opened', 'page');
  await press(page.getByRole('link', { name: t('unlockAccount.toLogin') }));
  await enterCredentials({ page, t }, newcomer);
  await expect(page).toHaveURL(/\/home$/);

  await test.step('the link serves once', async () => {
    expectOutcome({ address: '/account/unlock', outcome: 404 });
    await page.goto(`/unlock-account?token=${token}`);
    await press(page.getByRole('button', { name: t('unlockAccount.askSubmit') }));
    await expectScreen({ page }, t('unlockAccount.endedTitle'));
    await expect(page).toHaveURL(/\/unlock-account$/);
    await show('ended', 'page');
  });
});

test('an address without a link leads to the message, to a new password and to sign-in', async ({ page, t, press }) => {
  await page.goto('/unlock-account');
  await expectMissingLink({ page, t }, 'unlockAccount');
  await expect(page.getByRole('link', { name: t('unlockAccount.toLogin') })).toBeVisible();
  await press(page.getByRole('link', { name: t('unlockAccount.toReset') }));
  await expectScreen({ page }, t('resetPassword.emailTitle'));
  await page.goto('/unlock-account?token=');
  await expectMissingLink({ page, t }, 'unlockAccount');
});
