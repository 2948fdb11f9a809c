import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmAdding } from './adding.ts';
import { expect, test } from './fixtures.ts';
import { listFolderPaths } from './folders.ts';
import type { Words } from './words.ts';

/** A folder of the disk, with what it holds. */
async function makeDiskFolder(name: string, paths: readonly string[]): Promise<string> {
  const folder = test.info().outputPath(name);
  for (const path of paths) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `Contenu de ${path}`);
  }
  return folder;
}

async function chooseFolder(page: Page, t: Words, folder: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('documents.add'), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: t('upload.browseFolder') }).click();
  await (await choosing).setFiles(folder);
}

test.beforeEach(async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
});

test('a folder is added with its subfolders, and added again without doubling them', async ({
  page,
  t,
  accounts,
  owner,
  show,
}) => {
  const paths = ['bail.txt', 'Travaux/devis.txt', 'Travaux/2025/facture.txt', '.DS_Store', 'Photos/plan.txt'];
  await chooseFolder(page, t, await makeDiskFolder('Maison', paths));
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog).toContainText(t('upload.folders', { count: 4 }));
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await expect(dialog.getByRole('combobox', { name: t('upload.typeOf', { name: 'facture.txt' }) })).toHaveValue(
    'FACTA',
  );
  await dialog.getByRole('button', { name: t('upload.place') }).click();
  await page.getByRole('option', { name: 'Logement' }).click();
  await show('folder-chosen');
  await confirmAdding(page, t, 4);
  const panel = page.getByRole('region', { name: t('upload.panel') });
  await expect(panel.getByText(t('upload.done', { count: 4 }), { exact: true })).toBeVisible();
  const folders = ['Maison', 'Maison/Photos', 'Maison/Travaux', 'Maison/Travaux/2025'];
  expect(await listFolderPaths(accounts, owner.token)).toEqual(folders);

  await page
    .getByRole('navigation', { name: t('documents.categories') })
    .getByRole('link', { name: 'Logement' })
    .click();
  await chooseFolder(page, t, await makeDiskFolder('Maison', ['Travaux/peinture.txt']));
  await confirmAdding(page, t, 5);
  await expect(panel).toContainText(t('duplicates.held', { count: 4 }));
  expect(await listFolderPaths(accounts, owner.token)).toEqual(folders);
});

test('what lies deeper than ten folders is told before it is added', async ({ page, t, accounts, owner, show }) => {
  const deep = Array.from({ length: 11 }, (_, index) => `n${index + 2}`).join('/');
  await chooseFolder(page, t, await makeDiskFolder('n1', [`${deep}/profond.txt`, 'haut.txt']));
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog).toContainText(t('upload.tooDeep', { count: 1 }));
  await show('folder-too-deep');
  await confirmAdding(page, t, 2);
  await expect(
    page.getByRole('region', { name: t('upload.panel') }).getByText(t('upload.done', { count: 2 }), { exact: true }),
  ).toBeVisible();
  const deepest = (await listFolderPaths(accounts, owner.token)).map((path) => path.split('/').length);
  expect(Math.max(...deepest)).toBe(10);
});

test('each file is guessed from its name, and that can be changed', async ({ page, t }) => {
  const names = ['CNI Léa.txt', 'Facture EDF.txt', 'Fiche de paie.txt', 'Quittance.txt', 'Note.txt'];
  const folder = await makeDiskFolder('Papiers', names);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('documents.add'), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: t('upload.browse') }).click();
  await (await choosing).setFiles(names.map((name) => join(folder, name)));
  const typeOf = (name: string) => dialog.getByRole('combobox', { name: t('upload.typeOf', { name }) });
  await expect(typeOf('CNI Léa.txt')).toHaveValue('CIDT');
  await expect(typeOf('Facture EDF.txt')).toHaveValue('FACTA');
  await typeOf('Note.txt').selectOption('CONT');
  await confirmAdding(page, t, 5);
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('CNI Léa')).toContainText('Identité');
  await expect(row('Facture EDF')).toContainText('Factures');
  await expect(row('Fiche de paie')).toContainText('Bulletins de paie');
  await expect(row('Quittance')).toContainText('Logement');
  await expect(row('Note')).toContainText('Contrats et emploi');
});
