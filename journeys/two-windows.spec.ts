import { makePdf } from './files.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder } from './folders.ts';
import { addDocument } from './safe.ts';

const conflict = { address: '/backend/api/v1/', outcome: 409 };

test.beforeEach(async ({ owner, accounts }) => {
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  await addDocument(accounts, owner.token, file);
  await makeFolder(accounts, owner.token, { name: 'Maison', category: 'Logement' });
});

test('two windows rename the same document: the second one is told, and chooses', async ({
  page,
  context,
  t,
  expectOutcome,
  show,
}) => {
  expectOutcome(conflict);
  await page.goto('/documents');
  const other = await context.newPage();
  await other.goto('/documents');
  const rename = async (window: typeof page, to: string) => {
    await window.getByRole('link', { name: 'Bail', exact: true }).focus();
    await window.keyboard.press('F2');
    await expect(window.getByRole('textbox', { name: t('documents.titleOf', { title: 'Bail' }) })).toBeFocused();
    await window.keyboard.type(to);
    await window.keyboard.press('Enter');
  };
  await rename(other, 'Bail signé');
  await expect(other.getByRole('link', { name: 'Bail signé', exact: true })).toBeVisible();
  await page.bringToFront();
  await rename(page, 'Bail 2026');
  const dialog = page.getByRole('dialog', { name: t('documents.renameTitle') });
  await expect(dialog).toContainText(t('organising.conflictText', { name: 'Bail signé' }));
  await show('two-names');
  await dialog.getByRole('button', { name: t('organising.conflictReplace', { name: 'Bail 2026' }) }).click();
  await expect(page.getByRole('link', { name: 'Bail 2026', exact: true })).toBeVisible();
});

test('two windows move the same document: the second one is told, and chooses', async ({
  page,
  context,
  t,
  expectOutcome,
  show,
}) => {
  expectOutcome(conflict);
  await page.goto('/documents');
  const other = await context.newPage();
  await other.goto('/documents');
  const choose = async (window: typeof page, place: string) => {
    await window.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
    await window.getByRole('menuitem', { name: t('documents.move') }).click();
    await window.getByRole('dialog').getByText(place, { exact: true }).click();
    await window
      .getByRole('dialog')
      .getByRole('button', { name: t('organising.moveSubmit') })
      .click();
  };
  await choose(other, 'Santé');
  await expect(other.getByRole('row', { name: 'Bail' })).toContainText('Santé');
  // What is pointed at stays.
  await other.getByRole('button', { name: t('organising.undo') }).hover();
  await page.bringToFront();
  await choose(page, 'Maison');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('organising.movedElsewhere'));
  await show('moved-elsewhere');
  await dialog.getByRole('button', { name: t('organising.moveAnyway') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: 'Bail' })).toContainText('Logement');

  await other.bringToFront();
  await other.getByRole('button', { name: t('organising.undo') }).click();
  await expect(other.getByText(t('errors.ModifiedElsewhere'))).toBeVisible();
  await expect(other.getByRole('row', { name: 'Bail' })).toContainText('Logement');
});

test('two windows rename the same folder: the second one is told, and chooses', async ({
  page,
  context,
  t,
  expectOutcome,
}) => {
  expectOutcome(conflict);
  const open = async (window: typeof page) => {
    await window.goto('/documents');
    await window
      .getByRole('navigation', { name: t('documents.categories') })
      .getByRole('link', { name: 'Logement' })
      .click();
    await window
      .getByRole('navigation', { name: t('documents.folders') })
      .getByRole('link', { name: 'Maison' })
      .click();
    await expect(window.getByRole('heading', { level: 1, name: 'Maison' })).toBeVisible();
  };
  const rename = async (window: typeof page, to: string) => {
    await window.getByRole('button', { name: t('documents.organise') }).click();
    await window.getByRole('menuitem', { name: t('documents.renameFolder') }).click();
    await window.getByRole('textbox', { name: t('organising.name') }).fill(to);
    await window.keyboard.press('Enter');
  };
  const other = await context.newPage();
  await open(page);
  await open(other);
  await rename(other, 'Appartement');
  await expect(other.getByRole('heading', { level: 1, name: 'Appartement' })).toBeVisible();
  await page.bringToFront();
  await rename(page, 'Villa');
  const dialog = page.getByRole('dialog', { name: t('organising.renameFolderTitle') });
  await expect(dialog).toContainText(t('organising.conflictText', { name: 'Appartement' }));
  await dialog.getByRole('button', { name: t('organising.conflictKeep', { name: 'Appartement' }) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Appartement' })).toBeVisible();
});
