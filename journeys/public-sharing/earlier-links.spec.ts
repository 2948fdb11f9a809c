import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

test('a link of an earlier mail, with its token in the query, opens and leaves the address', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  /** An earlier mail had this behind `?token=`. */
  const tokenOf = async (link: string) => {
    const opened = await safe.call('POST', 'public/links', { reference: new URL(link).hash.slice(1) });
    return (opened as { token: string }).token;
  };
  const share = await safe.share({ documents: [await addDocument(accounts, owner.token, paper)], mode: 'LINK' });
  const shareToken = await tokenOf(share.link);
  const request = (await safe.call('POST', 'document-requests', { title: 'Justificatifs' })) as { link: string };
  const requestToken = await tokenOf(request.link);
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t, press } = guest;

  await page.goto(`/public/sharings?token=${shareToken}`);
  const open = page.getByRole('button', { name: t('publicShares.open') });
  await expect(open).toBeVisible();
  expect(page.url()).toBe(`${accounts.baseUrl}/public/sharings`);
  await press(open);
  await expect(page.getByText('Bail', { exact: true }).first()).toBeVisible();

  await page.goto(`/public/document-requests?token=${requestToken}`);
  const sender = `${owner.firstName} ${owner.lastName}`;
  await expect(page.getByRole('heading', { name: t('sendFiles.asks', { sender }) })).toBeVisible();
  expect(page.url()).toBe(`${accounts.baseUrl}/public/document-requests`);

  await page.goBack();
  await expect(page).not.toHaveURL(/token/);

  await safe.call('DELETE', `sharings/${share.id}`);
  const stranger = await welcomeGuest({ browser, accounts, testInfo });
  stranger.watch.expect({ address: '/sharings/context', outcome: 410 });
  await stranger.page.goto(`/public/sharings?token=${shareToken}`);
  await expect(stranger.page).toHaveURL(/\/public\/sharings-expired\?reason=EntityNotFound$/);
  await stranger.leave();
  await guest.leave();
});
