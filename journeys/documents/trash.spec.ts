import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';
import { goTo } from '../screens/navigation.ts';

test('what was deleted is restored where it was, elsewhere, or destroyed', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  const ids: string[] = [];
  for (const title of ['Bail', 'Contrat', 'Facture']) {
    const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
    ids.push(await addDocument(accounts, owner.token, file));
  }
  await page.goto('/trash');
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  await show('trash-empty');
  const deleted = await fetch(`${accounts.baseUrl}/backend/api/v1/documents/delete`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ documents: ids }),
  });
  expect(deleted.status).toBe(204);
  await page.reload();
  const rows = page.getByRole('list', { name: t('trash.caption') }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(t('trash.remaining', { days: 30 }));
  await show('trash');

  await rows
    .filter({ hasText: 'Bail' })
    .getByRole('button', { name: t('trash.restore'), exact: true })
    .click();
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: t('trash.actionsOf', { title: 'Contrat' }) }).click();
  await page.getByRole('menuitem', { name: t('trash.restoreElsewhere') }).click();
  const dialog = page.getByRole('dialog', { name: t('organising.restoreTitle') });
  await dialog.getByText('Logement', { exact: true }).click();
  await dialog.getByRole('button', { name: t('organising.restoreSubmit') }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(t('trash.restoredIn', { count: 1, place: 'Logement' }))).toBeVisible();

  await expect(page.getByText(t('trash.restoredIn', { count: 1, place: 'Logement' }))).toBeHidden();

  await page.getByRole('checkbox', { name: t('trash.selectAll') }).check({ force: true });
  await show('trash-selection');
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('trash.destroy') })
    .click();
  const question = page.getByRole('alertdialog');
  const submit = question.getByRole('button', { name: t('trash.destroy') });
  await expect(submit).toBeDisabled();
  await question.getByText(t('trash.acknowledge')).click();
  await show('destroying');
  await submit.click();
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();

  await goTo(page, t, 'documents');
  await expect(page.getByRole('row', { name: 'Bail' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Contrat' })).toContainText('Logement');
  await expect(page.getByRole('link', { name: 'Facture', exact: true })).toHaveCount(0);
});

test('a folder is deleted whole, and comes back whole', async ({ page, t, owner, accounts, show }) => {
  await page.goto('/documents');
  const menu = page.getByRole('button', { name: t('documents.organise') });
  await page
    .getByRole('navigation', { name: t('documents.categories') })
    .getByRole('link', { name: /Logement/ })
    .click();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: t('documents.newFolder') })).toBeVisible();
  await show('organising-a-category');
  await page.getByRole('menuitem', { name: t('documents.newFolder') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Rue du Mail');
  await show('naming-a-folder');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Rue du Mail/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rue du Mail' })).toBeVisible();
  const folderId = /documents\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';

  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const id = await addDocument(accounts, owner.token, file);
  await fetch(`${accounts.baseUrl}/backend/api/v1/documents/move`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ documents: [id], to: { folderId } }),
  });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await show('folder');

  await menu.click();
  await page.getByRole('menuitem', { name: t('documents.deleteFolder') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await expect(page).toHaveURL(/category=/);
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toHaveCount(0);

  await goTo(page, t, 'trash');
  const row = page.getByRole('listitem').filter({ hasText: 'Rue du Mail' });
  await expect(row).toContainText(t('trash.holds', { count: 1 }));
  await row.getByRole('button', { name: t('trash.restore'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  await page.goto(`/documents/${folderId}`);
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
});

test('a category is made, renamed and deleted; one that holds documents says why it stays', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  expectOutcome({ address: '/categories', outcome: 409 });
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  await page.goto('/documents');
  const menu = page.getByRole('button', { name: t('documents.organise') });
  const shelves = page.getByRole('navigation', { name: t('documents.categories') });
  await menu.click();
  await page.getByRole('menuitem', { name: t('documents.newCategory') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Santé');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(t('errors.CategoryAlreadyExists'))).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox').fill('Voyages');
  await page.keyboard.press('Enter');
  await shelves.getByRole('link', { name: /Voyages/ }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: t('documents.renameCategory') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Vacances');
  await page.keyboard.press('Enter');
  await expect(shelves.getByRole('link', { name: /Vacances/ })).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: t('documents.deleteCategory') }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(t('organising.deleteCategoryAcknowledge')).click();
  await show('deleting-a-category');
  await question.getByRole('button', { name: t('organising.deleteCategorySubmit') }).click();
  await expect(shelves.getByRole('link', { name: /Vacances/ })).toHaveCount(0);
  await expect(page).not.toHaveURL(/category=/);

  await shelves.getByRole('link', { name: /Autres/ }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: t('documents.deleteCategory') }).click();
  await expect(question).toContainText(t('organising.categoryFull', { name: 'Autres', count: 1 }));
  await question.getByRole('button', { name: t('organising.understood') }).click();
  await expect(shelves.getByRole('link', { name: /Autres/ })).toBeVisible();
});

test('a large destruction shows how far it is, and ends on the open page', async ({ page, t, owner: _owner, show }) => {
  let left = 6_500;
  await page.route('**/api/v1/trash?*', async (route) => {
    const response = await route.fetch();
    const destroying = left > 0 ? { total: 11_000, left } : null;
    await route.fulfill({ response, json: { ...(await response.json()), destroying } });
  });
  await page.goto('/trash');
  const progress = page.getByRole('progressbar', { name: t('trash.destroying') });
  await expect(progress).toHaveAttribute('aria-valuetext', t('trash.destroyedOf', { count: 4_500, total: 11_000 }));
  await show('destroying-many');
  left = 0;
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
});
