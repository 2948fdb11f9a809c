import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const name = 'Armoire';

// The server of folders is installed anew: the product that starts it is of this journey alone.
test.use({ environment: {} });

test('a server that shows another key is refused in plain words, until its owner accepts the new key', async ({
  page,
  t,
  press,
  owner,
  accounts,
  ownProduct,
  language,
  show,
}) => {
  const { sftp, dataFolder } = accounts;
  test.skip(sftp === null, 'This machine has no server of folders.');
  if (!sftp || !ownProduct) return;
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const { host, port, login, password, folder } = sftp;
  const nothingNew = screens.item(name).getByText(t('collectors.nothingNew'));

  await test.step('its documents come', async () => {
    await new OwnerCalls(accounts, owner.token).call('POST', 'collectors', {
      ...{ agentId: 'sftp', accountName: name, authorised: true },
      credentials: { host, port, login, password, folder },
    });
    await screens.open();
    await screens.expectSoon(
      screens.item(name).getByRole('link', { name: t('collectors.seeCollectedOf', { count: 6, name }) }),
    );
  });

  await test.step('after another installation of the server, the next synchronisation says what happened', async () => {
    await page.goto('about:blank');
    await ownProduct.restart(() => rm(join(dataFolder, 'demo-folders', 'server'), { recursive: true }));
    await screens.open();
    await screens.choose(name, t('collectors.synchronise'));
    await screens.expectState(name, 'BLOCKED');
    await expect(screens.item(name).getByText(t('collectors.alert.hostKey'))).toBeVisible();
    await expect(screens.item(name)).toContainText(
      { fr: 'Pérenne ne lui a rien envoyé.', en: 'Pérenne has sent it nothing.' }[language],
    );
    await show('refused', 'page');
  });

  await test.step('the new key is accepted by the password alone, after a warning', async () => {
    await screens.mend(name, t('collectors.mend.hostKey'));
    await expect(dialog).toContainText(t('collectors.newKey.text'));
    await expect(dialog.locator('input[name="credentials.host"]')).toHaveCount(0);
    await screens.press(t('collectors.newKey.accept'));
    await expect(dialog.getByText(t('collectors.newKey.none'))).toBeVisible();
    await dialog.locator('input[name="credentials.password"]').fill(password);
    await show('accept');
    await screens.press(t('collectors.newKey.accept'));
    await screens.expectState(name, 'ENABLED');
    await screens.expectSoon(nothingNew);
  });
});
