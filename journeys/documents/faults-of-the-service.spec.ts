import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';

const lease = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

test('a fault of the service says what was not done', async ({ page, t, owner, accounts, expectOutcome }) => {
  await addDocument(accounts, owner.token, lease);
  await page.goto('/documents');
  expectOutcome({ address: '/api/v1/documents/', outcome: 500 });
  expectOutcome({ address: '/api/v1/categories', outcome: 500 });
  const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
  await page.route(/api\/v1\/(documents\/|categories$)/, (route) =>
    ['PATCH', 'POST'].includes(route.request().method())
      ? route.fulfill({ status: 500, json: body })
      : route.fallback(),
  );
  await page.getByRole('button', { name: t('documents.organise') }).click();
  await page.getByRole('menuitem', { name: t('documents.newCategory') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('organising.name') }).fill('Maison');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('safeFailures.createCategory'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.rename') }).click();
  await page.getByRole('textbox', { name: t('documents.titleOf', { title: 'Bail' }) }).fill('Bail signé');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('errorsIn.renaming.InternalServerError'))).toBeVisible();
});
