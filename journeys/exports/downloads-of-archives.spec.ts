import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CuttingLine } from '../checks/cutting-line.ts';
import { makePdf } from '../checks/files.ts';
import { pace } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { AccountMenu } from '../screens/account-menu.ts';
import { ExportScreens } from '../screens/export-screens.ts';
import { goTo } from '../screens/navigation.ts';

/** No archive makes it smaller. */
const scan = {
  name: 'Diplôme.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([makePdf('Diplôme'), randomBytes(3_000_000)]),
};
const content = '**/exports/*/content';

test('a download that is cut goes on from where it was', async ({ page, t, press, owner, accounts, watch }) => {
  await addDocument(accounts, owner.token, scan);
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  const line = await CuttingLine.open(accounts.baseUrl);
  watch.allow(line.url);
  watch.expect({ address: '/content', outcome: 'net::ERR_CONTENT_LENGTH_MISMATCH' });
  await page.goto(`${line.url}/icon.svg`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), owner.token);
  const screens = new ExportScreens({ page, t, press });
  await screens.open(line.url);
  const item = await screens.expectReady();

  line.cutNext('/content', 2_000_000);
  const { bytes } = await screens.download(item);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(await item.locator('code').textContent());
  const asked = line.asked.filter(({ path }) => path.endsWith('/content'));
  expect(asked).toHaveLength(2);
  const from = Number(/^bytes=(\d+)-$/.exec(asked[1]?.range ?? '')?.[1]);
  expect(from, 'what has arrived is not asked for again').toBeGreaterThan(1_000_000);
  line.close();
});

test('a download that stops says so, goes on when it is asked, and may be cancelled', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, scan);
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  const item = await screens.expectReady();
  const button = (name: string) => item.getByText(name, { exact: true });

  await page.route(content, () => undefined);
  await press(button(t('exports.download')));
  await expect(item.getByRole('progressbar', { name: t('exports.downloading') })).toBeVisible();
  await expect(item.getByRole('status').filter({ hasText: t('exports.downloading') })).toHaveCount(1);
  await show('downloading', 'page');
  await press(button(t('exports.cancelDownload')));
  await expect(item.getByRole('progressbar')).toBeHidden();
  await expect(item.getByRole('alert'), 'what one cancels oneself has not failed').toBeHidden();

  await page.unroute(content);
  await page.route(content, (route) => route.abort());
  expectOutcome({ address: '/content', outcome: 'net::ERR_FAILED' });
  await press(button(t('exports.download')));
  await expect(item.getByRole('alert')).toContainText(t('exports.downloadNotStarted'), { timeout: 30_000 * pace });
  await expect(item.getByRole('alert')).toContainText(t('network.unreachable'));
  await show('stopped', 'page');

  await page.unroute(content);
  const { bytes } = await screens.download(item);
  expect(bytes.includes(scan.buffer.subarray(0, 500))).toBe(true);
});

test('a download goes on while its owner looks at other pages, and ends when they sign out', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  await addDocument(accounts, owner.token, scan);
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  const hands = { page, t, press };
  const screens = new ExportScreens(hands);
  await screens.open();
  const item = await screens.expectReady();
  const digest = await item.locator('code').textContent();

  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(content, async (route) => {
    await held;
    await route.continue();
  });
  const downloading = page.waitForEvent('download', { timeout: 60_000 * pace });
  await press(item.getByText(t('exports.download'), { exact: true }));
  await goTo(page, t, 'documents');
  await expect(page.getByRole('link', { name: 'Diplôme' })).toBeVisible();
  answer();
  const saved = await readFile(await (await downloading).path());
  expect(createHash('sha256').update(saved).digest('hex')).toBe(digest);
  await expect(page.getByRole('status').filter({ hasText: t('shell.archiveSaved') })).toBeVisible();
  await show('saved-elsewhere');

  await test.step('signing out ends it', async () => {
    await page.unroute(content);
    await page.route(content, () => undefined);
    await screens.open();
    await press(screens.items.first().getByText(t('exports.download'), { exact: true }));
    await expect(screens.items.first().getByRole('progressbar')).toBeVisible();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/content'));
    await new AccountMenu(hands).choose('signOut');
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(page).toHaveURL(/\/login/);
  });
});
