import { expect, test } from '../fixtures.ts';
import { makeFolder } from '../screens/folders.ts';
import { tabTo } from '../checks/keyboard.ts';

const longName = 'Copropriété du 12 rue du Mail, assemblées générales';

test('a folder is renamed, moved and deleted from its tile, with a keyboard', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  for (const name of ['Assurance', longName]) await makeFolder(accounts, owner.token, { name, category: 'Logement' });
  await page.goto('/documents');
  await page
    .getByRole('navigation', { name: t('documents.categories') })
    .getByRole('link', { name: /Logement/ })
    .click();
  const folders = page.getByRole('navigation', { name: t('documents.folders') });
  const tile = (name: string) => folders.getByRole('link', { name });
  await expect(tile(longName)).toBeVisible();
  const isWhole = await folders
    .getByText(longName, { exact: true })
    .evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(isWhole).toBe(true);
  await show('folder-tiles');

  const menuOf = (title: string) => folders.getByRole('button', { name: t('documents.actionsOf', { title }) });
  await tile('Assurance').focus();
  await tabTo(page, menuOf('Assurance'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await show('folder-tile-menu');
  await page.getByRole('menuitem', { name: t('documents.renameFolder') }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('Assurances');
  await page.keyboard.press('Enter');
  await expect(tile('Assurances')).toBeVisible();
  // While the dialog closes, no key would reach what is behind it.
  await expect(menuOf('Assurances')).toBeFocused();

  await menuOf(longName).press('Enter');
  await page.getByRole('menuitem', { name: t('documents.moveFolder') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Factures', { exact: true }).click();
  await dialog.getByRole('button', { name: t('organising.moveSubmit') }).press('Enter');
  await expect(tile(longName)).toBeHidden();
  await expect(tile('Assurances')).toBeFocused();

  await menuOf('Assurances').press('Enter');
  await page.getByRole('menuitem', { name: t('documents.deleteFolder') }).press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .press('Enter');
  await expect(folders).toBeHidden();
  await expect(page).toHaveURL(/category=/);
  await expect(page.locator('[data-page-heading]')).toBeFocused();
});
