import { expect, test } from '../fixtures.ts';
import { AccountScreens } from '../screens/account-screens.ts';
import { newAddress } from '../people/addresses.ts';
import { passHourSinceWrongCodes } from '../people/let-time-pass.ts';
import { sentBy } from '../people/sent-code.ts';

// One after the other: an hour passes for whoever has typed the newest wrong code.
test.describe.configure({ mode: 'default' });

test('the limits of a change of address are read on the page: wrong passwords, codes, and changes', async ({
  page,
  t,
  press,
  owner,
  show,
  expectOutcome,
}) => {
  const screens = new AccountScreens({ page, t, press });
  const dialog = await screens.fillEmailChange({ email: newAddress('alix', 'gmail.com'), password: owner.password });
  const limits = [
    ['RequestEmailChangeRateLimitExceeded', 600, { hours: 0, minutes: 10 }],
    ['CodeRequestRateLimitExceeded', 3_600, { hours: 0, minutes: 60 }],
    ['TooManyRequests', 60, { hours: 0, minutes: 1 }],
  ] as const;
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

test('wrong codes of a change of address close it for an hour, and ten in a day for a day', async ({
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
  const right = await sentBy(accounts, { channel: 'EMAIL', to: email }, () =>
    press(screens.button(dialog, t('safety.emailSubmit'))),
  );
  const field = screens.field(dialog, t('safety.emailCode'));
  const type = async (code: string) => {
    const answered = page.waitForResponse('**/email-change/verify-code');
    // The last digit sends it.
    await field.fill('');
    await field.fill(code);
    return (await answered).status();
  };
  const typeFiveWrong = async () => {
    for (let tried = 0; tried < 5; tried++) {
      expect(await type(right === `00000${tried}` ? '999999' : `00000${tried}`)).toBe(422);
      await expect(field).toHaveAccessibleDescription(t('errors.WrongVerificationCode'));
    }
  };
  const told = dialog.getByRole('alert');
  expectOutcome({ address: '/email-change/verify-code', outcome: 422 });
  expectOutcome({ address: '/email-change/verify-code', outcome: 429 });
  await typeFiveWrong();
  await show('email-change-wrong-code');
  expect(await type(right)).toBe(429);
  await expect(told).toHaveText(t('errors.VerificationCodeRateLimitExceeded', { tries: 5, hours: 0, minutes: 60 }));
  await show('email-change-five-wrong-codes');
  await passHourSinceWrongCodes(accounts, 'email-change');
  await typeFiveWrong();
  expect(await type(right)).toBe(429);
  await expect(told).toHaveText(t('errors.VerificationCodeRateLimitExceeded', { tries: 10, hours: 24, minutes: 1440 }));
  await show('email-change-ten-wrong-codes');
});
