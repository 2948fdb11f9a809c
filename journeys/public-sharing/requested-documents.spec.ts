import { makePdf, makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { readTitles } from '../people/safe.ts';

test('someone outside sends what an owner asks for, and is thanked', async ({
  page: ownerPage,
  t: words,
  show,
  browser,
  owner,
  accounts,
}, testInfo) => {
  test.slow();
  const safe = new OwnerCalls(accounts, owner.token);
  const asked = {
    title: 'Votre dossier de garant',
    message: 'Une pièce d’identité et un avis d’imposition.',
    maxFiles: 3,
  };
  const { id, link } = (await safe.call('POST', 'document-requests', asked)) as { id: string; link: string };
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t } = guest;
  await page.goto(link);
  const sender = `${owner.firstName} ${owner.lastName}`;
  await expect(page.getByRole('heading', { name: t('sendFiles.asks', { sender }) })).toBeVisible();
  expect(page.url(), 'the token has left the address').toBe(`${accounts.baseUrl}/public/document-requests`);
  await expect(page.getByText(t('sendFiles.hint'))).toBeVisible();
  await guest.show('asked', 'page');
  await page.locator('input[type=file][multiple]').setInputFiles([
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'Avis.pdf', mimeType: 'application/pdf', buffer: makePdf('Avis') },
    { name: 'Carte.png', mimeType: 'image/png', buffer: makePng() },
  ]);
  const chosen = page.getByRole('list', { name: t('sendFiles.chosen') }).getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await page.getByLabel(t('sendFiles.senderName')).fill('Marie Dupont');
  await page.getByLabel(t('sendFiles.note')).fill('Bonne réception.');
  await guest.show('chosen', 'page');
  expect(await readTitles(accounts, owner.token), 'nothing leaves before the button is pressed').toEqual([]);
  await page.getByRole('button', { name: t('sendFiles.submit', { count: 2 }) }).tap();
  const partly = page.getByRole('heading', { name: t('sendFiles.thanksPartly') });
  await expect(partly).toBeVisible();
  const files = page.getByRole('list', { name: t('sendFiles.files') }).getByRole('listitem');
  await expect(files.filter({ hasText: t('sendFiles.sent') })).toHaveCount(2);
  await expect(files.filter({ hasText: 'virus.exe' })).toContainText(t('errors.UnsupportedFileType'));
  await guest.show('sent-partly', 'page');
  const oneLeft = page.getByText(t('sendFiles.limits', { left: 1, date: '' }).split(',')[0] ?? '');
  await expect(oneLeft, 'what is refused takes no place').toBeVisible();
  await files
    .filter({ hasText: 'virus.exe' })
    .getByRole('button', { name: t('sendFiles.cancel', { name: 'virus.exe' }) })
    .tap();
  await expect(page.getByRole('heading', { name: t('sendFiles.thanks') })).toBeVisible();
  await guest.show('thanked', 'page');
  const kept = await page.evaluate(() => Object.values({ ...sessionStorage }).join('\n'));
  expect(kept, 'what the tab keeps of the link opens nothing elsewhere').not.toMatch(/eyJ/);
  expect(kept).not.toBe('');
  await expect.poll(() => readTitles(accounts, owner.token)).toEqual(expect.arrayContaining(['Avis', 'Carte']));

  await ownerPage.goto('/documents');
  const row = ownerPage.getByRole('row', { name: 'Avis' });
  await expect(row).toContainText(words('documents.asked'));
  await expect(row, 'who reads is told who sent it').toContainText(asked.title);
  await ownerPage.getByRole('link', { name: 'Avis', exact: true }).click();
  await ownerPage
    .getByRole('dialog')
    .getByRole('button', { name: words('details.open') })
    .click();
  const details = ownerPage.getByRole('complementary', { name: words('details.title') });
  await expect(details).toContainText(words('details.by.employee'));
  await expect(details).toContainText(words('details.byLink', { name: asked.title }));
  await expect(details).toContainText(words('details.sentByName', { name: 'Marie Dupont' }));
  await expect(details).toContainText('Bonne réception.');
  await show('sent-by-someone');

  await page.reload();
  await expect(oneLeft).toBeVisible();
  await guest.show('one-left');
  await page.clock.setFixedTime(Date.now() + 26 * 3_600_000);
  await page.reload();
  await expect(oneLeft, 'the tab still has its link on the next day').toBeVisible();
  const elsewhere = await guest.context.newPage();
  await elsewhere.goto('/public/document-requests');
  await expect(elsewhere.getByRole('heading', { name: t('missingLink.title') })).toBeVisible();
  await expect(
    elsewhere.getByText(t('sendFiles.noLinkText')),
    'where there is no link, nothing is closed',
  ).toBeVisible();
  await elsewhere.close();
  await safe.call('DELETE', `document-requests/${id}`);
  guest.watch.expect({ address: 'document-requests/context', outcome: 422 });
  guest.watch.expect({ address: 'document-requests/context', outcome: 410 });
  await page.reload();
  await expect(page.getByText(t('sendFiles.endedText'))).toBeVisible();
  await guest.show('closed');
  await guest.leave();
});

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`what may still be sent is what the server says, after each file and each new try: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const asked = { title: 'Vos relevés', maxFiles: 4 };
    const { link } = (await safe.call('POST', 'document-requests', asked)) as { link: string };
    const [guest, other] = [
      await welcomeGuest({ browser, accounts, testInfo, locale }),
      await welcomeGuest({ browser, accounts, testInfo, locale }),
    ];
    const { page, t } = guest;
    const send = async (sender: typeof guest, name: string) => {
      const files = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) };
      await sender.page.locator('input[type=file][multiple]').setInputFiles(files);
      await sender.page.getByRole('button', { name: sender.t('sendFiles.submit', { count: 1 }) }).tap();
    };
    const file = (sender: typeof guest, name: string) =>
      sender.page.getByRole('listitem').filter({ hasText: `${name}.pdf` });
    const expectLeft = (left: number) =>
      expect(page.getByText(t('sendFiles.limits', { left, date: '' }).split(',')[0] ?? '')).toBeVisible();
    await page.goto(link);
    await other.page.goto(link);
    await expectLeft(4);
    await send(other, 'Mars');
    await expect(file(other, 'Mars')).toContainText(t('sendFiles.sent'));
    await send(guest, 'Avril');
    await expect(file(guest, 'Avril')).toContainText(t('sendFiles.sent'));
    await expectLeft(2);

    // The server took the file, and could not say so.
    guest.watch.expect({ address: '/document-requests/files', outcome: 'net::ERR_FAILED' });
    await page.route('**/document-requests/files', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(guest, 'Mai');
    await expect(file(guest, 'Mai').getByRole('alert')).toBeVisible();
    await page.unroute('**/document-requests/files');
    await file(guest, 'Mai')
      .getByRole('button', { name: t('sendFiles.retry', { name: 'Mai.pdf' }) })
      .tap();
    await expect(file(guest, 'Mai')).toContainText(t('sendFiles.sent'));
    // Sent again, it is the one that came.
    await expectLeft(1);
    await send(other, 'Juin');
    await expect(file(other, 'Juin')).toContainText(t('sendFiles.sent'));
    await expect(other.page.getByText(t('sendFiles.noneLeft'))).toBeVisible();
    guest.watch.expect({ address: '/document-requests/files', outcome: 403 });
    await send(guest, 'Juillet');
    await expect(file(guest, 'Juillet').getByRole('alert')).toBeVisible();
    await expect(page.getByText(t('sendFiles.noneLeft')), 'another has sent the last').toBeVisible();
    await guest.leave();
    await other.leave();
  });
}
