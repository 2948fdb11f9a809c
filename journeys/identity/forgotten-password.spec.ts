import { expect, test } from '../fixtures.ts';
import { typeUntilKept } from '../checks/kept.ts';
import { tabTo } from '../checks/keyboard.ts';
import { activate } from '../people/people.ts';
import { ResetScreens } from '../screens/reset-screens.ts';
import { sentBy } from '../people/sent-code.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';
import { newMobile } from '../people/addresses.ts';

const newPassword = 'Nouvelle-Lanterne-63!';

test('a forgotten password is replaced with a code by e-mail', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  await activate(accounts, newcomer);
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/login');
  await press(page.getByRole('link', { name: t('login.forgotten') }));
  await screens.expectStep('email');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await screens.press('next');
  await expect(screens.email).toHaveAccessibleDescription(t('forms.required', { field: t('resetPassword.email') }));
  await show('email');
  await screens.giveEmail(newcomer.email);
  await screens.expectStep('mode');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await show('mode', 'page');
  const code = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email }, () => screens.chooseMode('EMAIL'));
  await expect(page.getByText(t('resetPassword.sentTextEMAIL', { email: newcomer.email }))).toBeVisible();
  await show('sent', 'page');
  await screens.press('sentSubmit');
  await screens.expectStep('code');
  expectOutcome({ address: '/password/reset/verify-code', outcome: 422 });
  await screens.code.fill(code === '000000' ? '000001' : '000000');
  await expect(screens.code).toHaveAccessibleDescription(t('identityFlow.wrongCode'));
  await show('wrong-code', 'page');
  await screens.code.fill(code);
  await screens.expectStep('password');
  await show('password', 'page');
  await screens.password.fill(newPassword);
  await screens.confirmation.fill('autre chose');
  await screens.press('passwordSubmit');
  await expect(screens.confirmation).toHaveAccessibleDescription(t('forms.same'));
  expectOutcome({ address: '/api/v2/password/reset', outcome: 422 });
  await screens.choosePassword(`${newcomer.lastName}-Soleil-2026!!`);
  await expect(screens.password).toHaveAccessibleDescription(t('errors.PasswordPolicyError'));
  await screens.choosePassword(newPassword);
  await screens.expectStep('done');
  await show('done', 'page');
  const kept = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
  expect(kept.filter((key) => key.startsWith('kept.'))).toEqual([]);
  await press(page.getByRole('link', { name: t('resetPassword.toLogin') }));
  await enterCredentials({ page, t }, { email: newcomer.email, password: newPassword });
  await expect(page).toHaveURL(/\/home$/);
});

test('a forgotten password is replaced with a code by SMS', async ({ page, t, press, newcomer, accounts }) => {
  const { stored } = newMobile();
  await activate(accounts, newcomer, stored);
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/reset-password');
  await screens.giveEmail(newcomer.email);
  const code = await sentBy(accounts, { channel: 'SMS', to: stored }, () => screens.chooseMode('SMS'));
  await expect(page.getByText(t('resetPassword.sentTextSMS', { email: newcomer.email }))).toBeVisible();
  await screens.press('sentSubmit');
  await screens.code.fill(code);
  await screens.choosePassword(newPassword);
  await screens.expectStep('done');
});

test('an address that nobody has is told the same', async ({ page, t, press, expectOutcome }) => {
  const email = 'personne.du.tout@example.org';
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/reset-password');
  await screens.giveEmail(email);
  await screens.chooseMode('EMAIL');
  await expect(page.getByText(t('resetPassword.sentTextEMAIL', { email }))).toBeVisible();
  await screens.press('sentSubmit');
  expectOutcome({ address: '/password/reset/verify-code', outcome: 422 });
  await screens.code.fill('123456');
  await expect(screens.code).toHaveAccessibleDescription(t('identityFlow.wrongCode'));
});

test('a reload and the back button lose nothing but secrets', async ({ page, t, press, newcomer, accounts }) => {
  await activate(accounts, newcomer);
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/reset-password?step=password');
  await screens.expectStep('email');
  await expect(page).toHaveURL(/step=email$/);
  await page.goto('/reset-password');
  await typeUntilKept(page, screens.email, newcomer.email);
  await page.reload();
  await expect(screens.email).toHaveValue(newcomer.email);
  const code = await screens.askForCode(accounts, newcomer.email);
  await page.reload();
  await screens.expectStep('code');
  await page.goBack();
  await screens.expectStep('sent');
  await page.goBack();
  await screens.expectStep('mode');
  await page.goBack();
  await screens.expectStep('email');
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await screens.expectStep('code');
  await screens.code.fill(code);
  await screens.expectStep('password');
  await screens.password.fill(newPassword);
  await page.reload();
  await screens.expectStep('password');
  await expect(screens.password).toHaveValue('');
  await page.goBack();
  await screens.expectStep('code');
  await expect(page.getByText(t('resetPassword.codeDone'))).toBeVisible();
  await screens.press('next');
  await screens.choosePassword(newPassword);
  await screens.expectStep('done');
});

test('of two tabs that ask for a code, the last is right, and the first says what to do', async ({
  page,
  context,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
}) => {
  await activate(accounts, newcomer);
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/reset-password');
  const first = await screens.askForCode(accounts, newcomer.email);
  const otherPage = await context.newPage();
  const other = new ResetScreens({ page: otherPage, t, press });
  await otherPage.goto('/reset-password');
  const second = await other.askForCode(accounts, newcomer.email);
  expectOutcome({ address: '/password/reset/verify-code', outcome: 422 });
  await screens.code.fill(first);
  await expect(screens.code).toHaveAccessibleDescription(t('identityFlow.wrongCode'));
  await other.code.fill(second);
  await other.choosePassword(newPassword);
  await other.expectStep('done');
});

test('after three codes, the page says how long to wait', async ({ page, t, press }) => {
  const screens = new ResetScreens({ page, t, press });
  await page.clock.install();
  await page.goto('/reset-password');
  await screens.giveEmail('attente@example.org');
  await screens.chooseMode('EMAIL');
  await screens.press('sentSubmit');
  const again = page.getByRole('button', { name: t('identityFlow.sendAgain') });
  for (let sent = 0; sent < 2; sent++) {
    await page.clock.runFor(31_000);
    await again.click();
    await expect(page.getByRole('status').getByText(t('identityFlow.sentAgain'))).toBeVisible();
    await page.clock.runFor(10_000);
  }
  await expect(page.getByText(t('identityFlow.spent'))).toBeVisible();
  await expect(again).toBeDisabled();
});

test('without a connection, a step stays and says so', async ({ page, context, t, press, expectOutcome }) => {
  const screens = new ResetScreens({ page, t, press });
  await page.goto('/reset-password');
  await screens.giveEmail('hors.ligne@example.org');
  await screens.expectStep('mode');
  await context.setOffline(true);
  expectOutcome({ address: '/password/reset/request-code', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await screens.press('modeSubmit');
  await expect(page.getByRole('alert').filter({ hasText: t('network.unreachable') })).toBeVisible();
  await context.setOffline(false);
  await screens.chooseMode('EMAIL');
});

test('a forgotten password is replaced with a keyboard alone', async ({ page, t, press, newcomer, accounts }) => {
  await activate(accounts, newcomer);
  const screens = new ResetScreens({ page, t, press });
  const { keyboard } = page;
  await page.goto('/reset-password');
  await screens.expectStep('email');
  await tabTo(page, screens.email);
  await keyboard.type(newcomer.email);
  await keyboard.press('Enter');
  await screens.expectStep('mode');
  const code = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email }, async () => {
    await tabTo(page, screens.button('modeSubmit'));
    await keyboard.press('Enter');
    await screens.expectStep('sent');
  });
  await tabTo(page, screens.button('sentSubmit'));
  await keyboard.press('Enter');
  await screens.expectStep('code');
  await tabTo(page, screens.code);
  await keyboard.type(code);
  await screens.expectStep('password');
  await tabTo(page, screens.password);
  await keyboard.type(newPassword);
  await tabTo(page, screens.confirmation);
  await keyboard.type(newPassword);
  await keyboard.press('Enter');
  await expectScreen({ page }, t('resetPassword.doneTitle'));
  await tabTo(page, page.getByRole('link', { name: t('resetPassword.toLogin') }));
  await keyboard.press('Enter');
  await expectScreen({ page }, t('login.title'));
});

test('the link of the mail leads to a new password after a press, once', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  await activate(accounts, newcomer);
  const screens = new ResetScreens({ page, t, press });
  const pattern = /(?<=\/p#)[\w-]{22}/;
  const token = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email, pattern }, async () => {
    const data = { email: newcomer.email, mode: 'EMAIL' };
    const asked = await page.request.post('/backend/api/v1/password/reset/request-code', { data });
    expect(asked.status()).toBe(204);
  });
  expectOutcome({ address: '/password/reset/verify-code', outcome: 'net::ERR_FAILED' });
  await page.route('**/password/reset/verify-code', (route) => route.abort());
  await screens.followLink(`/p#${token}`);
  await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
  await show('link-unreachable', 'page');
  await page.unrouteAll();
  await page.reload();
  await screens.expectStep('email');
  await screens.followLink(`/p#${token}`);
  await screens.expectStep('password');
  await page.reload();
  await screens.expectStep('password');
  await expect(page).not.toHaveURL(/token/);
  await screens.choosePassword(newPassword);
  await screens.expectStep('done');
  expectOutcome({ address: '/password/reset/verify-code', outcome: 404 });
  await screens.followLink(`/reset-password?token=${token}`);
  await expectScreen({ page }, t('resetPassword.linkEndedTitle'));
  await expect(page).not.toHaveURL(/token/);
  await show('link-ended', 'page');
  await press(page.getByRole('button', { name: t('resetPassword.linkEndedSubmit') }));
  await screens.expectStep('email');
});
