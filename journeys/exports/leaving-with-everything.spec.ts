import { createHash } from 'node:crypto';
import { makePdf } from '../checks/files.ts';
import { tabTo } from '../checks/keyboard.ts';
import { pace } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { readMails } from '../people/inbox.ts';
import { addDocument } from '../people/safe.ts';
import { AccountMenu } from '../screens/account-menu.ts';
import { ExportScreens } from '../screens/export-screens.ts';

const file = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) });
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('an owner takes everything out of the safe: asks, leaves, comes back, downloads and removes', async ({
  page,
  context,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const name of ['Bail', 'Diplôme', 'Carnet de santé']) await addDocument(accounts, owner.token, file(name));
  const hands = { page, t, press };
  const screens = new ExportScreens(hands);

  await test.step('the account’s menu leads there; before any export, the page says what one holds', async () => {
    await page.goto('/home');
    await new AccountMenu(hands).choose('export');
    await expect(page).toHaveURL(/\/account\/export$/);
    await expect(page.getByText(t('exports.none'))).toBeVisible();
    const contents = page.getByRole('region', { name: t('exports.contentsTitle') });
    for (const name of ['documents/', 'preuves/', 'journal/', 'META-INF/', 'verifier.html', 'LISEZMOI.html'])
      await expect(contents.getByText(name, { exact: true })).toBeVisible();
    await expect(contents.getByRole('link', { name: t('exports.openVerifier') })).toHaveAttribute(
      'href',
      '/verifier.html',
    );
    await show('none', 'page');
  });

  await test.step('its owner may leave meanwhile: it is ready when they come back, and a mail says so', async () => {
    await screens.ask();
    await expect(screens.askButton.or(screens.running)).toBeVisible();
    await page.goto('/home');
    await page.goBack();
    const item = await screens.expectReady();
    await expect(item).toContainText(t('exports.documents', { count: 3 }));
    await expect(screens.card).toContainText(t('exports.allowance', { remaining: 4, limit: 5 }));
    await show('ready', 'page');
    await expect
      .poll(
        async () =>
          (await readMails(accounts.inboxUrl, owner.email)).some(({ text }) => text.includes('/account/export')),
        {
          timeout: 30_000 * pace,
        },
      )
      .toBe(true);
  });

  await test.step('the archive has the digest that the page shows', async () => {
    const item = screens.items.first();
    const digest = (await item.locator('code').textContent()) ?? '';
    await press(item.getByRole('button', { name: new RegExp(t('ui.copyDigest')) }));
    await expect(page.getByText(t('ui.digestCopied'))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digest);
    const { bytes, name } = await screens.download(item);
    expect(name).toMatch(/^perenne-\d{4}-\d{2}-\d{2}\.zip$/);
    expect(sha256Of(bytes)).toBe(digest);
    await expect(item.getByRole('alert')).toHaveText(t('exports.saved'));
    await show('saved', 'page');
    const again = await screens.download(item, t('exports.downloadAgain'));
    expect(again.bytes.equals(bytes)).toBe(true);
  });

  await test.step('an export that ends while the page is open appears by itself, and is told to who does not look', async () => {
    await tabTo(page, screens.askButton);
    await page.keyboard.press('Enter');
    await screens.expectReady(2);
    await expect(page.locator(':focus'), 'the keyboard goes on from there').toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: t('exports.ready') })).toHaveCount(1);
  });

  await test.step('an export can be removed; it stays counted', async () => {
    await press(screens.items.last().getByText(t('exports.remove'), { exact: true }));
    await expect(screens.dialog(t('exports.removeTitle'))).toContainText(t('exports.removeText'));
    await show('remove');
    await screens.confirm(t('exports.removeTitle'), t('exports.remove'));
    await expect(screens.items).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(screens.card).toContainText(t('exports.allowance', { remaining: 3, limit: 5 }));
  });

  await test.step('the journal has all of it', async () => {
    await page.goto('/account/journal?kind=export');
    const who = t('journal.who.owner');
    for (const sentence of [
      t('journal.done.export.requested', { who }),
      t('journal.done.export.ready'),
      t('journal.done.export.downloaded', { who }),
    ])
      await expect(page.getByText(sentence).first()).toBeVisible();
    await show('journal');
  });
});
