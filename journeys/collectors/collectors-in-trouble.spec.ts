import { expect, test } from '../fixtures.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { can, CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const alerts = {
  'password-expired': 'PASSWORD_EXPIRED',
  blocked: 'ACCOUNT_BLOCKED',
  down: 'AGENT_UNAVAILABLE',
  breaks: 'TECHNICAL_ERROR',
} as const;

test('each alert says what happened, and has the one action that mends it', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { token } = owner;
  await Promise.all(Object.keys(alerts).map((behaviour) => connectAccount(accounts, { token, behaviour })));
  await connectAccount(accounts, { token, behaviour: 'empty', login: 'nobody@lumen.example' });
  await screens.open();

  for (const [name, code] of Object.entries(alerts)) {
    const item = screens.item(name);
    await screens.expectSoon(item.getByText(t(`collectors.alert.${code}`, { name: agent })));
    await expect(item.getByText(t(`collectors.mend.${code}`), { exact: true })).toBeVisible();
  }
  await screens.expectSoon(screens.item('empty').getByText(t('collectors.alert.CREDENTIALS_INVALID')));
  await show('alerts', 'page');

  await test.step('what the partner refuses is given anew, and tried at once', async () => {
    await screens.mend('empty', t('collectors.mend.CREDENTIALS_INVALID'));
    await screens.press(t('collectors.saveAndTry'));
    await expect(screens.dialog.getByRole('alert')).toContainText(t('collectors.credentialsNone'));
    await screens.dialog.locator('input[name="credentials.login"]').fill(partnerAccount(accounts, 'empty').login);
    await show('credentials');
    await screens.press(t('collectors.saveAndTry'));
    await screens.expectState('empty', 'ENABLED');
    await screens.expectSoon(screens.item('empty').getByText(t('collectors.nothingNew')));
  });

  await test.step('an account that its owner has freed is tried again at a press', async () => {
    await screens.mend('blocked', t('collectors.mend.ACCOUNT_BLOCKED'));
    await expect(page.getByText(t('collectors.activated', { name: 'blocked' }))).toBeVisible();
    await screens.expectState('blocked', 'BLOCKED');
  });
});

test('what seldom happens is told as well: no room, documents left out, a partner at rest, a wait, no connection', async ({
  page,
  context,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty' });
  const since = '2026-11-19T10:00:00Z';
  const paused = { status: 'BLOCKED', nextSynchronisationAt: null, can };
  const enabled = { status: 'ENABLED', nextSynchronisationAt: since, can };
  const started = { ...enabled, lastSynchronisationAt: since, alert: null };
  const waiting = { ...started, status: 'SYNCHRONIZING', nextSynchronisationAt: null, waitsForTurn: true };
  await screens.pretend((collectors) =>
    collectors.flatMap((one) => [
      {
        ...one,
        ...enabled,
        id: 'full',
        accountName: 'Plein',
        alert: { code: 'TECHNICAL_ERROR', since, retryAt: since },
      },
      { ...one, ...paused, id: 'failed', accountName: 'Échec', alert: { code: 'SYNCHRONISATION_FAILED', since } },
      { ...one, ...started, id: 'rests', accountName: 'Repos', agent: { ...one.agent, status: 'IN_MAINTENANCE' } },
      {
        ...{ ...one, id: 'off', accountName: 'Arrêt', status: 'DISABLED', alert: null, nextSynchronisationAt: null },
        agent: { ...one.agent, status: 'UNAVAILABLE' },
      },
      {
        ...{ ...one, ...paused, id: 'damaged', accountName: 'Illisible' },
        ...{ alert: { code: 'SYNCHRONISATION_FAILED', since }, can: { ...one.can, modify: false, activate: false } },
      },
      { ...one, ...started, id: 'skipped', accountName: 'Tri' },
      { ...one, ...waiting, id: 'waits', accountName: 'Tour' },
    ]),
  );
  const skipped = ['MalwareDetected', 'UnsupportedFileType', 'PayloadTooLarge', 'Unforeseen'].map((code) => ({
    ...{ title: `Facture ${code}`, code },
  }));
  await page.route('**/runs?*', (route) => {
    const isFull = route.request().url().includes('/full/');
    const isSkipped = route.request().url().includes('/skipped/');
    const left = isFull ? [{ title: 'Facture', code: 'UserSpaceStorageFull' }] : isSkipped ? skipped : [];
    const run = { id: '1', startedAt: since, endedAt: since, result: 'NEW_DOCUMENTS', newDocuments: 3, skipped: left };
    return route.fulfill({ json: { items: [run], nextCursor: null, total: 1 } });
  });
  await screens.open();

  await expect(screens.item('Plein')).toContainText(t('collectors.alert.full'));
  await expect(screens.item('Échec')).toContainText(t('collectors.alert.SYNCHRONISATION_FAILED'));
  await expect(screens.item('Repos')).toContainText(t('collectors.agent.IN_MAINTENANCE', { name: agent }));
  await expect(screens.item('Illisible')).toContainText(t('collectors.alertText.damaged'));
  await screens.mend('Illisible', t('collectors.mend.damaged'));
  await expect(page.getByRole('alertdialog')).toContainText('Illisible');
  await page.keyboard.press('Escape');
  await expect(screens.item('Arrêt')).toContainText(t('collectors.agent.deactivatedText'));
  const next = (name: string) => screens.fact(name, t('collectors.next'));
  await expect(next('Repos')).toHaveText(new RegExp(`^${t('collectors.when.partnerBack')}$`, 'i'));
  // The hour of both is over.
  await expect(screens.item('Plein')).toContainText(
    t('collectors.alertText.full', { when: t('collectors.when.soon') }),
  );
  await expect(next('Tri')).toHaveText(new RegExp(`^${t('collectors.when.soon')}$`, 'i'));
  const turn = screens.item('Tour');
  await expect(turn).toContainText(t('collectors.run.waiting'));
  await expect(turn.getByText(t('collectors.state.waiting'), { exact: true })).toHaveCount(2);
  for (const begun of [t('collectors.state.SYNCHRONIZING'), t('collectors.underWay')])
    await expect(turn.getByText(begun, { exact: true })).toHaveCount(0);
  await show('seldom', 'page');
  await screens.choose('Tour', t('collectors.follow'));
  await expect(screens.dialog.getByText(t('collectors.run.leaveWaiting'), { exact: true })).toBeVisible();
  await show('waits-for-its-turn');
  await screens.press(t('collectors.run.close'));

  await press(screens.item('Tri').getByRole('button', { name: t('collectors.skippedShowNamed', { name: 'Tri' }) }));
  for (const code of ['MalwareDetected', 'UnsupportedFileType', 'PayloadTooLarge', 'other'] as const)
    await expect(screens.dialog.getByText(t(`collectors.skip.${code}`))).toBeVisible();
  await show('skipped');
  await screens.press(t('collectors.run.close'));

  await context.setOffline(true);
  await expect(page.getByText(t('collectors.lost'))).toBeVisible();
  await show('offline');
  await context.setOffline(false);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expectOutcome({ address: '/collectors?', outcome: 500 });
  await page.route('**/backend/api/v1/collectors?*', (route) => route.fulfill({ status: 500, json: {} }));
  await screens.open();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('network.unexpected'));
  await show('error');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await press(page.getByRole('button', { name: t('ui.retry') }));
  await expect(screens.items).toHaveCount(1);
});
