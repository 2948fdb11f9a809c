import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startCuttingProxy } from '../../apps/server/src/testing/servers/cutting-proxy.ts';
import { confirmAdding, drop, slowDown } from '../screens/adding.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { goTo } from '../screens/navigation.ts';
import { type Added, readTitles } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';
import { pace } from '../checks/pace.ts';

/** Each its own content, so that none is a copy of another. */
const film = (title: string, sizeBytes = 9_000_000): Added => ({
  name: `${title}.bmp`,
  mimeType: 'image/bmp',
  buffer: Buffer.alloc(sizeBytes, `BM${title}`),
});

const uploadCall = '/backend/api/v1/uploads/';

const panelOf = (page: Page, t: Words) => page.getByRole('region', { name: t('upload.panel') });
const rowOf = (page: Page, t: Words, title: string) =>
  panelOf(page, t)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${title}\\.`) });

/** How much of a file the server says that it keeps, each time that it is asked. */
function watchOffsets(page: Page): number[] {
  const offsets: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() !== 'HEAD' || !answer.url().includes(uploadCall)) return;
    offsets.push(Number(answer.headers()['upload-offset']));
  });
  return offsets;
}

/** Cuts the line once so many bytes have gone: the server keeps what came of them. */
async function sendSome(page: Page, t: Words, title: string): Promise<void> {
  const bar = rowOf(page, t, title).getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 60_000 * pace })
    .toBeGreaterThan(60);
}

test.beforeEach(async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
});

test('a large file goes on where it was each time that its connection is cut', async ({
  page,
  t,
  accounts,
  owner,
  watch,
  show,
}) => {
  const line = await startCuttingProxy(
    () => Number(new URL(accounts.baseUrl).port),
    () => ({ afterBytes: 4_000_000 }),
  );
  try {
    watch.allow(line.url);
    watch.expect({ address: line.url, outcome: 'net::ERR_EMPTY_RESPONSE' });
    watch.expect({ address: line.url, outcome: 'net::ERR_CONNECTION_RESET' });
    watch.expect({ address: line.url, outcome: 'net::ERR_SOCKET_NOT_CONNECTED' });
    // Between the cut and the server's own notice of it, the offset moves on: it is asked again.
    for (const outcome of [409, 423]) watch.expect({ address: '/api/v1/uploads/', outcome });
    await page.goto(`${line.url}/icon.svg`);
    await page.evaluate((token) => localStorage.setItem('authToken', token), owner.token);
    await page.goto(`${line.url}/documents`);
    await expect(page.getByText(t('documents.empty'))).toBeVisible();
    const offsets = watchOffsets(page);
    await slowDown(page, 3_000_000);
    await drop(page, [film('Vacances')]);
    await confirmAdding(page, t, 1);
    await expect(rowOf(page, t, 'Vacances').getByRole('progressbar')).toBeVisible();
    await show('large-file-on-its-way');
    await expect(panelOf(page, t).getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
      timeout: 90_000 * pace,
    });
    expect(line.seen.cuts).toBeGreaterThan(0);
    expect(Math.max(...offsets), 'the server is asked where it was').toBeGreaterThan(0);
    expect(await readTitles(accounts, owner.token)).toEqual(['Vacances']);
  } finally {
    await page.goto('about:blank');
    await line.close();
  }
});

test('without a connection, a large file waits where it is', async ({ page, context, t, show, expectOutcome }) => {
  for (const outcome of ['net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED', 'net::ERR_CONNECTION_CLOSED'])
    expectOutcome({ address: '', outcome });
  await slowDown(page, 1_000_000);
  await drop(page, [film('Noël')]);
  await confirmAdding(page, t, 1);
  await sendSome(page, t, 'Noël');
  await context.setOffline(true);
  await expect(panelOf(page, t)).toContainText(t('upload.waitingForLine'));
  await show('large-file-waits-for-the-line');
  await context.setOffline(false);
  await expect(panelOf(page, t).getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
    timeout: 90_000 * pace,
  });
});

test('a large file outlives refused connections without a word', async ({ page, t, expectOutcome }) => {
  expectOutcome({ address: uploadCall, outcome: 'net::ERR_CONNECTION_RESET' });
  let cuts = 0;
  await page.route(`**${uploadCall}*`, (route) =>
    route.request().method() === 'PATCH' && cuts++ < 3 ? route.abort('connectionreset') : route.continue(),
  );
  await drop(page, [film('Mariage')]);
  await confirmAdding(page, t, 1);
  await expect(panelOf(page, t).getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
    timeout: 60_000 * pace,
  });
  expect(cuts).toBeGreaterThan(3);
});

test('a large file is paused, outlives a change of page, and goes on', async ({ page, t, show }) => {
  const offsets = watchOffsets(page);
  await slowDown(page, 1_500_000);
  await drop(page, [film('Concert')]);
  await confirmAdding(page, t, 1);
  await sendSome(page, t, 'Concert');
  await panelOf(page, t)
    .getByRole('button', { name: t('upload.pause', { name: 'Concert.bmp' }) })
    .click();
  await expect(panelOf(page, t)).toContainText(t('upload.pausedCount', { count: 1 }));
  await show('large-file-paused');
  await goTo(page, t, 'trash');
  await expect(page.getByRole('heading', { level: 1, name: t('trash.title') })).toBeVisible();
  await slowDown(page, -1);
  await panelOf(page, t)
    .getByRole('button', { name: t('upload.resume', { name: 'Concert.bmp' }) })
    .click();
  await expect(panelOf(page, t).getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
    timeout: 60_000 * pace,
  });
  expect(Math.max(...offsets)).toBeGreaterThan(0);
});

test('a large file is cancelled, and its room is free again', async ({ page, t, accounts, owner }) => {
  await slowDown(page, 1_500_000);
  await drop(page, [film('Brouillon')]);
  await confirmAdding(page, t, 1);
  await sendSome(page, t, 'Brouillon');
  const taken = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await panelOf(page, t)
    .getByRole('button', { name: t('upload.cancel', { name: 'Brouillon.bmp' }) })
    .click();
  expect((await taken).status()).toBe(204);
  await expect(panelOf(page, t)).toBeHidden();
  expect(await readTitles(accounts, owner.token)).toEqual([]);
});

test('after a reload, the same file is chosen again and goes on', async ({ page, t, show }) => {
  const offsets = watchOffsets(page);
  // A file of the disk has a date, by which it is known again.
  const path = test.info().outputPath('Anniversaire.bmp');
  await mkdir(test.info().outputDir, { recursive: true });
  await writeFile(path, film('Anniversaire').buffer);
  const choose = async () => {
    const add = page.getByRole('main').getByRole('button', { name: t('documents.add'), exact: true });
    await add.click();
    const dialog = page.getByRole('dialog', { name: t('upload.title') });
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: t('upload.browse') }).click();
    await (await choosing).setFiles(path);
    await confirmAdding(page, t, 1);
  };
  await slowDown(page, 1_500_000);
  await choose();
  await sendSome(page, t, 'Anniversaire');
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('documents.add'), exact: true })
    .click();
  await expect(page.getByText(t('upload.interrupted', { count: 1 }))).toBeVisible();
  await show('interrupted-upload');
  await page.keyboard.press('Escape');
  await slowDown(page, -1);
  await choose();
  await expect(panelOf(page, t).getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
    timeout: 60_000 * pace,
  });
  expect(Math.max(...offsets)).toBeGreaterThan(0);
});

test('a large copy is told before it is sent, in the trash too', async ({ page, t, accounts, owner }) => {
  const files = [film('Original'), { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') }];
  await drop(page, files);
  await confirmAdding(page, t, 2);
  await expect(panelOf(page, t).getByText(t('upload.done', { count: 2 }), { exact: true })).toBeVisible({
    timeout: 60_000 * pace,
  });
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Original' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await drop(page, [...files.map((file) => ({ ...file, name: `Copie de ${file.name}` })), film('Autre', 5_500_000)]);
  await confirmAdding(page, t, 3);
  await expect(rowOf(page, t, 'Copie de Original')).toContainText(t('duplicates.inTrash', { name: 'Original' }));
  await expect(rowOf(page, t, 'Copie de Bail')).toContainText(t('duplicates.here', { name: 'Bail' }));
  await expect(rowOf(page, t, 'Autre')).toContainText(t('upload.added'), { timeout: 60_000 * pace });
  await rowOf(page, t, 'Copie de Original')
    .getByRole('button', { name: t('duplicates.restore') })
    .click();
  await rowOf(page, t, 'Copie de Bail')
    .getByRole('button', { name: t('duplicates.keepBoth') })
    .click();
  await expect
    .poll(async () => (await readTitles(accounts, owner.token)).toSorted())
    .toEqual(['Autre', 'Bail', 'Copie de Bail', 'Original']);
});
