import type { Page } from '@playwright/test';
import { newPassword } from '../../apps/server/demo/partner/accounts.ts';
import { expect, test } from '../fixtures.ts';
import { connectAccount, partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const buttons = {
  'password-expired': 'Changer son mot de passe',
  blocked: 'Débloquer ce compte',
  down: 'Rétablir le site',
  breaks: 'Remettre la page habituelle',
  empty: 'Émettre ses factures',
} as const;

// The partner ends a trouble for everybody who visits it: this journey has a partner of its own.
test.use({ environment: { PERENNE_LOG_LEVEL: 'warn' } });

test('what stopped a collector is set right at the partner, and its documents come', async ({
  page,
  context,
  t,
  press,
  owner,
  accounts,
  watch,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const { token } = owner;
  watch.allow(new URL(accounts.partner.url).origin);
  for (const behaviour of Object.keys(buttons)) await connectAccount(accounts, { token, behaviour });
  await screens.open();
  for (const [name, code] of [
    ...([
      ['password-expired', 'PASSWORD_EXPIRED'],
      ['blocked', 'ACCOUNT_BLOCKED'],
      ['down', 'AGENT_UNAVAILABLE'],
      ['breaks', 'TECHNICAL_ERROR'],
    ] as const),
  ])
    await screens.expectSoon(screens.item(name).getByText(t(`collectors.alert.${code}`, { name: agent })));
  await screens.expectSoon(screens.item('empty').getByText(t('collectors.nothingNew')));

  await test.step('home counts them, and those of them that wait for their owner', async () => {
    await page.goto('/home');
    const tile = page
      .getByRole('navigation', { name: t('home.numbers') })
      .getByRole('link', { name: t('home.collectors', { count: 5 }) });
    await expect(tile).toContainText('5');
    await expect(tile).toContainText(t('home.collectorsWaiting', { count: 2 }));
    await screens.open();
  });

  /** Has the documents of a collector, and nothing to mend. */
  const expectDocuments = async (name: string) => {
    await screens.expectSoon(
      screens.item(name).getByRole('link', { name: t('collectors.seeCollectedOf', { count: 24, name }) }),
    );
    await screens.expectState(name, 'ENABLED');
    await expect(screens.item(name).getByRole('button')).toHaveCount(1);
  };
  const settle = async (site: Page, behaviour: keyof typeof buttons) => {
    const form = site.locator('form').filter({ hasText: partnerAccount(accounts, behaviour).login });
    await press(form.getByRole('button', { name: buttons[behaviour] }));
    await expect(form.getByRole('button', { name: 'Revenir au début' })).toBeVisible();
  };

  const site = await test.step('a new password is chosen on the site of the partner, and given here', async () => {
    await screens.mend('password-expired', t('collectors.mend.PASSWORD_EXPIRED'));
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      press(dialog.getByRole('link', { name: t('collectors.website', { name: agent }) })),
    ]);
    await press(opened.getByRole('link', { name: 'Les comptes de la démonstration' }));
    await settle(opened, 'password-expired');
    await expect(opened.getByText(newPassword)).toBeVisible();
    await page.bringToFront();
    await dialog.locator('input[name="credentials.password"]').fill(newPassword);
    await screens.press(t('collectors.saveAndTry'));
    await expectDocuments('password-expired');
    return opened;
  });

  for (const [name, code] of [
    ['blocked', 'ACCOUNT_BLOCKED'],
    ['down', 'AGENT_UNAVAILABLE'],
    ['breaks', 'TECHNICAL_ERROR'],
  ] as const)
    await test.step(`${code} ends at one press, once the partner is as before`, async () => {
      await site.bringToFront();
      await settle(site, name);
      await page.bringToFront();
      await screens.mend(name, t(`collectors.mend.${code}`));
      await expectDocuments(name);
    });

  await test.step('what was not there comes with the next synchronisation', async () => {
    await site.bringToFront();
    await settle(site, 'empty');
    await page.bringToFront();
    await screens.choose('empty', t('collectors.synchronise'));
    await expectDocuments('empty');
  });
  await show('all-mended', 'page');
});
