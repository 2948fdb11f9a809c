import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';

const title = 'Attestation de formation continue et de présence '.repeat(4).trim();

test('a long title takes two lines of the list and three of the grid, and can be read whole', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  await addDocument(accounts, owner.token, {
    name: `${title}.pdf`,
    mimeType: 'application/pdf',
    buffer: makePdf('Attestation'),
  });
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  await page.goto('/documents');
  const link = page.getByRole('link', { name: title, exact: true });
  const lines = () =>
    link.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    );
  await expect(link).toBeVisible();
  expect(await lines()).toBe(2);
  await expect(link).toHaveAttribute('title', title);
  await show('long-title');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(lines).toBe(2);
  await show('long-title-narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: t('documents.viewGrid') }) })
    .click();
  await expect(link).toBeVisible();
  expect(await lines()).toBe(3);
  await show('long-title-grid');
  await link.click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
});
