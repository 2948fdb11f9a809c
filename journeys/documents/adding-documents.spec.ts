import type { Page } from '@playwright/test';
import { confirmAdding, drop, slowDown } from '../screens/adding.ts';
import { makePdf, makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { goTo } from '../screens/navigation.ts';
import { tabTo } from '../checks/keyboard.ts';
import { type Added, readTitles } from '../people/safe.ts';
import { pace } from '../checks/pace.ts';

const text = (title: string): Added => ({
  name: `${title}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`Contenu de ${title}`),
});

/** The lines of the files that cannot be added. */
const refusals = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasNot: page.getByRole('combobox', { includeHidden: true }) });

test('many files are dropped at once: one is refused with its own words, one is stopped, the others arrive', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const large = { name: 'Vidange.bmp', mimeType: 'image/bmp', buffer: Buffer.alloc(4_000_000, 'BM') };
  const program = { name: 'jeu.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') };
  const liar = { name: 'Faux.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Ceci est du texte') };
  const papers = Array.from({ length: 8 }, (_, index) => text(`Papier ${index + 1}`));
  expectOutcome({ address: '/api/v1/documents', outcome: 415 });
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  // The large file is still on its way, for a minute, when it is stopped.
  await slowDown(page, 60_000);
  await drop(page, [large, program, liar, ...papers], async () => {
    await expect(page.getByText(t('documents.drop'))).toBeVisible();
    await show('files-held-over-the-page');
  });
  await expect(refusals(page)).toHaveText(new RegExp(`jeu\\.exe.*${t('errors.UnsupportedFileType')}`));
  await expect(page.getByRole('dialog')).toContainText(t('upload.refused', { count: 1 }));
  await show('files-reviewed');
  await confirmAdding(page, t, 10);

  const panel = page.getByRole('region', { name: t('upload.panel') });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  await expect(row('jeu.exe')).toHaveCount(0);
  await expect(row('Vidange.bmp').getByRole('progressbar')).toBeVisible();
  await expect(row('Papier 8')).toContainText(t('upload.added'));
  await expect(row('Faux.pdf')).toContainText(t('errors.UnsupportedFileType'));
  await show('files-on-their-way');
  await panel.getByRole('button', { name: t('upload.cancel', { name: 'Vidange.bmp' }) }).click();
  await expect(row('Vidange.bmp')).toHaveCount(0);
  const summary = `${t('upload.done', { count: 8 })}, ${t('upload.failed', { count: 1 })}`;
  await expect(panel.getByText(summary, { exact: true })).toBeVisible();
  await show('files-added');
  await expect(page.getByText(t('documents.shown', { shown: 8, total: 8 }))).toBeVisible();
  expect((await readTitles(accounts, owner.token)).toSorted()).toEqual(papers.map(({ name }) => name.slice(0, -4)));
  await panel.getByRole('button', { name: t('upload.dismiss') }).click();
  await expect(panel).toBeHidden();
});

test('files go on arriving while one looks at other pages', async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await slowDown(page, 300_000);
  await drop(page, [{ name: 'Album.bmp', mimeType: 'image/bmp', buffer: Buffer.alloc(1_000_000, 'BM') }]);
  await confirmAdding(page, t, 1);
  await goTo(page, t, 'trash');
  await expect(page.getByRole('heading', { level: 1, name: t('trash.title') })).toBeVisible();
  const panel = page.getByRole('region', { name: t('upload.panel') });
  await expect(panel.getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible({
    timeout: 30_000 * pace,
  });
  await goTo(page, t, 'documents');
  await expect(page.getByRole('link', { name: 'Album', exact: true })).toBeVisible();
});

test('a file that is there already is told, and leads to the other', async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await drop(page, [text('Quittance')]);
  await confirmAdding(page, t, 1);
  const panel = page.getByRole('region', { name: t('upload.panel') });
  await expect(panel).toContainText(t('upload.added'));
  await drop(page, [{ ...text('Quittance'), name: 'Copie.txt' }]);
  await confirmAdding(page, t, 1);
  await expect(panel).toContainText(t('duplicates.here', { name: 'Quittance' }));
  await panel.getByRole('link', { name: t('upload.seeDuplicate') }).click();
  await expect(page.getByRole('dialog', { name: 'Quittance' })).toContainText('Contenu de Quittance');
});

test('a file is chosen with a keyboard alone', async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await tabTo(page, page.getByRole('main').getByRole('button', { name: t('documents.add'), exact: true }));
  await page.keyboard.press('Enter');
  const browse = page.getByRole('dialog').getByRole('button', { name: t('upload.browse') });
  await tabTo(page, browse);
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles([{ name: 'Photo.png', mimeType: 'image/png', buffer: makePng() }]);
  const submit = page.getByRole('dialog').getByRole('button', { name: t('upload.submit', { count: 1 }) });
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Photo', exact: true })).toBeVisible();
});

test('an empty file and one without an extension are refused before they are sent', async ({
  page,
  t,
  owner,
  show,
}) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await drop(page, [
    { name: 'vide.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'sans-extension', mimeType: '', buffer: makePdf('x') },
  ]);
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'vide.pdf' })).toContainText(t('upload.empty'));
  await expect(dialog.getByRole('listitem').filter({ hasText: 'sans-extension' })).toContainText(
    t('errors.UnsupportedFileType'),
  );
  await expect(dialog.getByRole('button', { name: t('upload.submit', { count: 0 }), exact: true })).toBeDisabled();
  await show('files-all-refused');
});

for (const [code, status] of [
  ['MalwareDetected', 422],
  ['AntimalwareUnavailable', 503],
  ['UserSpaceStorageFull', 507],
] as const) {
  test(`a file that is refused says why beside its name: ${code}`, async ({ page, t, owner, show, expectOutcome }) => {
    expect(owner.token).toBeTruthy();
    expectOutcome({ address: '/api/v1/documents', outcome: status });
    await page.route('**/backend/api/v1/documents', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { status, errors: [{ code }] } })
        : route.fallback(),
    );
    await page.goto('/documents');
    await expect(page.getByText(t('documents.empty'))).toBeVisible();
    await drop(page, [text('Bail')]);
    await confirmAdding(page, t, 1);
    const row = page.getByRole('region', { name: t('upload.panel') }).getByRole('listitem');
    await expect(row).toContainText('Bail.txt');
    await expect(row).toContainText(t(`errors.${code}`));
    await show(`upload-${code}`);
  });
}
