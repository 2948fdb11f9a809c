import { expect, test } from '../fixtures.ts';
import { expectMissingLink } from '../screens/missing-link.ts';
import { expectScreen } from '../screens/sign-in-screen.ts';

test('the link of the mail keeps a second factor that operators remove: it asks first, and says when it has ended', async ({
  page,
  t,
  press,
  show,
  expectOutcome,
}) => {
  expectOutcome({ address: '/user/second-factor/keep', outcome: 'net::ERR_FAILED' });
  expectOutcome({ address: '/user/second-factor/keep', outcome: 404 });
  const keep = page.getByRole('button', { name: t('keepSecondFactor.askSubmit') });
  await page.goto('/keep-second-factor#token=inconnu');
  await expectScreen({ page }, t('keepSecondFactor.askTitle'));
  await expect(page).toHaveURL(/\/keep-second-factor$/);
  await show('asking', 'page');
  await test.step('a page that was reloaded or left asks to open the link again', async () => {
    await page.reload();
    await expectMissingLink({ page, t }, 'keepSecondFactor');
    await show('missing-link', 'page');
    await page.goto('/keep-second-factor?token=inconnu');
    await press(page.getByRole('link', { name: t('keepSecondFactor.askLet') }));
    await expectScreen({ page }, t('login.title'));
    await page.goBack();
    await expectMissingLink({ page, t }, 'keepSecondFactor');
    await page.goto('/keep-second-factor?token=inconnu');
  });
  await page.route('**/second-factor/keep', (route) => route.abort());
  await press(keep);
  await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
  await page.unrouteAll();
  await press(keep);
  await expectScreen({ page }, t('keepSecondFactor.endedTitle'));
  await show('ended', 'page');
  await page.goto('/login');
  await page.goto('/keep-second-factor#token=bon');
  await page.route('**/second-factor/keep', (route) => route.fulfill({ status: 204 }));
  await press(keep);
  await expectScreen({ page }, t('keepSecondFactor.keptTitle'));
  await show('kept', 'page');
});
