import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { can, CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const never = { alert: null, lastSynchronisationAt: null, nextSynchronisationAt: null };

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('all that changes at one look of the page is read out', async ({ page, t, press, owner, accounts }) => {
  const screens = new CollectorScreens({ page, t, press });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty' });
  const running = { ...never, status: 'SYNCHRONIZING', newDocuments: 0 };
  const done = { ...never, can, status: 'ENABLED', newDocuments: 2 };
  const alert = { code: 'PASSWORD_EXPIRED', since: '2026-11-19T10:00:00Z' };
  const refused = { ...never, can, alert, status: 'BLOCKED' };
  const lost = { ...refused, alert: { ...alert, code: 'CREDENTIALS_INVALID', cause: 'FOLDER_NOT_FOUND' } };
  const full = { ...never, can, alert: { ...alert, code: 'TECHNICAL_ERROR' }, status: 'ENABLED' };
  await page.route('**/cellar/runs?*', (route) => {
    const skipped = [{ title: 'Facture', code: 'UserSpaceStorageFull' }];
    const run = { id: '1', startedAt: alert.since, endedAt: alert.since, result: 'TECHNICAL_ERROR', newDocuments: 0 };
    return route.fulfill({ json: { items: [{ ...run, skipped }], nextCursor: null, total: 1 } });
  });
  let isOver = false;
  await screens.pretend((collectors) =>
    collectors.flatMap((one) => [
      { ...one, ...(isOver ? done : running), id: 'water', accountName: 'Eau' },
      { ...one, ...(isOver ? refused : running), id: 'gas', accountName: 'Gaz' },
      { ...one, ...(isOver ? lost : running), id: 'cabinet', accountName: 'Armoire' },
      { ...one, ...(isOver ? full : running), id: 'cellar', accountName: 'Cave' },
    ]),
  );
  await screens.open();
  await screens.expectState('Gaz', 'SYNCHRONIZING');
  isOver = true;
  const words = t('collectors.alert.PASSWORD_EXPIRED', { name: agent });
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: t('collectors.spoken.done', { name: 'Eau', count: 2 }) })
      .filter({ hasText: t('collectors.spoken.alert', { name: 'Gaz', alert: words }) })
      .filter({ hasText: t('collectors.spoken.alert', { name: 'Armoire', alert: t('collectors.alert.folder') }) })
      .filter({ hasText: t('collectors.spoken.alert', { name: 'Cave', alert: t('collectors.alert.full') }) }),
  ).toHaveCount(1);
});

test('a synchronisation that ends shows in the window of the latest ones while that is open', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const { id } = await connectAccount(accounts, { token: owner.token, behaviour: 'mfa' });
  await screens.open();
  await screens.expectState('mfa', 'code');
  await screens.choose('mfa', t('collectors.runs'));
  const running = dialog.getByText(t('collectors.result.RUNNING'), { exact: true });
  await expect(running).toBeVisible();
  await show('under-way');
  const { mfa: code } = partnerAccount(accounts, 'mfa');
  await new OwnerCalls(accounts, owner.token).call('POST', `collectors/${id}/mfa-code`, { code: String(code) });
  await screens.expectSoon(dialog.getByText(t('collectors.result.NEW_DOCUMENTS', { count: 24 }), { exact: true }));
  await expect(running).toHaveCount(0);
  await show('ended');
});

test('a synchronisation that is ended from elsewhere is read out as stopped', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { id } = await connectAccount(accounts, { token: owner.token, behaviour: 'mfa' });
  await screens.open();
  await screens.expectState('mfa', 'code');
  await screens.choose('mfa', t('collectors.follow'));
  await expect(screens.dialog.getByRole('textbox')).toBeVisible();
  await new OwnerCalls(accounts, owner.token).call('POST', `collectors/${id}/deactivate`);
  await screens.expectSoon(screens.dialog.getByText(t('collectors.run.stoppedText')));
  await expect(screens.dialog.getByRole('status').filter({ hasText: t('collectors.run.stopped') })).toHaveCount(1);
  await expect(screens.dialog.getByText(t('collectors.run.none'))).toHaveCount(0);
});

test('an hour that passes while the page is open is promised no longer', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty' });
  const soon = new RegExp(`^${t('collectors.when.soon')}$`, 'i');
  const next = screens.fact('Bientôt', t('collectors.next'));
  await page.clock.install();
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await screens.pretend((collectors) =>
    collectors.map((one) => ({
      ...{ ...one, ...never, status: 'ENABLED', nextSynchronisationAt: at },
      accountName: 'Bientôt',
    })),
  );
  await screens.open();
  await expect(next).toBeVisible();
  await expect(next).not.toHaveText(soon);
  await page.clock.fastForward(2 * 3_600_000);
  await expect(next).toHaveText(soon);
});
