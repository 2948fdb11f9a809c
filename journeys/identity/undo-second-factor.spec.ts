import { expect, test } from '../fixtures.ts';
import { activate, addApplication } from '../people/people.ts';
import { sentBy } from '../people/sent-code.ts';
import { expectMissingLink } from '../screens/missing-link.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';

test('a second factor that somebody else added is undone by the link of its mail', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  show,
  expectOutcome,
}) => {
  const token = await activate(accounts, newcomer);
  const pattern = /(?<=\/p#)[\w-]{22}/;
  const undoing = await sentBy(accounts, { channel: 'EMAIL', to: newcomer.email, pattern }, async () => {
    await addApplication(accounts, { token, owner: newcomer });
  });
  await page.goto(`/p#${undoing}`);
  await expectScreen({ page }, t('undoSecondFactor.askTitle'));
  await expect(page).toHaveURL(/\/undo-second-factor$/);
  await show('asking', 'page');
  await test.step('a page that was reloaded or left asks to open the link again, and the link still serves', async () => {
    await page.reload();
    await expectMissingLink({ page, t }, 'undoSecondFactor');
    await show('missing-link', 'page');
    await page.goto(`/p#${undoing}`);
    await press(page.getByRole('link', { name: t('undoSecondFactor.askKeep') }));
    await expectScreen({ page }, t('login.title'));
    await page.goBack();
    await expectMissingLink({ page, t }, 'undoSecondFactor');
    await page.goto(`/p#${undoing}`);
  });
  await press(page.getByRole('button', { name: t('undoSecondFactor.askSubmit') }));
  await expectScreen({ page }, t('undoSecondFactor.undoneTitle'));
  await expect(page.getByText(t('undoSecondFactor.undoneText'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await show('undone', 'page');

  await test.step('the password opens nothing until another is chosen', async () => {
    expectOutcome({ address: '/api/v1/login', outcome: 403 });
    await page.goto('/login');
    await enterCredentials({ page, t }, newcomer);
    await expect(page.getByRole('alert')).toHaveText(t('errors.PasswordResetRequired'));
    await show('reset-required');
  });

  await test.step('the link serves once', async () => {
    expectOutcome({ address: '/second-factor/undo', outcome: 404 });
    await page.goto(`/undo-second-factor#token=${undoing}`);
    await press(page.getByRole('button', { name: t('undoSecondFactor.askSubmit') }));
    await expectScreen({ page }, t('undoSecondFactor.endedTitle'));
    await show('ended', 'page');
  });
});
