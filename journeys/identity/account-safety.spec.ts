import { AccountScreens } from '../screens/account-screens.ts';
import { ResetScreens } from '../screens/reset-screens.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../people/people.ts';
import { sentBy } from '../people/sent-code.ts';
import { showTotp } from '../people/totp.ts';

test('a password is changed by the one before, by rules that are ticked, and other devices end', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  const elsewhere = await signIn(accounts, owner);
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  await expect(screens.part(t('devices.title')).getByText(t('devices.current'))).toBeVisible();
  await show('safety', 'page');
  await press(screens.button(screens.part(t('safety.password')), t('safety.passwordChange')));
  const dialog = screens.dialog(t('safety.passwordChange'));
  const current = screens.field(dialog, t('safety.passwordCurrent'));
  const password = screens.field(dialog, t('safety.passwordNew'));
  const confirmation = screens.field(dialog, t('safety.passwordConfirmation'));
  const submit = screens.button(dialog, t('safety.passwordSubmit'));
  await current.fill('Un-autre-mot-1!!');
  await password.fill('Lampadaire');
  await confirmation.fill('Lampion');
  await press(submit);
  await expect(password).toHaveAccessibleDescription(t('forms.password'));
  await expect(confirmation).toHaveAccessibleDescription(t('forms.same'));
  await expect(dialog.getByRole('list', { name: t('ui.passwordRules') })).toContainText(
    `${t('safety.ruleDigit')} – ${t('ui.ruleMissing')}`,
  );
  await show('password-rules');
  const chosen = 'Boussole-Verte-74!';
  await password.fill(chosen);
  await confirmation.fill(chosen);
  expectOutcome({ address: '/user/password', outcome: 422 });
  await press(submit);
  await expect(current).toHaveAccessibleDescription(t('errors.InvalidUserPassword'));
  await current.fill(owner.password);
  await press(submit);
  await expect(page.getByRole('status').getByText(t('safety.passwordDone'))).toBeVisible();
  const answer = await fetch(`${accounts.baseUrl}/backend/api/v1/user/profile`, {
    headers: { Authorization: `Bearer ${elsewhere}` },
  });
  expect(answer.status).toBe(401);
  expect(await signIn(accounts, { email: owner.email, password: chosen })).toBeTruthy();
});

test('an application is added with its QR code, gives recovery codes once, and they can be tried', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  const { password } = owner;
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  const part = screens.part(t('secondFactorSettings.totp'));
  await press(screens.button(part, t('secondFactorSettings.totpAdd')));
  const submit = t('secondFactorSettings.totpAdd');
  expectOutcome({ address: '/second-factor/request-code', outcome: 422 });
  await screens.confirmWithPassword(submit, { password: 'Un-autre-mot-1!!', submit });
  const dialog = screens.dialog(submit);
  await expect(screens.field(dialog, t('safety.confirmPassword'))).toHaveAccessibleDescription(
    t('errors.InvalidUserPassword'),
  );
  const mailed = await sentBy(accounts, { channel: 'EMAIL', to: owner.email }, () =>
    screens.confirmWithPassword(submit, { password, submit }),
  );
  await expect(dialog.getByText(t('secondFactorSettings.mailCodeText'))).toBeVisible();
  await show('totp-mail-code');
  await screens.field(dialog, t('secondFactorSettings.mailCode')).fill(mailed);
  await expect(dialog.getByRole('img', { name: t('secondFactorSettings.totpQr') })).toBeVisible();
  await show('totp-qr');
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await screens.field(dialog, t('secondFactorSettings.totpCode')).fill(showTotp(secret));

  const codesDialog = screens.dialog(t('secondFactorSettings.codesTitle'));
  await expect(codesDialog).toBeVisible();
  const codes = await codesDialog.getByRole('list').locator('code').allTextContents();
  expect(new Set(codes).size).toBeGreaterThan(4);
  await show('recovery-codes');
  await page.keyboard.press('Escape');
  await expect(codesDialog).toBeVisible();
  const downloading = page.waitForEvent('download');
  await press(screens.button(codesDialog, t('secondFactorSettings.download')));
  expect((await downloading).suggestedFilename()).toBe(t('secondFactorSettings.codesFileName'));
  await press(codesDialog.getByText(t('secondFactorSettings.codesKept')));
  await press(screens.button(codesDialog, t('secondFactorSettings.codesClose')));
  await expect(part.getByText(/2026|20\d\d/)).toBeVisible();

  await test.step('a code is tested without being used up', async () => {
    await press(
      screens.button(screens.part(t('secondFactorSettings.recovery')), t('secondFactorSettings.recoveryTest')),
    );
    const trying = screens.dialog(t('secondFactorSettings.testTitle'));
    const field = screens.field(trying, t('secondFactorSettings.testCode'));
    expectOutcome({ address: '/recovery-codes/test', outcome: 422 });
    await field.fill('AAAA-AAAA');
    await press(screens.button(trying, t('secondFactorSettings.testSubmit')));
    await expect(field).toHaveAccessibleDescription(t('secondFactorSettings.testWrong'));
    await field.fill(codes[0] ?? '');
    await press(screens.button(trying, t('secondFactorSettings.testSubmit')));
    await expect(trying.getByText(t('secondFactorSettings.testGood'))).toBeVisible();
    await show('recovery-code-tested');
    await press(screens.button(trying, t('ui.close')).last());
  });

  await test.step('the codes are renewed, which is said, and others are shown', async () => {
    const recovery = screens.part(t('secondFactorSettings.recovery'));
    await press(screens.button(recovery, t('secondFactorSettings.recoveryRenew')));
    await screens.confirmWithPassword(t('secondFactorSettings.recoveryRenewTitle'), {
      password,
      submit: t('secondFactorSettings.recoveryRenew'),
    });
    await expect(page.getByRole('status').getByText(t('secondFactorSettings.recoveryRenewed'))).toBeVisible();
    await expect(codesDialog).toBeVisible();
    const renewed = await codesDialog.getByRole('list').locator('code').allTextContents();
    expect(renewed).toHaveLength(codes.length);
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
    await show('recovery-codes-renewed');
    await press(codesDialog.getByText(t('secondFactorSettings.codesKept')));
    await press(screens.button(codesDialog, t('secondFactorSettings.codesClose')));
  });

  await test.step('it is turned off with the password', async () => {
    await press(screens.button(part, t('secondFactorSettings.totpRemove')));
    await screens.confirmWithPassword(t('secondFactorSettings.totpRemoveTitle'), {
      password,
      submit: t('secondFactorSettings.totpRemove'),
    });
    await expect(screens.button(part, t('secondFactorSettings.totpAdd'))).toBeVisible();
  });
});

test('a passkey is made by the browser, renamed and removed', async ({ page, t, press, owner, accounts, show }) => {
  const { password } = owner;
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const screens = new AccountScreens({ page, t, press });
  // Passkeys are of a name, not of an address.
  const safety = new URL('/account/safety', page.url().replace('127.0.0.1', 'localhost')).href;
  await page.goto(safety);
  const part = screens.part(t('secondFactorSettings.passkeys'));
  await press(screens.button(part, t('secondFactorSettings.passkeyAdd')));
  const dialog = screens.dialog(t('secondFactorSettings.passkeyAdd'));
  await screens.field(dialog, t('secondFactorSettings.passkeyName')).fill('Mon téléphone');
  await screens.field(dialog, t('safety.confirmPassword')).fill(password);
  await show('passkey');
  const mailed = await sentBy(accounts, { channel: 'EMAIL', to: owner.email }, () =>
    press(screens.button(dialog, t('secondFactorSettings.passkeyCreate'))),
  );
  await screens.field(dialog, t('secondFactorSettings.mailCode')).fill(mailed);
  const codes = screens.dialog(t('secondFactorSettings.codesTitle'));
  await press(codes.getByText(t('secondFactorSettings.codesKept')));
  await press(screens.button(codes, t('secondFactorSettings.codesClose')));
  await expect(part.getByText('Mon téléphone')).toBeVisible();
  await show('second-factor-on', 'page');

  await press(part.getByRole('button', { name: t('secondFactorSettings.renameNamed', { name: 'Mon téléphone' }) }));
  const renaming = screens.dialog(t('secondFactorSettings.renameTitle'));
  await screens.field(renaming, t('secondFactorSettings.passkeyName')).fill('Téléphone bleu');
  await press(screens.button(renaming, t('secondFactorSettings.rename')));
  await expect(part.getByText('Téléphone bleu')).toBeVisible();

  await press(part.getByRole('button', { name: t('secondFactorSettings.removeNamed', { name: 'Téléphone bleu' }) }));
  const removing = screens.dialog(t('secondFactorSettings.removeTitle'));
  await expect(removing.getByText(t('secondFactorSettings.lastOne'))).toBeVisible();
  await screens.confirmWithPassword(t('secondFactorSettings.removeTitle'), {
    password,
    submit: t('secondFactorSettings.remove'),
  });
  await expect(part.getByText('Téléphone bleu')).toBeHidden();
});

test('another device is signed out by itself, then all of them', async ({ page, t, press, owner, accounts, show }) => {
  const elsewhere = await signIn(accounts, owner);
  const profileOf = (token: string) =>
    fetch(`${accounts.baseUrl}/backend/api/v1/user/profile`, { headers: { Authorization: `Bearer ${token}` } });
  const reset = new ResetScreens({ page, t, press });
  await page.goto('/reset-password');
  await reset.giveEmail(owner.email);
  await reset.expectStep('mode');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kept.resetPassword'))).not.toBeNull();
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  const part = screens.part(t('devices.title'));
  await expect(part.getByRole('listitem')).toHaveCount(2);
  await expect(part.getByText(t('devices.inUse')), 'the device in use was not “last seen” some time ago').toHaveCount(
    1,
  );
  await press(part.getByRole('button', { name: new RegExp(`^${t('devices.end')}\\s?:`) }).first());
  const asking = page.getByRole('alertdialog', { name: t('devices.endTitle') });
  await show('device-end');
  await press(screens.button(asking, t('devices.end')));
  await expect(part.getByRole('listitem')).toHaveCount(1);
  expect((await profileOf(elsewhere)).status).toBe(401);

  await press(screens.button(part, t('devices.everywhere')));
  const question = page.getByRole('alertdialog', { name: t('devices.everywhereTitle') });
  await show('devices-everywhere');
  await press(screens.button(question, t('devices.everywhere')));
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(t('session.signedOutEverywhere'))).toBeVisible();
  expect((await profileOf(owner.token)).status).toBe(401);
  await page.goto('/reset-password?step=mode');
  await reset.expectStep('email');
  await expect(reset.email, 'the next person in this tab finds nothing of the one before').toHaveValue('');
});

test('a safe is closed with the password and a box to tick; signing in again keeps it', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  await press(screens.button(screens.part(t('closing.title')), t('closing.open')));
  const dialog = screens.dialog(t('closing.dialogTitle'));
  await screens.field(dialog, t('safety.confirmPassword')).fill(owner.password);
  await press(screens.button(dialog, t('closing.submit')));
  await expect(dialog.getByText(t('forms.accepted'))).toBeVisible();
  await show('closing');
  await press(dialog.getByText(t('closing.acknowledgement')));
  await press(screens.button(dialog, t('closing.submit')));
  await expect(page.getByText(t('session.closing'))).toBeVisible();
  await show('closed');
  expect(await signIn(accounts, owner)).toBeTruthy();
});
