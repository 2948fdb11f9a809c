import { collectorLimits } from '../../packages/contract/src/collectors.ts';
import { expect, test } from '../fixtures.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';

test('the last collector that a safe may have is watched in its window, which does not come back later', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const limit = page.getByText(t('collectors.limit', { max: collectorLimits.collectors }));
  const add = page.getByRole('button', { name: t('collectors.add') });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty' });
  // With these, its safe may have one more.
  const resting = { status: 'DISABLED', alert: null, lastSynchronisationAt: null, nextSynchronisationAt: null };
  await screens.pretend((collectors) => [
    ...collectors,
    ...Array.from({ length: collectorLimits.collectors - 2 }, (_, at) => ({
      ...{ ...collectors[0], ...resting },
      ...{ id: `other-${at}`, accountName: `Compte ${at + 1}` },
    })),
  ]);

  await test.step('its window stays until its owner closes it', async () => {
    await screens.open();
    await expect(screens.items).toHaveCount(collectorLimits.collectors - 1);
    const { login, password } = partnerAccount(accounts, 'invoices');
    await screens.giveAccount(agent, { login, password, name: 'Dernier' });
    await screens.allow(agent, { count: 24 });
    await show('watched');
    await screens.press(t('collectors.run.close'));
    await expect(dialog).toHaveCount(0);
    await expect(limit).toBeVisible();
    await expect(add).toBeDisabled();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await show('full');
  });

  await test.step('a link to another connection opens none, and is used up', async () => {
    await page.goto('/collectors?add=true');
    await expect(limit).toBeVisible();
    await expect(page).toHaveURL(/\/collectors$/);
  });

  await test.step('no window opens by itself once there is room again', async () => {
    await screens.choose('empty', t('collectors.delete'));
    await press(page.getByRole('alertdialog').getByRole('button', { name: t('collectors.delete'), exact: true }));
    await expect(screens.item('empty')).toHaveCount(0);
    await expect(add).toBeEnabled();
    await expect(dialog).toHaveCount(0);
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
