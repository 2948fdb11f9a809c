import { expect, test } from '../fixtures.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const name = 'empty';

test('a collector that its owner deactivated takes other credentials, and uses them once it is activated', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  await connectAccount(accounts, { token: owner.token, behaviour: name });
  await screens.open();
  await screens.expectSoon(screens.item(name).getByText(t('collectors.nothingNew')));
  await screens.choose(name, t('collectors.deactivate'));
  await screens.expectState(name, 'DISABLED');

  await test.step('its credentials are changed while it rests, and it rests on', async () => {
    const { login, password } = partnerAccount(accounts, 'invoices');
    await screens.choose(name, t('collectors.modify'));
    await dialog.locator('input[name="credentials.login"]').fill(login);
    await dialog.locator('input[name="credentials.password"]').fill(password);
    await show('modify');
    await screens.press(t('collectors.save'));
    await expect(page.getByText(t('collectors.saved', { name }))).toBeVisible();
    await screens.expectState(name, 'DISABLED');
    await expect(screens.fact(name, t('collectors.next'))).toHaveText(t('collectors.noNext'));
  });

  await test.step('activated by its menu, it brings what the other account has', async () => {
    await screens.choose(name, t('collectors.activate'));
    await expect(page.getByText(t('collectors.activated', { name }))).toBeVisible();
    await screens.expectSoon(
      screens.item(name).getByRole('link', { name: t('collectors.seeCollectedOf', { count: 24, name }) }),
    );
    await screens.expectState(name, 'ENABLED');
    await show('activated', 'page');
  });
});
