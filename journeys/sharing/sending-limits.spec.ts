import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { newAddress, newMobile } from '../people/addresses.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
const wait = { hours: 24, minutes: 1440 };
const addresses = (count: number) => Array.from({ length: count }, () => ({ email: newAddress('agence') }));

test('an owner who writes to too many new addresses reads the limit, and when it ends', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const documents = [await addDocument(accounts, owner.token, paper)];
  for (const count of [10, 9]) await safe.share({ documents, mode: 'EMAIL', recipients: addresses(count) });
  expectOutcome({ address: '/sharings', outcome: 429 });
  expectOutcome({ address: '/document-requests', outcome: 429 });
  await page.goto('/shares/new');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await press(t('newShare.next'));
  const box = page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Bail' }) });
  await page.getByRole('listitem').filter({ has: box }).click();
  await press(t('newShare.next'));
  await press(t('newShare.next'));
  const recipients = page.getByLabel(t('newShare.recipients'));
  await recipients.fill(
    addresses(3)
      .map(({ email }) => email)
      .join(', '),
  );
  await press(t('newShare.submitEmail'));
  await expect(page.getByRole('alert')).toHaveText(t('limits.newAddresses', { max: 20, left: 1, ...wait }));
  await show('too-many-addresses', 'page');
  const [last] = addresses(1);
  await recipients.fill(last?.email ?? '');
  await press(t('newShare.submitEmail'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dossier de location' })).toBeVisible();

  await page.goto('/shares?view=requests');
  await page
    .getByRole('button', { name: t('shares.request') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('documentRequests.what')).fill('Vos diplômes');
  await dialog.getByLabel(t('documentRequests.email')).fill(addresses(1)[0]?.email ?? '');
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('limits.newAddresses', { max: 20, left: 0, ...wait }));
  await show('request-over-the-limit');
});

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`a visitor whose number had its SMS reads it, and gets the code by e-mail: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const documents = [await addDocument(accounts, owner.token, paper)];
    const phone = newMobile().stored;
    const links: string[] = [];
    for (const recipient of addresses(2)) {
      const share = await safe.share({ documents, mode: 'EMAIL', recipients: [{ ...recipient, phone }] });
      links.push(share.link ?? '');
    }
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t, watch, press } = guest;
    watch.expect({ address: '/sharings/send-code', outcome: 429 });
    for (const [link = '', times] of [
      [links[0], 3],
      [links[1], 2],
    ] as const) {
      for (let count = 0; count < times; count += 1) {
        await page.goto(link);
        await press(page.getByRole('button', { name: t('publicShares.bySMS') }));
        await expect(page.getByRole('textbox', { name: t('publicShares.code') })).toBeVisible();
      }
    }
    await page.goto(links[1] ?? '');
    await press(page.getByRole('button', { name: t('publicShares.bySMS') }));
    await expect(page.getByRole('alert')).toHaveText(t('limits.sms', { perNumber: 5, perSender: 30, ...wait }));
    await guest.show('too-many-sms', 'page');
    await press(page.getByRole('button', { name: t('publicShares.byEMAIL') }));
    await expect(page.getByRole('textbox', { name: t('publicShares.code') })).toBeVisible();
    await guest.leave();
  });
}
