import { makePdf } from './files.ts';
import { expect, test } from './fixtures.ts';
import { addDocument } from './safe.ts';

test.beforeEach(async ({ page, owner, accounts }) => {
  for (const title of ['Bail', 'Assurance']) {
    await addDocument(accounts, owner.token, {
      name: `${title}.pdf`,
      mimeType: 'application/pdf',
      buffer: makePdf(title),
    });
  }
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
});

test('with a finger, documents are sorted, searched and renamed', async ({ page, t, press, show }) => {
  const titles = page.locator('[data-document-link]');
  await press(page.getByRole('button', { name: t('documents.sorts.-addedAt') }));
  await expect(page.getByRole('menu', { name: t('documents.sort') })).toBeVisible();
  await show('sorting');
  await press(page.getByRole('menuitemradio', { name: t('documents.sorts.title') }));
  await expect(titles).toHaveText(['Assurance', 'Bail']);

  const search = page.getByRole('main').getByRole('searchbox', { name: t('shell.search') });
  await search.fill('bail');
  await search.press('Enter');
  await expect(titles).toHaveText(['Bail']);
  await press(page.getByRole('button', { name: t('documents.clearFilters') }));
  await expect(titles).toHaveCount(2);

  await press(page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }));
  await press(page.getByRole('menuitem', { name: t('documents.rename') }));
  const dialog = page.getByRole('dialog', { name: t('documents.renameTitle') });
  await dialog.getByRole('textbox').fill('Bail du studio');
  await show('renaming');
  await press(dialog.getByRole('button', { name: t('documents.renameSubmit') }));
  await expect(titles).toHaveText(['Assurance', 'Bail du studio']);
});

test('what the side menu holds on wide screens is under “more” on phones', async ({ page, t, press, show }) => {
  const more = page.getByRole('navigation').getByRole('button', { name: t('shell.more') });
  await press(more);
  await expect(page.getByRole('menu', { name: t('shell.more') })).toBeVisible();
  await show('more');
  await press(page.getByRole('menuitem', { name: t('shell.trash') }));
  await expect(page.getByRole('heading', { level: 1, name: t('trash.title') })).toBeVisible();
  await press(more);
  await press(page.getByRole('menuitem', { name: t('shell.onlineHelp') }));
  await expect(page.getByRole('heading', { level: 1, name: t('help.title') })).toBeVisible();
});

test('with a finger, documents are chosen, moved, deleted and restored', async ({ page, t, press, show }) => {
  const titles = page.locator('[data-document-link]');
  await press(page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }));
  await press(page.getByRole('menuitem', { name: t('documents.select'), exact: true }));
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await press(page.getByRole('link', { name: 'Assurance', exact: true }));
  await expect(bar).toContainText(t('organising.selected', { count: 2 }));
  await show('selection');
  await press(bar.getByRole('button', { name: t('organising.move') }));
  await expect(page.getByRole('dialog', { name: t('organising.moveTitle', { count: 2 }) })).toBeVisible();
  await show('moving');
  await page.keyboard.press('Escape');
  await press(bar.getByRole('button', { name: t('organising.delete') }));
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await show('deleting');
  await press(page.getByRole('alertdialog').getByRole('button', { name: t('organising.deleteSubmit') }));
  await expect(titles).toHaveCount(0);
  await show('deleted');
  await page.goto('/trash');
  await press(page.getByRole('button', { name: t('trash.actionsOf', { title: 'Bail' }) }));
  await show('trash');
  await press(page.getByRole('menuitem', { name: t('trash.restore'), exact: true }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Bail' })).toHaveCount(0);
  await page.goto('/documents');
  await expect(titles).toHaveText(['Bail']);
});
