import { expect, test } from '../fixtures.ts';
import { newAddress } from '../people/addresses.ts';
import { readMailedCode } from '../people/inbox.ts';
import { expireCodes } from '../people/let-time-pass.ts';
import { activate } from '../people/people.ts';
import { sentBy } from '../people/sent-code.ts';
import { AccountScreens } from '../screens/account-screens.ts';
import { ActivationScreens } from '../screens/activation-screens.ts';
import { ResetScreens } from '../screens/reset-screens.ts';

// All codes of their product grow old at once: it is theirs alone, and they run one after the other.
test.use({ environment: {} });
test.describe.configure({ mode: 'default' });

const newPassword = 'Nouvelle-Lanterne-63!';

test('a code by e-mail that has expired says so beside its field, and another one goes on', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.clock.install();
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.enterEmail(newcomer.email);
  await screens.expectStep('emailCode');
  const expired = await readMailedCode(accounts.inboxUrl, newcomer.email);
  await expireCodes(accounts);
  expectOutcome({ address: '/email/verify-code', outcome: 410 });
  await screens.emailCode.fill(expired);
  await expect(screens.emailCode).toHaveAccessibleDescription(t('errors.ExpiredVerificationCode'));
  await expect(screens.emailCode).toHaveValue(expired);
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: t('activation.codeResend') }).click();
  await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, newcomer.email, 2));
  await screens.expectStep('profile');
});

test('a code that has expired says so, and a right that has ended leads back to another code', async ({
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
  await page.clock.install();
  await page.goto('/reset-password');
  const expired = await screens.askForCode(accounts, newcomer.email);
  await expireCodes(accounts);
  expectOutcome({ address: '/password/reset/verify-code', outcome: 410 });
  await screens.code.fill(expired);
  await expect(screens.code).toHaveAccessibleDescription(t('errors.ExpiredVerificationCode'));
  await page.clock.runFor(31_000);
  const code = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email }, () =>
    page.getByRole('button', { name: t('identityFlow.sendAgain') }).click(),
  );
  await screens.code.fill(code);
  await screens.expectStep('password');
  await page.route('**/api/v2/password/reset', (route) =>
    route.fulfill({ status: 401, json: { status: 401, errors: [{ code: 'AuthTokenNotValid' }] } }),
  );
  expectOutcome({ address: '/api/v2/password/reset', outcome: 401 });
  await screens.choosePassword(newPassword);
  await screens.expectStep('mode');
  await expect(page.getByText(t('resetPassword.expired'))).toBeVisible();
  await show('expired', 'page');
});

test('a code of a change of address that has expired is said beside its field, and the fourth one is not sent', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const screens = new AccountScreens({ page, t, press });
  const email = newAddress('alix', 'gmail.com');
  const dialog = await screens.fillEmailChange({ email, password: owner.password });
  const submit = screens.button(dialog, t('safety.emailSubmit'));
  const field = screens.field(dialog, t('safety.emailCode'));
  const code = await sentBy(accounts, { channel: 'EMAIL', to: email }, () => press(submit));
  await expect(field).toBeVisible();
  await expireCodes(accounts);
  expectOutcome({ address: '/email-change/verify-code', outcome: 410 });
  await field.fill(code);
  await expect(field).toHaveAccessibleDescription(t('errors.ExpiredVerificationCode'));
  await show('email-change-expired-code');
  for (const number of [2, 3]) {
    await press(screens.button(dialog, t('safety.emailAgain')));
    await sentBy(accounts, { channel: 'EMAIL', to: email }, () => press(submit));
    await expect(field, `code ${number}`).toBeVisible();
  }
  await press(screens.button(dialog, t('safety.emailAgain')));
  expectOutcome({ address: '/email-change/request-code', outcome: 429 });
  await press(submit);
  await expect(dialog.getByRole('alert')).toHaveText(
    t('errors.CodeRequestRateLimitExceeded', { hours: 0, minutes: 60 }),
  );
  await show('email-change-fourth-code');
});
