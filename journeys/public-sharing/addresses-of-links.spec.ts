import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { newAddress } from '../people/addresses.ts';
import { welcomeGuest } from '../people/guest.ts';
import { readMailedLinks } from '../people/links.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { sentBy } from '../people/sent-code.ts';
import { ResetScreens } from '../screens/reset-screens.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

test('a browser’s history gets the links that were opened, and no token of what they open', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const documents = [await addDocument(accounts, owner.token, paper)];
  const email = newAddress('agence');
  await safe.share({ documents, mode: 'EMAIL', recipients: [{ email }] });
  const [, block = '', blockAll = ''] = await readMailedLinks(accounts.inboxUrl, email);
  const share = await safe.share({ documents, mode: 'LINK' });
  const request = (await safe.call('POST', 'document-requests', { title: 'Justificatifs' })) as { link: string };
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t, press, watch } = guest;
  const mail = { channel: 'EMAIL', to: owner.email, pattern: /https?:\/\/\S+\/p#[\w-]{22}/ } as const;
  const reset = await sentBy(accounts, mail, async () => {
    const data = { email: owner.email, mode: 'EMAIL' };
    expect((await page.request.post('/backend/api/v1/password/reset/request-code', { data })).status()).toBe(204);
  });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && addresses.push(frame.url())));

  const sender = `${owner.firstName} ${owner.lastName}`;
  await page.goto(request.link);
  await expect(page.getByRole('heading', { name: t('sendFiles.asks', { sender }) })).toBeVisible();
  const screens = new ResetScreens({ page, t, press });
  await screens.followLink(reset);
  await screens.expectStep('password');
  for (const [link, first] of [[block, 'SENDER'] as const, [blockAll, 'ALL'] as const]) {
    await page.goto(link);
    await expect(page.getByRole('button').filter({ hasText: t(`blockSender.${first}Hint`) })).toBeVisible();
    const choices = page.locator('main').getByRole('button');
    await expect(choices.first()).toContainText(t(`blockSender.${first}`));
  }
  await page.goto(share.link);
  const open = page.getByRole('button', { name: t('publicShares.open') });
  await press(open);
  await expect(page).toHaveURL(/\/public\/sharings-list$/);

  watch.expect({ address: '/content', outcome: 401 });
  await page.route('**/content', (route) =>
    route.fulfill({ status: 401, json: { status: 401, errors: [{ code: 'AuthTokenNotValid' }] } }),
  );
  await press(page.getByRole('link', { name: 'Bail' }));
  await expect(open, 'what was proved has ended: back to the link').toBeVisible();
  await expect(page.getByText(t('publicShares.again'))).toBeVisible();
  await page.goto('/public/sharings-list');
  await expect(open, 'nothing is proved: back to the link').toBeVisible();

  expect(addresses.filter((address) => /token|eyJ/.test(address))).toEqual([]);
  const opened = [request.link, reset, block, blockAll, share.link];
  expect([...new Set(addresses.filter((address) => address.includes('#')))]).toEqual(opened);
  await guest.leave();
});
