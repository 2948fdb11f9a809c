import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CuttingLine } from '../checks/cutting-line.ts';
import { makePdf, makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument, changeDocument } from '../people/safe.ts';
import { pace } from '../checks/pace.ts';

const lease = Buffer.concat([makePdf('Bail'), Buffer.alloc(2_000_000, '%\n')]);
const card = makePng(900, 600);

/** Returns what the browser saved once this was pressed. */
async function save(page: Page, name: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download', { timeout: 60_000 * pace });
  await page.getByRole('button', { name, exact: true }).tap();
  return readFile(await (await downloading).path());
}

test('a visitor’s downloads that are cut go on from where they were, the archive and what has a mark too', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  test.slow();
  const safe = new OwnerCalls(accounts, owner.token);
  const add = (name: string, mimeType: string, buffer: Buffer<ArrayBuffer>) =>
    addDocument(accounts, owner.token, { name, mimeType, buffer });
  const documents = [await add('Bail.pdf', 'application/pdf', lease), await add('Carte.png', 'image/png', card)];
  await changeDocument(accounts, owner.token, { id: documents[1] ?? '', type: 'CIDT' });
  const { link } = await safe.share({ documents, mode: 'LINK' });
  const line = await CuttingLine.open(accounts.baseUrl);
  const guest = await welcomeGuest({ browser, accounts: { ...accounts, baseUrl: line.url }, testInfo });
  const { page, t } = guest;
  guest.watch.expect({ address: '/public/sharings/download', outcome: 'net::ERR_CONTENT_LENGTH_MISMATCH' });
  const all = t('publicShares.downloadAll', { count: 2 });
  const marked = t('publicShares.download', { title: 'Carte' });
  await page.goto(link.replace(new URL(link).origin, line.url));
  await page.getByRole('button', { name: t('publicShares.open') }).tap();
  await expect(page.getByRole('region', { name: 'Dossier de location' }).getByRole('listitem')).toHaveCount(2);
  const [wholeArchive, wholeCard] = [await save(page, all), await save(page, marked)];
  expect(wholeArchive.includes(lease)).toBe(true);
  expect(wholeCard.equals(card), 'the mark is on it').toBe(false);

  line.cutNext('/public/sharings/download', 1_000_000);
  expect((await save(page, all)).equals(wholeArchive)).toBe(true);
  expect(line.asked).toHaveLength(2);
  expect(line.asked[1]?.path).toContain('/archive?documents=');
  const from = Number(/^bytes=(\d+)-$/.exec(line.asked[1]?.range ?? '')?.[1]);
  expect(from, 'what has come is not asked for again').toBeGreaterThan(500_000);

  line.cutNext('/public/sharings/download', 3_000);
  expect((await save(page, marked)).equals(wholeCard)).toBe(true);
  expect(line.asked).toHaveLength(2);
  expect(line.asked[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
  await guest.leave();
  line.close();
});

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`a download begun while reading shows how far it is, can be stopped and taken up again: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const documents = [
      await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: lease }),
    ];
    const { link } = await safe.share({ documents, mode: 'LINK' });
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t } = guest;
    guest.watch.expect({ address: '/public/sharings/download', outcome: 'net::ERR_FAILED' });
    await page.goto(link);
    await page.getByRole('button', { name: t('publicShares.open') }).tap();
    await page.getByRole('link', { name: 'Bail' }).tap();
    const viewer = page.getByRole('dialog');
    const download = viewer.getByRole('button', { name: t('publicShares.download', { title: 'Bail' }), exact: true });
    const progress = viewer.getByRole('progressbar', { name: t('publicShares.downloading', { title: 'Bail' }) });
    const told = (text: string) => viewer.getByRole('status').filter({ hasText: text });

    const held = Promise.withResolvers<void>();
    await page.route('**/public/sharings/download', async (route) => {
      await held.promise;
      await route.abort();
    });
    await download.tap();
    await expect(progress).toBeVisible();
    await expect(told(t('publicShares.downloading', { title: 'Bail' }))).toHaveCount(1);
    await guest.show('downloading-while-reading');
    await viewer.getByRole('button', { name: t('publicShares.cancel', { title: 'Bail' }) }).tap();
    await expect(progress).toBeHidden();
    await expect(viewer.getByRole('alert'), 'what one stops oneself has not failed').toBeHidden();

    held.resolve();
    await download.tap();
    await expect(viewer.getByRole('alert')).toContainText(t('publicShares.stopped', { title: 'Bail' }), {
      timeout: 30_000 * pace,
    });
    await guest.show('download-stopped-while-reading');
    await page.unroute('**/public/sharings/download');
    expect((await save(page, t('publicShares.goOn'))).equals(lease)).toBe(true);
    await expect(viewer.getByRole('alert')).toBeHidden();
    await expect(told(t('publicShares.saved', { title: 'Bail' }))).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(viewer, 'the keyboard is still in it').toBeHidden();
    await guest.leave();
  });

  test(`the download of all documents shows how far it is, and can be stopped: ${locale}`, async ({
    browser,
    owner,
    accounts,
  }, testInfo) => {
    const safe = new OwnerCalls(accounts, owner.token);
    const add = (name: string) =>
      addDocument(accounts, owner.token, { name, mimeType: 'application/pdf', buffer: makePdf(name) });
    const { link } = await safe.share({ documents: [await add('Bail.pdf'), await add('Charges.pdf')], mode: 'LINK' });
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t } = guest;
    await page.goto(link);
    await page.getByRole('button', { name: t('publicShares.open') }).tap();
    const title = 'Dossier de location';
    const progress = page.getByRole('progressbar', { name: t('publicShares.downloading', { title }) });
    const told = (text: string) => page.getByRole('status').filter({ hasText: text });

    // Nothing answers.
    await page.route('**/public/sharings/download', () => undefined);
    const all = page.getByRole('button', { name: t('publicShares.downloadAll', { count: 2 }) });
    await all.tap();
    await expect(all.locator('span').first(), 'its words make room for the spinner').toHaveCSS('opacity', '0');
    await expect(progress).toBeVisible();
    await expect(progress, 'how much comes is not known yet').not.toHaveAttribute('aria-valuenow');
    await expect(told(t('publicShares.preparing'))).toHaveCount(1);
    await guest.show('downloading-all');
    await page.getByRole('button', { name: t('publicShares.cancel', { title }) }).tap();
    await expect(progress).toBeHidden();
    await expect(page.getByRole('alert'), 'what one stops oneself has not failed').toBeHidden();
    await page.unroute('**/public/sharings/download');
    await save(page, t('publicShares.downloadAll', { count: 2 }));
    await expect(told(t('publicShares.saved', { title }))).toHaveCount(1);
    await guest.leave();
  });
}
