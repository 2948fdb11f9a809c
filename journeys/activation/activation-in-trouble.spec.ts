import { ActivationScreens } from '../screens/activation-screens.ts';
import { expect, test } from '../fixtures.ts';
import { readMailedCode } from '../people/inbox.ts';
import { activate } from '../people/people.ts';

test('a wrong code five times closes the activation for an hour, also to the right one', async ({
  page,
  t,
  press,
  newcomer,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  expectOutcome({ address: '/activation/info', outcome: 404 });
  expectOutcome({ address: '/activation/info', outcome: 429 });
  await page.goto('/activation');
  await screens.acceptDelivery();
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answered = page.waitForResponse(/activation\/info/);
    await screens.enterIdentity({ ...newcomer, activationCode: `ABCD-EFGH-JKM${attempt}` });
    expect((await answered).status()).toBe(404);
    await expect(page.getByRole('alert')).toHaveText(t('errorsIn.activation.EntityNotFound'));
  }
  await screens.enterIdentity(newcomer);
  await expect(page.getByRole('alert')).toHaveText(
    t('errors.VerificationCodeRateLimitExceeded', { tries: 5, hours: 0, minutes: 60 }),
  );
  await expect(screens.activationCode).toHaveValue(newcomer.activationCode);
});

test('a professional address is asked about, and can be changed', async ({ page, t, press, newcomer, show }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await screens.email.fill('prenom.nom@cabinet-conseil.example');
  await press(page.getByRole('button', { name: t('activation.emailSubmit'), exact: true }));
  const dialog = page.getByRole('alertdialog', { name: t('activation.warningTitle') });
  await expect(dialog).toContainText('cabinet-conseil.example');
  await show('professional-address');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(screens.email).toHaveValue('prenom.nom@cabinet-conseil.example');
  await screens.expectStep('email');
});

test('an activation that has expired goes back to its code and keeps the rest', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.enterEmail(newcomer.email);
  await screens.expectStep('emailCode');
  await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, newcomer.email));
  await screens.expectStep('profile');
  await page.getByRole('textbox', { name: t('activation.city') }).fill('Saint-Étienne');
  await screens.fillProfile();
  await screens.expectStep('password');
  await page.reload();
  await screens.expectStep('password');
  await page.route(
    '**/api/v1/activation',
    (route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
    { times: 1 },
  );
  expectOutcome({ address: '/api/v1/activation', outcome: 401 });
  await screens.choosePassword(newcomer.password);
  await screens.expectStep('code');
  await expect(page.getByText(t('activation.expired'))).toBeVisible();
  await expect(screens.activationCode).toHaveValue(newcomer.activationCode);
  await screens.goOn();
  await screens.expectStep('email');
  await expect(screens.email).toHaveValue(newcomer.email);
  await screens.enterEmail(newcomer.email);
  await screens.expectStep('emailCode');
  await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, newcomer.email, 2));
  await screens.expectStep('profile');
  await expect(page.getByRole('textbox', { name: t('activation.city') })).toHaveValue('Saint-Étienne');
});

test('two tabs: what one has finished, the other one knows', async ({
  page,
  context,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  const token = await activate(accounts, newcomer);
  const other = await context.newPage();
  await other.goto('/icon.svg');
  await other.evaluate((signedIn) => localStorage.setItem('authToken', signedIn), token);
  expectOutcome({ address: '/email/send-code', outcome: 401 });
  await screens.enterEmail('une.autre@example.org');
  await screens.expectStep('openElsewhere');
  await press(page.getByRole('button', { name: t('activation.enter'), exact: true }));
  await expect(page.getByRole('heading', { name: t('home.hello', { name: newcomer.firstName }) })).toBeVisible();
});

test('without a connection a step says so, keeps what was typed, and goes on later', async ({
  page,
  context,
  t,
  press,
  newcomer,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  // The code that keeps the answers comes after the page: a busy machine asks for it long after the network is idle.
  const vault = page.waitForResponse(/\/tab-vault-/);
  await page.goto('/activation', { waitUntil: 'networkidle' });
  await vault;
  await page.evaluate(() => document.fonts.ready);
  expectOutcome({ address: '/activation/info', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await context.setOffline(true);
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  const logo = page.locator('img[src="/icon.svg"]').first();
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth), 'the logo is still drawn').toBeGreaterThan(
    0,
  );
  await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
  await expect(screens.lastName).toHaveValue(newcomer.lastName);
  await context.setOffline(false);
  await screens.goOn();
  await screens.expectStep('email');
});
