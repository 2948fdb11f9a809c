import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmAdding } from '../screens/adding.ts';
import { expect, test } from '../fixtures.ts';
import { listFolderPaths } from '../screens/folders.ts';
import { addDocuments } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';

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

type Gesture = 'dragEnter' | 'dragOver' | 'drop';

/** A hand that holds files and folders of the disk over the page, as the system hands them over. */
async function holdFromDisk(page: Page, files: string[]): Promise<(gesture: Gesture) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  return (type) => session.send('Input.dispatchDragEvent', { type, x: 640, y: 600, data });
}

async function dropFromDisk(page: Page, files: string[]): Promise<void> {
  const hand = await holdFromDisk(page, files);
  for (const gesture of ['dragEnter', 'dragOver', 'drop'] as const) await hand(gesture);
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

test('a folder is dropped with those in it that hold nothing, and one that holds nothing at all', async ({
  page,
  t,
  accounts,
  owner,
  show,
}) => {
  const folder = await makeDiskFolder('Maison', ['bail.txt', 'Vide/.DS_Store']);
  await mkdir(join(folder, 'Projets', '2027'), { recursive: true });
  await dropFromDisk(page, [folder]);
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog).toContainText(t('upload.folders', { count: 4 }));
  await confirmAdding(page, t, 1);
  const panel = page.getByRole('region', { name: t('upload.panel') });
  await expect(panel.getByText(t('upload.done', { count: 1 }), { exact: true })).toBeVisible();
  const made = ['Maison', 'Maison/Projets', 'Maison/Projets/2027', 'Maison/Vide'];
  expect(await listFolderPaths(accounts, owner.token)).toEqual(made);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'bail', exact: true })).toBeVisible();

  const empty = test.info().outputPath('Plus tard');
  await mkdir(empty, { recursive: true });
  await dropFromDisk(page, [empty]);
  await show('empty-folder-dropped');
  await dialog.getByRole('button', { name: t('upload.submitFolders', { count: 1 }) }).click();
  await expect(dialog).toBeHidden();
  expect(await listFolderPaths(accounts, owner.token)).toEqual([...made, 'Plus tard'].toSorted());
});

test('files held over what goes from the page meanwhile can still be dropped, or taken away', async ({
  page,
  t,
  accounts,
  owner,
}) => {
  const texts = ['Facture', 'Quittance', 'Relevé'].map((title) => `${title}.txt`);
  const papers = texts.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
  await addDocuments(accounts, owner.token, papers);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(5);
  const hand = await holdFromDisk(page, [join(await makeDiskFolder('Maison', ['bail.txt']), 'bail.txt')]);
  const hint = page.getByText(t('documents.drop'));
  await hand('dragEnter');
  await expect(hint).toBeVisible();
  // The row under the hand goes with its list.
  await page.getByRole('radio', { name: t('documents.viewGrid') }).dispatchEvent('click');
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(async () => {
    await hand('dragOver');
    // It leaves what it was over last: another element, where the grid came in between.
    await page.evaluate(() =>
      document.elementFromPoint(640, 600)?.dispatchEvent(new DragEvent('dragleave', { bubbles: true })),
    );
    await expect(hint).toBeHidden({ timeout: 500 });
  }).toPass();
  await hand('dragOver');
  await hand('drop');
  await confirmAdding(page, t, 1);
  await expect(page.getByRole('link', { name: 'bail', exact: true })).toBeVisible();
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
