import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { makeFolder } from '../screens/folders.ts';
import { addDocument, changeDocument, expiryOf } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

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
  // A notification under the pointer stays.
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

test('two windows say what a document is, and until when it is good: the second one is told', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  expectOutcome(conflict);
  const scan = { name: 'Scan.pdf', mimeType: 'application/pdf', buffer: makePdf('Scan') };
  const id = await addDocument(accounts, owner.token, scan);
  await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
  await page.goto(`/documents?document=${id}`);
  const panel = await new Viewer({ page, t, press }).openDetails();
  await expect(panel.getByRole('button', { name: t('papers.giveDate') })).toBeVisible();

  await changeDocument(accounts, owner.token, { id, expiresOn: '2031-05-04' });
  await panel.getByRole('button', { name: t('papers.giveDate') }).click();
  const expiry = page.getByRole('dialog', { name: t('papers.dialogTitle') });
  await expiry.getByRole('spinbutton').first().focus();
  await page.keyboard.type('05052031');
  await expiry.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(page.getByText(t('errors.ModifiedElsewhere'))).toBeVisible();
  await expect(panel.getByRole('button', { name: t('papers.changeDate'), includeHidden: true })).toBeVisible();
  expect(await expiryOf(accounts, owner.token, id)).toBe('2031-05-04');
  // The page knows the other window's value now: to say it again is meant.
  await expiry.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(expiry).toBeHidden();
  expect(await expiryOf(accounts, owner.token, id)).toBe('2031-05-05');

  await changeDocument(accounts, owner.token, { id, type: 'CIDT' });
  await panel.getByRole('button', { name: t('details.changeType') }).click();
  const type = page.getByRole('dialog', { name: t('details.typeTitle') });
  await type.getByRole('button', { name: t('details.type') }).click();
  await page.getByRole('option', { name: t('documents.types.PECO'), exact: true }).click();
  await type.getByRole('button', { name: t('details.saveType') }).click();
  await expect(type.getByText(t('errors.ModifiedElsewhere'))).toBeVisible();
  await show('two-types');
  await type.getByRole('button', { name: t('ui.cancel') }).click();
  await expect(panel).toContainText(t('documents.types.CIDT'));
});
