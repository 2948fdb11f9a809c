import { ActivationScreens } from '../screens/activation-screens.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { readMailedCode } from '../people/inbox.ts';
import { activate, addApplication, hire } from '../people/people.ts';
import { pace } from '../checks/pace.ts';

test('an address that has a safe leads to that safe, which receives the documents', async ({
  page,
  t,
  press,
  newcomer,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const owner = await hire(employer);
  await activate(accounts, owner);
  const title = 'Bulletin de paie – octobre 2026';
  const { employeeNumber } = newcomer;
  await employer.deposit({ employeeNumber, title, period: '2026-10', file: makePdf(title) });
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.enterEmail(owner.email);
  await screens.expectStep('emailCode');
  expectOutcome({ address: '/email/verify-code', outcome: 409 });
  // The code of the activation, the welcome, and this one.
  const afterWelcome = 3;
  await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, owner.email, afterWelcome));

  await screens.expectHeading(t('activation.existingSafeTaken'));
  await expect(screens.safeEmail).toHaveValue(owner.email);
  await show('taken', 'page');
  await press(page.getByRole('button', { name: t('activation.otherEmail') }));
  await screens.expectStep('email');
  await page.goBack();
  await screens.expectHeading(t('activation.existingSafeTaken'));

  expectOutcome({ address: '/activation/login-to-merge', outcome: 401 });
  await screens.openSafe({ email: owner.email, password: 'Une-Autre-Phrase-12!' });
  await expect(page.getByRole('alert')).toHaveText(t('errors.Unauthorized'));
  await screens.openSafe(owner);

  await screens.expectStep('merge');
  await expect(page.getByText(`${owner.firstName} ${owner.lastName}`)).toBeVisible();
  await expect(page.getByText(t('activation.mergeDocuments', { count: 0 }))).toBeVisible();
  await page.reload();
  await screens.expectStep('merge');
  await page.getByRole('button', { name: t('activation.mergeSubmit') }).click();
  await expect(page.getByText(t('forms.accepted'))).toBeVisible();
  await show('merge', 'page');
  await screens.acceptTerms();
  await press(page.getByRole('button', { name: t('activation.mergeSubmit') }));

  await screens.expectStep('merged');
  await expect(page.getByText(t('activation.recoveredAll', { total: 1 }))).toBeVisible({ timeout: 30_000 * pace });
  await show('merged', 'page');
  const kept = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
  expect(kept.filter((key) => /^kept\.|^mergeToken/.test(key))).toEqual([]);
  await press(page.getByRole('button', { name: t('activation.enter'), exact: true }));
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});

test('whoever says at once that they have a safe signs in to it, and starts again when that has expired', async ({
  page,
  t,
  press,
  newcomer,
  employer,
  accounts,
  expectOutcome,
}) => {
  const owner = await hire(employer);
  await activate(accounts, owner);
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await press(page.getByRole('button', { name: t('activation.alreadyOwnerWay') }));
  await screens.expectStep('existingSafe');
  await screens.openSafe(owner);
  await screens.expectStep('merge');

  await page.evaluate(() => localStorage.removeItem('mergeToken'));
  expectOutcome({ address: '/activation/merge', outcome: 401 });
  await screens.acceptTerms();
  await press(page.getByRole('button', { name: t('activation.mergeSubmit') }));
  await screens.expectStep('existingSafe');
  await expect(page.getByText(t('activation.expiredMerge'))).toBeVisible();
  await screens.openSafe(owner);
  await screens.expectStep('merge');
});

test('a safe that asks for a second factor is opened with it', async ({
  page,
  t,
  press,
  newcomer,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const owner = await hire(employer);
  const { recoveryCodes } = await addApplication(accounts, { token: await activate(accounts, owner), owner: owner });
  const [recoveryCode = ''] = recoveryCodes;
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await press(page.getByRole('button', { name: t('activation.alreadyOwnerWay') }));
  await screens.openSafe(owner);
  await screens.expectHeading(t('secondFactorStep.title'));
  await page.reload();
  await screens.expectHeading(t('secondFactorStep.title'));
  await show('second-factor', 'page');

  expectOutcome({ address: '/activation/login-to-merge', outcome: 422 });
  const wrong = page.getByRole('textbox', { name: t('secondFactorStep.totpCode') });
  await wrong.fill('000000');
  await expect(wrong).toHaveAccessibleDescription(t('secondFactorStep.wrongTOTP'));
  await press(page.getByRole('button', { name: t('secondFactorStep.useRECOVERY_CODE') }));
  await page.getByRole('textbox', { name: t('secondFactorStep.recoveryCode') }).fill(recoveryCode);
  await press(page.getByRole('button', { name: t('secondFactorStep.submit'), exact: true }));
  await screens.expectStep('merge');
  await expect(page.getByText(`${owner.firstName} ${owner.lastName}`)).toBeVisible();
});

test('a safe is not opened by trying its password again and again', async ({
  page,
  t,
  press,
  newcomer,
  employer,
  accounts,
  expectOutcome,
}) => {
  const owner = await hire(employer);
  await activate(accounts, owner);
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await press(page.getByRole('button', { name: t('activation.alreadyOwnerWay') }));
  expectOutcome({ address: '/activation/login-to-merge', outcome: 401 });
  expectOutcome({ address: '/activation/login-to-merge', outcome: 429 });
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answered = page.waitForResponse(/login-to-merge/);
    await screens.openSafe({ email: owner.email, password: `Une-Autre-Phrase-${attempt}!` });
    expect((await answered).status()).toBe(401);
    await expect(page.getByRole('alert')).toHaveText(t('errors.Unauthorized'));
  }
  await screens.openSafe(owner);
  await expect(page.getByRole('alert')).toHaveText(
    t('errors.MergeVerificationRateLimitExceeded', { hours: 0, minutes: 60 }),
  );
});
