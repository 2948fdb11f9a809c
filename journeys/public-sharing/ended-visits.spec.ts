import { makePdf } from '../checks/files.ts';
import { tabTo } from '../checks/keyboard.ts';
import { expect, test } from '../fixtures.ts';
import { newAddress } from '../people/addresses.ts';
import { type Guest, welcomeGuest } from '../people/guest.ts';
import { readMailedLink } from '../people/links.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { expectBelow } from '../screens/layout.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
const listPath = '/public/sharings-list';

const buttonOf = ({ page, t }: Guest) => page.getByRole('button', { name: t('publicShares.end') });

async function expectEnded({ page, t }: Guest): Promise<void> {
  await expect(page.getByRole('heading', { name: t('publicShares.endedTitle') })).toBeVisible();
  await expect(page.getByText(t('publicShares.endedText'))).toBeVisible();
  await expect(page.getByText('Bail', { exact: true })).toBeHidden();
}

for (const [locale, isPhone] of [['en-GB', true] as const, ['fr-FR', false] as const]) {
  test(`a visitor ends the visit, and the browser opens nothing any more: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const documents = [await addDocument(accounts, owner.token, paper)];
    const { link } = await safe.share({ documents, mode: 'LINK' });
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale, isPhone });
    const { page, t, press } = guest;
    await page.goto(link);
    await press(page.getByRole('button', { name: t('publicShares.open') }));
    await expect(page.getByRole('link', { name: 'Bail' })).toBeVisible();
    await guest.show(`list-with-a-way-out-${locale}`, 'page');
    if (isPhone) await expectBelow(buttonOf(guest), page.getByText(t('publicShares.listSubtitle')));
    const other = { ...guest, page: await guest.context.newPage() };
    await other.page.goto(listPath);
    await expect(other.page.getByRole('link', { name: 'Bail' })).toBeVisible();

    await page.bringToFront();
    if (isPhone) await press(buttonOf(guest));
    else {
      await tabTo(page, buttonOf(guest));
      await page.keyboard.press('Enter');
    }
    await expectEnded(guest);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await guest.show(`ended-visit-${locale}`, 'page');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual([]);
    await expectEnded(other);

    await page.goBack();
    await expect(page.getByRole('link', { name: 'Bail' })).toBeHidden();
    for (const address of ['/public/sharings', listPath]) {
      await other.page.goto(address);
      await expect(other.page.getByRole('heading', { name: t('publicShares.noneTitle') })).toBeVisible();
    }
    await page.goto(link);
    await expect(page.getByRole('button', { name: t('publicShares.open') }), 'the link itself serves').toBeVisible();
    await guest.leave();
  });
}

for (const [locale, isPhone] of [['fr-FR', true] as const, ['en-GB', false] as const]) {
  test(`someone who was asked for documents ends the visit, and the tab sends nothing any more: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const asked = { title: 'Votre bail', maxFiles: 2 };
    const { link } = (await safe.call('POST', 'document-requests', asked)) as { link: string };
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale, isPhone });
    const { page, t, press } = guest;
    const end = page.getByRole('button', { name: t('sendFiles.end') });
    await page.goto(link);
    await expect(end).toBeVisible();
    await guest.show(`request-with-a-way-out-${locale}`, 'page');
    await guest.context.setOffline(true);
    await page.locator('input[type=file][multiple]').setInputFiles(paper);
    await press(page.getByRole('button', { name: t('sendFiles.submit', { count: 1 }) }));
    await expect(page.getByText(t('sendFiles.offline'))).toBeVisible();
    await expect(end, 'a file that waits is not lost').toBeHidden();
    await guest.context.setOffline(false);
    await expect(page.getByRole('heading', { name: t('sendFiles.thanks') })).toBeVisible();

    await press(end);
    await expect(page.getByRole('heading', { name: t('publicShares.endedTitle') })).toBeVisible();
    await expect(page.getByText(t('publicShares.endedSendingText'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await guest.show(`ended-sending-${locale}`, 'page');
    expect(await page.evaluate(() => Object.keys({ ...sessionStorage }).filter((key) => /token/i.test(key)))).toEqual(
      [],
    );
    await page.goto('/public/document-requests');
    await expect(page.getByText(t('sendFiles.noLinkText'))).toBeVisible();
    await page.goto(link);
    await expect(end, 'the link itself serves').toBeVisible();
    await guest.leave();
  });
}

test('a visitor who opens nothing has the link forgotten too', async ({ browser, owner, accounts }, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const documents = [await addDocument(accounts, owner.token, paper)];
  const email = newAddress('agence');
  const open = await safe.share({ documents, mode: 'LINK' });
  await safe.share({ documents, mode: 'EMAIL', recipients: [{ email }] });
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t, press } = guest;
  const byMail = page.getByRole('button', { name: t('publicShares.byEMAIL') });
  const link = await readMailedLink(accounts.inboxUrl, email);
  await page.goto(open.link);
  await expect(page.getByRole('button', { name: t('publicShares.open') })).toBeVisible();
  await guest.show('link-with-a-way-out', 'page');
  await press(buttonOf(guest));
  await expectEnded(guest);
  await page.goto(link);
  await expect(byMail).toBeVisible();
  await guest.show('ways-with-a-way-out', 'page');
  await press(buttonOf(guest));
  await expectEnded(guest);
  await page.goto(link);
  await press(byMail);
  await expect(page.getByRole('textbox', { name: t('publicShares.code') })).toBeVisible();
  await guest.show('code-with-a-way-out', 'page');
  await press(buttonOf(guest));
  await expectEnded(guest);
  await page.goto('/public/sharings');
  await expect(page.getByRole('heading', { name: t('publicShares.noneTitle') })).toBeVisible();
  await guest.leave();
});
