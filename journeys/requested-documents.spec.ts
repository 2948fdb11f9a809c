import { makePdf, makePng } from './files.ts';
import { expect, test } from './fixtures.ts';
import { welcomeGuest } from './guest.ts';
import { OwnerCalls } from './owner-calls.ts';
import { readTitles } from './safe.ts';

test('someone outside sends what an owner asks for, and is thanked', async ({ browser, owner, accounts }, testInfo) => {
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
    { name: 'Avis.pdf', mimeType: 'application/pdf', buffer: makePdf('Avis') },
    { name: 'Carte.png', mimeType: 'image/png', buffer: makePng() },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ]);
  await expect(page.getByRole('heading', { name: t('sendFiles.thanks') })).toBeVisible();
  const files = page.getByRole('list', { name: t('sendFiles.files') }).getByRole('listitem');
  await expect(files.filter({ hasText: t('sendFiles.sent') })).toHaveCount(2);
  await expect(files.filter({ hasText: 'virus.exe' })).toContainText(t('errors.UnsupportedFileType'));
  await guest.show('thanked', 'page');
  await expect.poll(() => readTitles(accounts, owner.token)).toEqual(expect.arrayContaining(['Avis', 'Carte']));

  await page.reload();
  await expect(page.getByText(t('sendFiles.seenBy', { sender }))).toContainText('1');
  await guest.show('one-left');
  await safe.call('DELETE', `document-requests/${id}`);
  guest.watch.expect({ address: 'document-requests/context', outcome: 422 });
  guest.watch.expect({ address: 'document-requests/context', outcome: 410 });
  await page.reload();
  await expect(page.getByText(t('sendFiles.endedText'))).toBeVisible();
  await guest.show('closed');
  await guest.leave();
});
