import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { readMails } from '../people/inbox.ts';
import { readMailedLinks } from '../people/links.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { pace } from '../checks/pace.ts';
import { addDocument } from '../people/safe.ts';
import { expectScreen } from '../screens/sign-in-screen.ts';
import { newAddress } from '../people/addresses.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`who follows the link of an invitation, and presses, is written to no more: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const documents = [await addDocument(accounts, owner.token, paper)];
    const email = newAddress('voisin');
    const share = () => safe.share({ documents, mode: 'EMAIL', recipients: [{ email }] });
    await share();
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t, press, watch } = guest;
    const [, link = ''] = await readMailedLinks(accounts.inboxUrl, email);
    await page.goto(link);
    await expect(page).toHaveURL(/\/block-sender$/);
    const refuse = page.getByRole('button', { name: t('blockSender.SENDER') });
    await expect(refuse).toBeVisible();
    await guest.show('asking', 'page');

    const missing = page.getByRole('heading', { name: t('missingLink.title') });
    await page.reload();
    await expect(missing, 'a reload asks to open the link again').toBeVisible();
    await expect(page.getByText(t('missingLink.text'))).toBeVisible();
    await expect(page.getByText(t('blockSender.missingText'))).toBeVisible();
    await expect(page.getByText(t('blockSender.endedText'))).toBeHidden();
    await guest.show(`missing-link-${locale}`, 'page');
    await page.goto(link);
    await expect(refuse).toBeVisible();
    await press(page.getByRole('link', { name: t('app.help') }));
    await expectScreen({ page }, t('help.title'));
    await page.goBack();
    await expect(missing, 'so does the way back').toBeVisible();
    await page.goto(link);
    await expect(refuse).toBeVisible();

    // Only looking at the page, as a mail scanner does, changes nothing.
    await share();
    await expect
      .poll(async () => (await readMails(accounts.inboxUrl, email)).length, { timeout: 30_000 * pace })
      .toBe(2);

    watch.expect({ address: '/senders/block', outcome: 'net::ERR_FAILED' });
    await page.route('**/senders/block', (route) => route.abort());
    await press(refuse);
    await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
    await page.unroute('**/senders/block');
    await press(refuse);
    await expect(page.getByRole('heading', { name: t('blockSender.doneTitle') })).toBeVisible();
    await expect(page.getByText(t('blockSender.doneSENDER'))).toBeVisible();
    await guest.show('refused', 'page');
    const { id } = await share();
    const delivered = async () =>
      ((await safe.call('GET', `sharings/${id}`)) as { recipients: { delivery: string }[] }).recipients[0]?.delivery;
    await expect.poll(delivered, { timeout: 30_000 * pace }).toBe('SENT');
    expect(await readMails(accounts.inboxUrl, email)).toHaveLength(2);

    watch.expect({ address: '/senders/block', outcome: 404 });
    await page.goto('/help');
    await page.goto('/public/block-sender#token=inconnu&scope=ALL');
    await press(page.getByRole('button', { name: t('blockSender.ALL') }));
    await expect(page.getByRole('heading', { name: t('blockSender.endedTitle') })).toBeVisible();
    await guest.show('link-ended', 'page');
    await guest.leave();
  });
}
