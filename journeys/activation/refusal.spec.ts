import { readFile } from 'node:fs/promises';
import { ActivationScreens } from '../screens/activation-screens.ts';
import { expectScreen } from '../screens/sign-in-screen.ts';
import { Employer } from '../people/employer.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { readTextedCode } from '../people/inbox.ts';
import { activate, hire } from '../people/people.ts';
import { newMobile } from '../people/addresses.ts';

test('someone refuses electronic payslips, confirms by SMS and keeps the dated receipt', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const mobile = newMobile();
  await page.goto('/activation');
  await screens.expectCount(1, 5);
  await screens.pickRefusal();
  await screens.expectCount(1, 4);
  await screens.goOn();
  await screens.expectStep('refusal');
  await screens.expectCount(2, 4);
  await page.getByRole('button', { name: t('activation.refusalSubmit') }).click();
  for (const [field, label] of [
    [screens.activationCode, t('activation.code')],
    [screens.lastName, t('activation.lastName')],
    [screens.phone, t('activation.phone')],
  ] as const)
    await expect(field).toHaveAccessibleDescription(t('forms.required', { field: label }));
  await show('refusal', 'page');
  await screens.askToRefuse(newcomer, '01 23 45 67 89');
  await expect(screens.phone).toHaveAccessibleDescription(t('forms.mobile'));
  await screens.activationCode.focus();
  for (const key of ['Home', 'ArrowRight', 'Backspace']) await page.keyboard.press(key);
  await page.keyboard.type(newcomer.activationCode.charAt(0));
  await expect(screens.activationCode, 'the caret stays where the hand is').toHaveValue(newcomer.activationCode);
  await screens.phone.fill(mobile.typed);
  await page.getByRole('button', { name: t('activation.refusalSubmit') }).click();

  await screens.expectStep('refusalCode');
  await screens.expectCount(3, 4);
  await expect(page.getByText(mobile.typed)).toBeVisible();
  const code = await readTextedCode(accounts.inboxUrl, mobile.stored);
  await page.reload();
  await screens.expectStep('refusalCode');
  expectOutcome({ address: '/refusal/verify-code', outcome: 422 });
  await screens.confirmRefusal(code === '000000' ? '000001' : '000000');
  await expect(screens.refusalCode).toHaveAccessibleDescription(t('errors.WrongVerificationCode'));
  await show('refusal-code', 'page');
  const refusals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/refusal/verify-code')) refusals.push(request.url());
  });
  await screens.refusalCode.fill(code);
  await screens.expectStep('refusalCode');
  expect(refusals, 'the last digit refuses nothing').toEqual([]);
  await screens.confirmRefusal(code);

  await screens.expectStep('refused');
  await screens.expectCount(4, 4);
  await show('refused', 'page');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: t('activation.refusedReceipt') })),
  ]);
  expect(download.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}\.pdf$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await page.goBack();
  await screens.expectStep('refused');
  await page.getByRole('button', { name: t('activation.refusedChange') }).click();
  await screens.expectStep('delivery');
  await page.getByRole('radio', { name: t('activation.electronic') }).check({ force: true });
  await screens.expectCount(1, 5);

  await page.goBack();
  await screens.expectStep('refused');
  await press(page.getByRole('link', { name: t('activation.refusedLeave') }));
  // The address changes before its page has come.
  await expectScreen({ page }, t('login.title'));
  await page.goBack();
  await screens.acceptDelivery();
  await screens.expectStep('code');
  await expect(screens.activationCode).toHaveValue('');
  await expect(screens.lastName).toHaveValue('');
  await page.goto('/activation?step=delivery');
  await screens.refuseDelivery();
  await screens.expectStep('refusal');
});

test('the SMS of a refusal can be asked for again, three times an hour', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const mobile = newMobile();
  await page.clock.install();
  await page.goto('/activation');
  await screens.refuseDelivery();
  await screens.askToRefuse(newcomer, mobile.typed);
  await screens.expectStep('refusalCode');
  const again = page.getByRole('button', { name: t('activation.codeResend') });
  await expect(again).toBeDisabled();
  for (const count of [2, 3]) {
    await page.clock.runFor(31_000);
    await again.press('Enter');
    await readTextedCode(accounts.inboxUrl, mobile.stored, count);
    await expect(again).toBeDisabled();
    await expect(again, 'the hand stays where it was').toBeFocused();
  }
  await page.clock.runFor(31_000);
  await expect(again).toBeDisabled();
  await expect(page.getByText(t('identityFlow.spent'))).toBeVisible();
  await screens.confirmRefusal(await readTextedCode(accounts.inboxUrl, mobile.stored, 3));
  await screens.expectStep('refused');
});

test('where the employer disabled refusal, the page tells of the right to object in writing', async ({
  page,
  t,
  press,
  accounts,
  show,
  expectOutcome,
}) => {
  const strict = accounts.employers.filter(({ refusalAllowed }) => !refusalAllowed);
  const newcomer = await hire(new Employer({ ...accounts, employers: strict }));
  const screens = new ActivationScreens({ page, t, press });
  expectOutcome({ address: '/refusal/request-code', outcome: 403 });
  await page.goto('/activation');
  await screens.refuseDelivery();
  await screens.askToRefuse(newcomer, newMobile().typed);
  await screens.expectStep('refusalDisabled');
  await expect(page.getByText(t('activation.refusalRightTitle'))).toBeVisible();
  await show('refusal-disabled', 'page');
  await page.reload();
  await screens.expectStep('refusalDisabled');
  await page.getByRole('button', { name: t('activation.refusalActivate') }).click();
  await screens.expectStep('delivery');
  await page.getByRole('radio', { name: t('activation.electronic') }).check({ force: true });
  await screens.acceptDelivery();
  await screens.expectStep('code');
  await expect(screens.activationCode).toHaveValue(newcomer.activationCode);
});

test('the profile and the help name the right to object in writing, where nothing can be chosen', async ({
  page,
  t,
  accounts,
  show,
}) => {
  const strict = accounts.employers.filter(({ refusalAllowed }) => !refusalAllowed);
  const newcomer = await hire(new Employer({ ...accounts, employers: strict }));
  await enterSafe(page, await activate(accounts, newcomer));
  await page.goto('/account/profile-infos');
  const told = page.getByText(t('profile.objectText', { employer: strict[0]?.name ?? '' }));
  await expect(told).toBeVisible();
  await expect(page.getByRole('link', { name: t('account.dematerialization') })).toHaveCount(0);
  await show('right-to-object', 'page');
  await page.goto('/account/dematerialization');
  await expect(page.getByText(t('delivery.noRefusal', { employer: strict[0]?.name ?? '' }))).toBeVisible();
  await page.goto('/help');
  await expect(page.getByText(t('help.paperText'))).toBeAttached();
});

test('the profile and the help name the right to object in writing, for an owner who may choose with another employer', async ({
  page,
  t,
  accounts,
  archivist,
  show,
}) => {
  expect(archivist.email).toBeTruthy();
  const nameWhere = (isAllowed: boolean) =>
    accounts.employers.find(({ refusalAllowed }) => refusalAllowed === isAllowed)?.name ?? '';
  const [strict, open] = [nameWhere(false), nameWhere(true)];
  await page.goto('/account/profile-infos');
  await expect(page.getByText(t('profile.objectText', { employer: strict }))).toBeVisible();
  await expect(page.getByText(t('profile.objectText', { employer: open }))).toHaveCount(0);
  await show('right-to-object-with-a-choice', 'page');
  await page.getByRole('link', { name: t('account.dematerialization') }).click();
  await expect(page.getByText(t('delivery.noRefusal', { employer: strict }))).toBeVisible();
  await expect(page.getByRole('button', { name: t('delivery.offNamed', { employer: strict }) })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('delivery.offNamed', { employer: open }) })).toBeVisible();
  await show('choice-of-one-employer', 'page');
  await page.goto('/help');
  await expect(page.getByText(t('help.paperText'))).toBeAttached();
});
