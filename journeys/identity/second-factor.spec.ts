import type { Page } from '@playwright/test';
import { expect, leaveSafe, test } from '../fixtures.ts';
import { FranceConnectSite } from '../people/france-connect.ts';
import { activate, addApplication, type Newcomer } from '../people/people.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';
import { showTotp } from '../people/totp.ts';
import type { Words } from '../checks/words.ts';

/** The code that follows: that of the confirmation has served. */
const nextCode = (secret: string): string => showTotp(secret, Date.now() + 30_000);
const codeField = (page: Page, t: Words) => page.getByRole('textbox', { name: t('secondFactorStep.totpCode') });

/** The password is right, and the second factor asked for. */
async function givePassword(page: Page, t: Words, owner: Newcomer): Promise<void> {
  await page.goto('/login?next=/documents');
  await enterCredentials({ page, t }, owner);
  await expectScreen({ page }, t('secondFactorStep.title'));
}

test('an authenticator application is asked for after the password', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  const { secret } = await addApplication(accounts, {
    token: await activate(accounts, newcomer),
    owner: newcomer,
  });
  await givePassword(page, t, newcomer);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await show('application', 'page');
  expectOutcome({ address: '/login/second-factor', outcome: 422 });
  const right = nextCode(secret);
  await codeField(page, t).fill(right === '000000' ? '000001' : '000000');
  await expect(codeField(page, t)).toHaveAccessibleDescription(t('secondFactorStep.wrongTOTP'));
  await show('wrong-code', 'page');
  await page.reload();
  await expectScreen({ page }, t('secondFactorStep.title'));
  await press(page.getByRole('button', { name: t('secondFactorStep.back') }));
  await expectScreen({ page }, t('login.title'));
  await page.goto('/login/second-factor');
  await expect(page.getByText(t('session.secondFactorEnded'))).toBeVisible();
  await givePassword(page, t, newcomer);
  await codeField(page, t).fill(nextCode(secret));
  await expect(page).toHaveURL(/\/documents$/);
});

test('a recovery code opens the safe once', async ({ page, context, t, press, newcomer, accounts, expectOutcome }) => {
  const { recoveryCodes } = await addApplication(accounts, {
    token: await activate(accounts, newcomer),
    owner: newcomer,
  });
  const [code = ''] = recoveryCodes;
  const useRecoveryCode = async () => {
    await press(page.getByRole('button', { name: t('secondFactorStep.useRECOVERY_CODE') }));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('textbox', { name: t('secondFactorStep.recoveryCode') }).fill(code);
    await page.keyboard.press('Enter');
  };
  await givePassword(page, t, newcomer);
  await useRecoveryCode();
  await expect(page).toHaveURL(/\/documents$/);
  await leaveSafe(page);
  await context.clearCookies();
  await givePassword(page, t, newcomer);
  expectOutcome({ address: '/login/second-factor', outcome: 422 });
  await useRecoveryCode();
  await expect(page.getByRole('textbox', { name: t('secondFactorStep.recoveryCode') })).toHaveAccessibleDescription(
    t('secondFactorStep.wrongRECOVERY_CODE'),
  );
});

test('after five wrong codes, the page says to wait', async ({ page, t, newcomer, accounts, show, expectOutcome }) => {
  const { secret } = await addApplication(accounts, {
    token: await activate(accounts, newcomer),
    owner: newcomer,
  });
  await givePassword(page, t, newcomer);
  expectOutcome({ address: '/login/second-factor', outcome: 422 });
  expectOutcome({ address: '/login/second-factor', outcome: 429 });
  for (let tried = 0; tried < 6; tried++) {
    const answered = page.waitForResponse('**/login/second-factor');
    await codeField(page, t).fill('');
    await codeField(page, t).fill(nextCode(secret) === `00000${tried}` ? '999999' : `00000${tried}`);
    await answered;
  }
  const told = t('errors.SecondFactorRateLimitExceeded', { tries: 5, hours: 0, minutes: 60 });
  await expect(page.getByRole('alert')).toHaveText(`${told} ${t('secondFactorStep.limited')}`);
  await show('limited', 'page');
});

test('a passkey opens the safe, and one that is refused leaves the other ways', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
}) => {
  const token = await activate(accounts, newcomer);
  const { secret } = await addApplication(accounts, { token, owner: newcomer });
  const authenticator = await plugAuthenticator(page);
  await page.goto('/login');
  await addPasskey(page, token, newcomer.password);
  await givePassword(page, t, newcomer);
  const use = page.getByRole('button', { name: t('secondFactorStep.passkeySubmit') });
  await show('passkey', 'page');
  await authenticator.refuse();
  await press(use);
  await expect(page.getByRole('alert')).toHaveText(t('secondFactorStep.passkeyCancelled'));
  await show('passkey-refused', 'page');
  await authenticator.accept();
  await press(use);
  await expect(page).toHaveURL(/\/documents$/);
  expect(secret).toBeTruthy();
});

test('a passkey alone opens the safe, without the password; what it does not open is said', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  const token = await activate(accounts, newcomer);
  await addApplication(accounts, { token, owner: newcomer });
  const authenticator = await plugAuthenticator(page);
  await page.goto('/login?next=/documents');
  await addPasskey(page, token, newcomer.password);
  await show('passkey-on-the-sign-in-page', 'page');
  const use = page.getByRole('button', { name: t('login.passkey'), exact: true });
  await authenticator.refuse();
  await press(use);
  await expect(page.getByRole('alert')).toHaveText(t('login.passkeyCancelled'));
  await show('passkey-not-confirmed', 'page');
  await authenticator.accept();
  await press(use);
  await expect(page).toHaveURL(/\/documents$/);

  await test.step('one that its owner removed opens nothing any more', async () => {
    await leaveSafe(page);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const address = `${accounts.baseUrl}/backend/api/v1/user/second-factor`;
    const { passkeys } = (await (await fetch(address, { headers })).json()) as { passkeys: { id: string }[] };
    const body = JSON.stringify({ password: newcomer.password });
    await fetch(`${address}/passkeys/${passkeys[0]?.id}`, { method: 'DELETE', headers, body });
    await page.goto('/login');
    expectOutcome({ address: '/login/passkey/finish', outcome: 401 });
    await press(use);
    await expect(page.getByRole('alert')).toHaveText(t('errorsIn.passkeyLogin.Unauthorized'));
    await show('passkey-of-no-safe', 'page');
  });

  await test.step('nor does a browser that knows none', async () => {
    await authenticator.forget();
    await press(use);
    await expect(page.getByRole('alert')).toHaveText(t('login.passkeyCancelled'));
    await show('no-passkey', 'page');
  });

  await test.step('the page says what went wrong with the way that was tried last, and nothing of the other', async () => {
    const wrong = page.getByRole('alert').getByText(t('errors.Unauthorized'));
    const cancelled = page.getByRole('alert').getByText(t('login.passkeyCancelled'));
    expectOutcome({ address: '/api/v1/login', outcome: 401 });
    await enterCredentials({ page, t }, { ...newcomer, password: 'Un-autre-mot-1!!' });
    await expect(wrong).toBeVisible();
    await expect(cancelled).toBeHidden();
    await press(use);
    await expect(cancelled).toBeVisible();
    await expect(wrong).toBeHidden();
    await show('passkey-after-a-wrong-password', 'page');
    const email = page.getByRole('textbox', { name: t('login.email') });
    await email.fill('');
    await press(page.getByRole('button', { name: t('login.submit'), exact: true }));
    await expect(email).toHaveAccessibleDescription(t('forms.required', { field: t('login.email') }));
    await press(use);
    await expect(cancelled).toBeVisible();
    await expect(email).toHaveAccessibleDescription('');
  });

  await test.step('the password goes on opening it', async () => {
    await enterCredentials({ page, t }, newcomer);
    await expectScreen({ page }, t('secondFactorStep.title'));
  });
});

/** A device that answers by itself, or not at all. */
async function plugAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  const forget = () => devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  return { refuse: () => verify(false), accept: () => verify(true), forget };
}

/** As the account's page does. */
async function addPasskey(page: Page, token: string, password: string): Promise<void> {
  const status = await page.evaluate(
    async ({ token: bearer, password: given }) => {
      const post = (path: string, body: object) =>
        fetch(`/backend/api/v1/user/second-factor/passkeys${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
          body: JSON.stringify(body),
        });
      const { options } = await (await post('/begin', { password: given })).json();
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return (await post('/confirm', { name: 'Essai', response: made.toJSON() })).status;
    },
    { token, password },
  );
  expect(status).toBe(201);
}

test('a return from FranceConnect that has ended links nothing after the second factor, and that is said', async ({
  page,
  context,
  t,
  press,
  newcomer,
  accounts,
  watch,
}) => {
  const token = await activate(accounts, newcomer);
  const { secret } = await addApplication(accounts, { token, owner: newcomer });
  const site = new FranceConnectSite(page, accounts, watch);
  await page.goto('/login');
  await press(page.getByRole('button', { name: 'FranceConnect' }));
  await site.signInAs('gabriel');
  await expectScreen({ page }, t('federatedSignIn.linkTitle'));
  // As after ten minutes: the server does not know the return any more.
  await context.clearCookies();
  await enterCredentials({ page, t }, newcomer);
  await expectScreen({ page }, t('secondFactorStep.title'));
  await codeField(page, t).fill(nextCode(secret));
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('status').getByText(t('federatedSignIn.linkRefused'))).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('franceConnectToken');
});
