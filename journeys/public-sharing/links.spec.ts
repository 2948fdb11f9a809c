import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`a link is opened once the connection is back, leaves the address, and says when it has ended: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const documents = [await addDocument(accounts, owner.token, paper)];
    const { link } = await safe.share({ title: 'Dossier', documents, mode: 'LINK' });
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t, press, watch } = guest;

    watch.expect({ address: '/public/links', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
    await page.route('**/public/links', (route) => route.abort('internetdisconnected'));
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: t('publicShares.linkTitle') })).toBeVisible();
    await expect(page.getByText(t('network.unreachable'))).toBeVisible();
    await guest.show('link-unreachable', 'page');
    await page.unroute('**/public/links');
    await press(page.getByRole('button', { name: t('ui.retry') }));
    await expect(page.getByRole('button', { name: t('publicShares.open') })).toBeVisible();
    await expect(page).toHaveURL(/\/public\/sharings$/);

    watch.expect({ address: '/public/links', outcome: 410 });
    await page.goto(`/p#${'A'.repeat(22)}`);
    await expect(page).toHaveURL(/\/public\/sharings-expired\?reason=EndedLink$/);
    await expect(page.getByRole('heading', { name: t('publicShares.expiredTitle') })).toBeVisible();
    await expect(page.getByText(t('publicShares.endedLinkHint'))).toBeVisible();
    await guest.show('link-of-nothing', 'page');

    await page.goto('/p');
    await expect(page, 'nothing was asked, and nothing has ended').toHaveURL(/\?reason=CutLink$/);
    await expect(page.getByRole('heading', { name: t('missingLink.title') })).toBeVisible();
    await expect(page.getByText(t('publicShares.cutLinkText'))).toBeVisible();
    await expect(page.getByText(t('publicShares.endedLinkText'))).toBeHidden();
    await guest.show(`link-cut-${locale}`, 'page');
    await guest.leave();
  });
}
