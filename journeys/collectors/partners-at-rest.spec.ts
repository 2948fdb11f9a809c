import { expect, test } from '../fixtures.ts';
import { command } from '../people/operator.ts';
import { connectAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const name = 'invoices';

// The partner is closed to everybody: this journey has a product of its own.
test.use({ environment: {} });

test('a partner that the operator has closed cannot be chosen, and both the window and the list say why', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const setStatus = (status: string) => command(accounts, 'collectors', 'agents', 'lumen-energie', status);
  const partner = screens.dialog.getByRole('button', { name: agent });
  const next = screens.fact(name, t('collectors.next'));
  const openPanel = async () => {
    await screens.open();
    await press(page.getByRole('button', { name: t('collectors.add') }).first());
    await expect(partner).toBeVisible();
  };
  await connectAccount(accounts, { token: owner.token, behaviour: name });
  await screens.open();
  await screens.expectState(name, 'ENABLED');

  for (const status of ['IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE'] as const)
    await test.step(status, async () => {
      await setStatus(status);
      await openPanel();
      await expect(partner).toBeDisabled();
      await expect(partner).toContainText(t(`newCollector.status.${status}`));
      await show(`panel-${status}`);
      await page.keyboard.press('Escape');
      await expect(screens.item(name)).toContainText(t(`collectors.agent.${status}`, { name: agent }));
      const words = status === 'ZOMBIE' ? t('collectors.noNext') : t('collectors.when.partnerBack');
      await expect(next).toHaveText(new RegExp(`^${words}$`, 'i'));
      await show(`list-${status}`, 'page');
    });

  await test.step('opened again, it can be chosen', async () => {
    await setStatus('RUNNING');
    await openPanel();
    await press(partner);
    await expect(screens.dialog.locator('input[name="credentials.login"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(next).toHaveText(/0[2-5]:\d\d$/);
  });
});
