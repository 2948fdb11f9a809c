import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmAdding } from '../screens/adding.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../checks/keyboard.ts';
import { addDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

const titles = ['Assurance', 'Bail', 'Contrat', 'Facture'];
const titlesOf = (page: Page) => page.locator('[data-document-link]');

test.beforeEach(async ({ page, owner, accounts }) => {
  for (const title of titles) {
    const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
    await addDocument(accounts, owner.token, file);
  }
  await page.goto('/documents?sort=title');
  await expect(titlesOf(page)).toHaveText(titles);
});

test('a document goes to the trash from its menu, and comes back', async ({ page, t, show }) => {
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  const dialog = page.getByRole('alertdialog', { name: t('organising.deleteTitle', { count: 1 }) });
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await show('deleting');
  await dialog.getByRole('button', { name: t('organising.deleteSubmit') }).click();
  await expect(titlesOf(page)).toHaveText(['Assurance', 'Contrat', 'Facture']);
  await expect(page.getByRole('link', { name: 'Contrat', exact: true })).toBeFocused();
  await expect(page.getByText(t('documents.shown', { shown: 3, total: 3 }))).toBeVisible();
  await expect(page.getByText(t('organising.deleted', { count: 1 }))).toBeVisible();
  await show('deleted');
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(titlesOf(page)).toHaveText(titles);
  await page.reload();
  await expect(titlesOf(page)).toHaveText(titles);
});

test('from the viewer, a deletion goes on to the next document', async ({ page, t, press }) => {
  const viewer = new Viewer({ page, t, press });
  await page.getByRole('link', { name: 'Bail', exact: true }).click();
  await viewer.expectPdf('Bail');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('documents.delete') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await viewer.expectPdf('Contrat');
  await viewer.close();
  await expect(titlesOf(page)).toHaveText(['Assurance', 'Contrat', 'Facture']);
});

test('a payslip asks to be acknowledged', async ({ page, t, owner, employer, show }) => {
  const payslip = { title: 'Bulletin de mars', period: '2026-03', file: makePdf('Bulletin de mars') };
  await employer.deposit({ employeeNumber: owner.employeeNumber, ...payslip });
  await page.reload();
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bulletin de mars' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  const submit = page.getByRole('alertdialog').getByRole('button', { name: t('organising.deleteSubmit') });
  await expect(submit).toBeDisabled();
  await show('deleting-a-payslip');
  await page.getByText(t('organising.acknowledgeOriginals')).click();
  await submit.click();
  await expect(titlesOf(page)).toHaveText(titles);
});

test('several are chosen, downloaded as a ZIP and deleted together', async ({ page, t, show }) => {
  const box = (title: string) => page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) });
  await box('Assurance').check();
  await box('Contrat').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await expect(bar).toContainText(t('organising.selected', { count: 3 }));
  await expect(page.getByRole('status').filter({ hasText: t('documents.selected', { count: 3 }) })).toHaveCount(1);
  await show('selection');

  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: t('organising.download') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Perenne .*\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');

  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: t('documents.selectAll') }).check();
  await expect(bar).toContainText(t('organising.selected', { count: 4 }));
  await box('Bail').uncheck();
  await bar.getByRole('button', { name: t('organising.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await expect(titlesOf(page)).toHaveText(['Bail']);
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(titlesOf(page)).toHaveText(titles);
});

test('rows are chosen with a keyboard alone', async ({ page, t }) => {
  const box = (title: string) => page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) });
  await tabTo(page, box('Assurance'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(box('Contrat')).toBeFocused();
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await expect(bar).toContainText(t('organising.selected', { count: 3 }));
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(box('Assurance')).not.toBeChecked();
});

test('documents are moved to a category, and back', async ({ page, t, show }) => {
  for (const title of ['Bail', 'Facture']) {
    await page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) }).check();
  }
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('organising.move') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('organising.moveTitle', { count: 2 }) });
  await dialog.getByRole('button', { name: t('organising.moveSubmit') }).click();
  await expect(dialog.getByText(t('organising.choosePlace'))).toBeVisible();
  await dialog.getByText('Logement', { exact: true }).click();
  await show('moving');
  await dialog.getByRole('button', { name: t('organising.moveSubmit') }).click();
  await expect(dialog).toBeHidden();
  const row = (title: string) => page.getByRole('row', { name: title });
  await expect(row('Bail')).toContainText('Logement');
  await expect(row('Facture')).toContainText('Logement');
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(row('Bail')).not.toContainText('Logement');
});

test('a file that the safe holds already is told before it is added', async ({ page, t, show }) => {
  const file = { name: 'Copie.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const add = async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: t('documents.add'), exact: true })
      .click();
    const choosing = page.waitForEvent('filechooser');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('upload.browse') })
      .click();
    await (await choosing).setFiles(file);
    await confirmAdding(page, t, 1);
  };
  const panel = page.getByRole('region', { name: t('upload.panel') });
  await add();
  await expect(panel.getByText(t('duplicates.here', { name: 'Bail' }))).toBeVisible();
  await show('duplicate');
  await panel.getByRole('button', { name: t('duplicates.leave') }).click();
  await expect(panel).toBeHidden();
  await add();
  await panel.getByRole('button', { name: t('duplicates.keepBoth') }).click();
  await expect(titlesOf(page)).toHaveText(['Assurance', 'Bail', 'Contrat', 'Copie', 'Facture']);

  for (const title of ['Bail', 'Copie']) {
    await page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) }).check();
  }
  await page.keyboard.press('Delete');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await expect(titlesOf(page)).toHaveText(['Assurance', 'Contrat', 'Facture']);
  await add();
  await panel.getByRole('button', { name: t('duplicates.restore') }).click();
  await expect(titlesOf(page)).toHaveCount(4);
});
