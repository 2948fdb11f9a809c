import { expect, test } from '../fixtures.ts';
import { AccountScreens } from '../screens/account-screens.ts';
import { newAddress } from '../people/addresses.ts';

test('the limits of a change of address are read on the page: wrong passwords, codes, and changes', async ({
  page,
  t,
  press,
  owner,
  show,
  expectOutcome,
}) => {
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  await press(screens.button(screens.part(t('safety.email')), t('safety.emailChange')));
  const dialog = screens.dialog(t('safety.emailTitle'));
  const limits = [
    ['RequestEmailChangeRateLimitExceeded', 600, { hours: 0, minutes: 10 }],
    ['CodeRequestRateLimitExceeded', 3_600, { hours: 0, minutes: 60 }],
    ['TooManyRequests', 60, { hours: 0, minutes: 1 }],
  ] as const;
  await screens.field(dialog, t('safety.emailNew')).fill(newAddress('alix', 'gmail.com'));
  await screens.field(dialog, t('safety.emailPassword')).fill(owner.password);
  for (const [code, seconds, wait] of limits) {
    expectOutcome({ address: '/email-change/request-code', outcome: 429 });
    const json = { status: 429, errors: [{ code }] };
    await page.route('**/email-change/request-code', (route) =>
      route.fulfill({ status: 429, json, headers: { 'Retry-After': String(seconds) } }),
    );
    await press(screens.button(dialog, t('safety.emailSubmit')));
    await expect(dialog.getByRole('alert')).toHaveText(t(`errors.${code}`, wait));
    await page.unrouteAll();
  }
  await show('email-change-limited');
  await press(screens.button(dialog, t('safety.emailSubmit')));
  expectOutcome({ address: '/email-change/verify-code', outcome: 429 });
  const json = { status: 429, errors: [{ code: 'ChangeEmailRateLimitExceeded' }] };
  await page.route('**/email-change/verify-code', (route) =>
    route.fulfill({ status: 429, json, headers: { 'Retry-After': '36000' } }),
  );
  await screens.field(dialog, t('safety.emailCode')).fill('123456');
  const told = t('errors.ChangeEmailRateLimitExceeded', { hours: 10, minutes: 600 });
  await expect(dialog.getByRole('alert')).toHaveText(told);
  await show('email-changed-too-often');
});
