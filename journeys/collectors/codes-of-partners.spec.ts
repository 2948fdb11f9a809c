import { pace } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { can, CollectorScreens } from '../screens/collector-screens.ts';

test('a code that the partner sends is given on the page: wrong, sent again, right, and too late', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { token } = owner;
  const code = String(partnerAccount(accounts, 'mfa').mfa);
  const field = screens.field(t('collectors.code.label'));
  const again = screens.dialog.getByRole('button', { name: t('collectors.code.again'), exact: true });
  const give = async (typed: string) => {
    await field.fill(typed);
    await page.keyboard.press('Enter');
  };

  await test.step('the page says that a code is awaited, and for how long', async () => {
    await screens.open();
    await connectAccount(accounts, { token, behaviour: 'mfa' });
    await screens.expectState('mfa', 'code');
    await expect(
      page.getByRole('status').filter({ hasText: t('collectors.spoken.code', { name: 'mfa' }) }),
    ).toHaveCount(1);
    await show('asked', 'page');
    await screens.mend('mfa', t('collectors.mend.MFA_REQUIRED'));
    await expect(field).toBeFocused();
    await expect(screens.dialog.getByText(/\b[89]:\d\d$/)).toBeVisible();
    await show('dialog');
  });

  await test.step('a wrong one is told beside its field; another is sent once a moment has passed', async () => {
    await give('000000');
    await screens.expectSoon(screens.dialog.getByText(t('collectors.code.wrong')));
    await expect(field).toBeFocused();
    await show('wrong');
    await expect(again).toBeEnabled({ timeout: 30_000 * pace });
    await press(again);
    await expect(page.getByText(t('collectors.codeAsked'))).toBeVisible();
    await screens.expectSoon(field);
  });

  await test.step('the right one lets the synchronisation go on to its end', async () => {
    await give(code);
    await screens.expectSoon(screens.dialog.getByText(t('collectors.run.done', { count: 24 })).first());
    await screens.press(t('collectors.run.close'));
    await screens.expectState('mfa', 'ENABLED');
  });

  await test.step('one that nobody gave in time pauses the collector, until another is given', async () => {
    await connectAccount(accounts, { token, behaviour: 'mfa-slow' });
    await screens.expectState('mfa-slow', 'BLOCKED');
    await expect(screens.item('mfa-slow')).toContainText(t('collectors.alert.MFA_EXPIRED'));
    await show('expired', 'page');
    await screens.mend('mfa-slow', t('collectors.mend.MFA_EXPIRED'));
    await screens.expectSoon(field);
    await give(code);
    await screens.expectSoon(screens.dialog.getByText(t('collectors.run.done', { count: 24 })).first());
  });
});

test('five wrong codes pause the collector, until its owner starts it again and gives the right one', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  await connectAccount(accounts, { token: owner.token, behaviour: 'mfa' });
  await screens.open();
  await screens.expectState('mfa', 'code');
  await screens.mend('mfa', t('collectors.mend.MFA_REQUIRED'));
  const field = screens.field(t('collectors.code.label'));
  const give = async (code: string) => {
    await field.fill(code);
    await page.keyboard.press('Enter');
  };
  for (let tries = 1; tries <= 5; tries++) {
    await screens.expectSoon(field);
    await give(`00000${tries}`);
    if (tries < 5) await screens.expectSoon(screens.dialog.getByText(t('collectors.code.wrong')));
    if (tries < 5) await expect(field).toHaveValue('');
  }
  await screens.expectSoon(screens.dialog.getByText(t('collectors.alert.SYNCHRONISATION_FAILED')).first());
  await show('failed-dialog');
  await screens.press(t('collectors.run.close'));
  await expect(screens.item('mfa').getByText(t('collectors.alert.SYNCHRONISATION_FAILED'))).toBeVisible();
  await show('failed', 'page');

  await screens.mend('mfa', t('collectors.mend.SYNCHRONISATION_FAILED'));
  await screens.expectState('mfa', 'code');
  await screens.mend('mfa', t('collectors.mend.MFA_REQUIRED'));
  await give(String(partnerAccount(accounts, 'mfa').mfa));
  await screens.expectSoon(screens.dialog.getByText(t('collectors.run.done', { count: 24 })).first());
});

test('a code that comes too late is refused in its window, where another is asked for', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  const name = 'mfa-slow';
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const field = screens.field(t('collectors.code.label'));
  await connectAccount(accounts, { token: owner.token, behaviour: name });
  await screens.open();
  await screens.expectState(name, 'BLOCKED');

  // The page has not heard yet that the time is over.
  const instant = new Date().toISOString();
  const asking = {
    ...{ status: 'SYNCHRONIZING', alert: { code: 'MFA_REQUIRED', since: instant } },
    mfa: { expiresAt: instant, canResendAt: instant },
  };
  let isBehind = true;
  await screens.pretend((collectors) => collectors.map((one) => (isBehind ? { ...one, ...asking } : one)));
  await screens.open();
  await screens.mend(name, t('collectors.mend.MFA_REQUIRED'));
  await field.fill(String(partnerAccount(accounts, name).mfa));
  expectOutcome({ address: '/mfa-code', outcome: 410 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('collectors.code.late'))).toBeVisible();
  await expect(field).toBeFocused();
  await show('late-code');

  isBehind = false;
  await screens.expectSoon(dialog.getByText(t('collectors.alert.MFA_EXPIRED')).first());
  await show('late-window');
  const action = t('collectors.mend.MFA_EXPIRED');
  await screens.press(t('collectors.mendNamed', { action, name }));
  await expect(page.getByText(t('collectors.codeAsked'))).toBeVisible();
  await screens.expectSoon(field);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the window for another code opens, though the list has shown before that one is asked for', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const name = 'Code';
  const screens = new CollectorScreens({ page, t, press });
  await connectAccount(accounts, { token: owner.token, behaviour: 'empty' });
  const since = new Date().toISOString();
  const never = { alert: null, mfa: null, lastSynchronisationAt: null, nextSynchronisationAt: null };
  const running = { ...never, status: 'SYNCHRONIZING' };
  const late = { ...never, can, status: 'BLOCKED', alert: { code: 'MFA_EXPIRED', since } };
  const mfa = { expiresAt: new Date(Date.now() + 600_000).toISOString(), canResendAt: since };
  let isAsked = false;
  await screens.pretend((collectors) =>
    collectors.flatMap((one) => [
      { ...one, ...(isAsked ? { ...running, mfa } : late), id: 'code', accountName: name },
      // While it synchronises, the page looks each second.
      { ...one, ...running, id: 'other', accountName: 'Autre' },
    ]),
  );
  await page.route('**/mfa-code/resend', async (route) => {
    isAsked = true;
    await screens.expectState(name, 'code');
    await route.fulfill({ status: 204 });
  });
  await screens.open();
  await screens.mend(name, t('collectors.mend.MFA_EXPIRED'));
  await expect(screens.field(t('collectors.code.label'))).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
