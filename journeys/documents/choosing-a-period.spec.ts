import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';

test('ten years are one press away, and earlier ones two dates', async ({ page, t, owner, accounts }) => {
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  await page.goto('/documents');
  await page.getByRole('button', { name: t('documents.period'), exact: true }).click();
  const thisYear = new Date().getFullYear();
  const tenth = String(thisYear - 9);
  await expect(page.getByRole('menuitemradio', { name: t('documents.chooseDates') })).toBeVisible();
  await page.getByRole('menuitemradio', { name: tenth }).click();
  await expect(page).toHaveURL(new RegExp(`from=${tenth}-01-01&to=${tenth}-12-31`));
  await expect(page.getByText(t('documents.noMatch'))).toBeVisible();
});
