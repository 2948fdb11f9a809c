import { expect, test } from '../fixtures.ts';
import { command } from '../people/operator.ts';
import { connectAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const name = 'invoices';

const closedWords = {
  fr: {
    IN_MAINTENANCE: 'est en maintenance : vous pourrez y remédier à son retour',
    UNAVAILABLE: 'est indisponible pour tout le monde : vous pourrez y remédier à son retour',
    ZOMBIE: 'ne reprendra pas : ce collecteur n’est plus entretenu',
  },
  en: {
    IN_MAINTENANCE: 'is under maintenance: you can put this right once it is back',
    UNAVAILABLE: 'is unavailable for everybody: you can put this right once it is back',
    ZOMBIE: 'it will not resume: this collector is no longer maintained',
  },
} as const;

// The partner is closed to everybody: this journey has a product of its own.
test.use({ environment: {} });

test('a partner that the operator has closed cannot be chosen, and both the window and the list say why', async ({
  page,
  t,
  press,
  owner,
  accounts,
  language,
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
  const trouble = screens.item('blocked');
  const blocked = t('collectors.alert.ACCOUNT_BLOCKED', { name: agent });
  await connectAccount(accounts, { token: owner.token, behaviour: name });
  await connectAccount(accounts, { token: owner.token, behaviour: 'blocked' });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty', login: 'nobody@lumen.example' });
  await screens.open();
  await screens.expectState(name, 'ENABLED');
  await screens.expectState('blocked', 'BLOCKED');
  await screens.expectState('empty', 'BLOCKED');

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
      await expect(trouble).toContainText(blocked);
      await expect(trouble).toContainText(closedWords[language][status]);
      // Its menu alone: nothing that begins a synchronisation is offered.
      await expect(trouble.getByRole('button')).toHaveCount(1);
      await show(`list-${status}`, 'page');
      await press(trouble.getByRole('button', { name: t('collectors.menu', { name: 'blocked' }) }));
      const entry = (words: string) => page.getByRole('menuitem', { name: words, exact: true });
      await expect(entry(t('collectors.synchronise'))).toHaveAttribute('aria-disabled', 'true');
      await show(`menu-${status}`);
      await press(entry(t('collectors.modify')));
      await expect(screens.dialog).toContainText(t(`collectors.agent.${status}`, { name: agent }));
      await expect(screens.dialog.locator('input[name="credentials.login"]')).toHaveCount(0);
      await show(`modify-${status}`);
      await screens.press(t('ui.cancel'));
    });

  await test.step('opened again, it can be chosen', async () => {
    await setStatus('RUNNING');
    await openPanel();
    await press(partner);
    await expect(screens.dialog.locator('input[name="credentials.login"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(next).toHaveText(/0[2-5]:\d\d$/);
    await screens.mend('blocked', t('collectors.mend.ACCOUNT_BLOCKED'));
    await expect(page.getByText(t('collectors.activated', { name: 'blocked' }))).toBeVisible();
  });

  await test.step('closed while its owner mends something, it says so in place of what it would refuse', async () => {
    await screens.mend('empty', t('collectors.mend.CREDENTIALS_INVALID'));
    await expect(screens.dialog.locator('input[name="credentials.login"]')).toBeVisible();
    await setStatus('IN_MAINTENANCE');
    await screens.expectSoon(screens.dialog.getByText(t('collectors.credentialsClosed')));
    await expect(screens.dialog.locator('input')).toHaveCount(0);
    await expect(screens.dialog.getByRole('button', { name: t('collectors.run.close') }).last()).toBeFocused();
    await show('mend-closed');
    await screens.press(t('collectors.run.close'));
    await expect(screens.item('empty').getByRole('button')).toHaveCount(1);
  });
});
