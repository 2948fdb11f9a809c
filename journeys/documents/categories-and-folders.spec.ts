import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { listFolderPaths, makeFolder } from '../screens/folders.ts';
import { addDocument } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';

const shelfOf = (page: Page, t: Words, title: string) =>
  page.getByRole('navigation', { name: t('documents.categories') }).getByRole('link', { name: title });

/** Chooses an entry of the menu of the page's place. */
async function organise(page: Page, t: Words, entry: string): Promise<void> {
  await page.getByRole('button', { name: t('documents.organise') }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a category that holds but folders, or something in the trash, goes, and what it held can be restored', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  await makeFolder(accounts, owner.token, { name: 'Maison', category: 'Logement' });
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  await page.goto('/documents');
  await shelfOf(page, t, 'Logement').click();
  await organise(page, t, t('documents.deleteCategory'));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('organising.deleteCategoryFolders', { count: 1 }));
  await show('deleting-a-category-with-a-folder');
  await question.getByText(t('organising.deleteCategoryAcknowledge')).click();
  await question.getByRole('button', { name: t('organising.deleteCategorySubmit') }).click();
  await expect(shelfOf(page, t, 'Logement')).toHaveCount(0);

  await shelfOf(page, t, 'Autres').click();
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  await question.getByRole('button', { name: t('organising.deleteSubmit') }).click();
  await expect(page.getByText(t('documents.emptyCategory'))).toBeVisible();
  await organise(page, t, t('documents.deleteCategory'));
  await expect(question).toContainText(t('organising.deleteCategoryTrash'));
  await question.getByText(t('organising.deleteCategoryAcknowledge')).click();
  await question.getByRole('button', { name: t('organising.deleteCategorySubmit') }).click();
  await expect(shelfOf(page, t, 'Autres')).toHaveCount(0);

  await page.goto('/trash');
  for (const [name, left] of [
    ['Maison', 1],
    ['Bail', 0],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: t('trash.restore'), exact: true }).click();
    await expect(page.getByRole('button', { name: t('trash.restore'), exact: true })).toHaveCount(left);
  }
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await expect.poll(() => listFolderPaths(accounts, owner.token)).toEqual(['Maison']);
});

test('a category shows all of its folders, and all are places to go to, however many', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  const names = Array.from({ length: 201 }, (_, index) => `Dossier ${index + 1}`);
  for (const name of names) await makeFolder(accounts, owner.token, { name, category: 'Logement' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/\/(folders|categories)$/.test(pathname))
      asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('limit')} ${searchParams.has('cursor')}`);
  });
  await page.goto('/documents');
  await shelfOf(page, t, 'Logement').click();
  const folders = page.getByRole('navigation', { name: t('documents.folders') });
  await expect(folders.getByRole('link')).toHaveCount(201);
  // Places on one page take one request; more take one for each page.
  expect(asked).toEqual(['categories 200 false', 'folders 200 false', 'folders 200 true']);
  await folders.getByRole('link', { name: /Dossier 201\b/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dossier 201' })).toBeVisible();
});

test('a folder is made in another, renamed, moved and deleted, each with its way back', async ({
  page,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  expectOutcome({ address: '/folders', outcome: 409 });
  await makeFolder(accounts, owner.token, { name: 'Maison', category: 'Logement' });
  await page.goto('/documents');
  await shelfOf(page, t, 'Logement').click();
  await organise(page, t, t('documents.newFolder'));
  const name = page.getByRole('dialog').getByRole('textbox', { name: t('organising.name') });
  await name.fill('maison');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(t('errors.FolderAlreadyExists'));
  await page.keyboard.press('Escape');

  const folders = page.getByRole('navigation', { name: t('documents.folders') });
  await folders.getByRole('link', { name: 'Maison' }).click();
  await organise(page, t, t('documents.newFolder'));
  await name.fill('Travaux');
  await page.keyboard.press('Enter');
  await folders.getByRole('link', { name: 'Travaux' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible();
  await organise(page, t, t('documents.renameFolder'));
  await name.fill('Chantier');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Chantier' })).toBeVisible();

  await organise(page, t, t('documents.moveFolder'));
  await page.getByRole('dialog').getByText('Factures', { exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('organising.moveSubmit') })
    .click();
  await expect.poll(() => listFolderPaths(accounts, owner.token)).toEqual(['Chantier', 'Maison']);
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect.poll(() => listFolderPaths(accounts, owner.token)).toEqual(['Maison', 'Maison/Chantier']);

  await organise(page, t, t('documents.deleteFolder'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maison' })).toBeVisible();
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(folders.getByRole('link', { name: 'Chantier' })).toBeVisible();
});

/** Lets the page's animation frames come a second late, as on a busy machine. */
const delayFrames = (page: Page) =>
  page.evaluate(() => {
    const frame = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) => frame(() => setTimeout(() => callback(performance.now()), 1_000));
  });

test('a click beside a dialog closes it until something is entered, and takes no key from it', async ({
  page,
  t,
  owner: _owner,
  isPhone,
}) => {
  test.skip(isPhone, 'a dialog of a phone is as wide as its screen');
  await page.goto('/documents');
  const dialog = page.getByRole('dialog', { name: t('organising.newCategoryTitle') });
  const clickBeside = () => page.mouse.click(5, 300);
  await organise(page, t, t('documents.newCategory'));
  await expect(dialog).toBeVisible();
  await clickBeside();
  await expect(dialog).toHaveCount(0);
  await organise(page, t, t('documents.newCategory'));
  const name = dialog.getByRole('textbox');
  await name.fill('Impôts');
  await delayFrames(page);
  await clickBeside();
  await expect(name).toHaveValue('Impôts');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
