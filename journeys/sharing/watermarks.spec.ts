import { makePages, makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument, changeDocument } from '../people/safe.ts';

const pdf = (title: string, buffer = makePdf(title)) => ({
  name: `${title}.pdf`,
  mimeType: 'application/pdf',
  buffer,
});

test('a watermark that a paper is too long for is refused at its box, in the step of the box', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const title = 'Passeport et visas';
  const pages = makePages(Array.from({ length: 61 }, (_, index) => `Page ${index + 1}`));
  const id = await addDocument(accounts, owner.token, pdf(title, pages));
  await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
  await addDocument(accounts, owner.token, pdf('Bail'));
  const pressButton = (name: string) => press(page.getByRole('button', { name, exact: true }));
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/shares/new');
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await pressButton(t('newShare.next'));
  for (const chosen of [title, 'Bail']) {
    const box = page.getByRole('checkbox', { name: t('newShare.choose', { title: chosen }) });
    await press(page.getByRole('listitem').filter({ has: box }));
  }
  await pressButton(t('newShare.next'));
  await pressButton(t('newShare.next'));
  await press(page.getByText(t('newShare.byLink'), { exact: true }));
  expectOutcome({ address: '/sharings', outcome: 400 });
  await pressButton(t('newShare.submitLink'));

  const watermark = page.getByRole('checkbox', { name: t('newShare.watermark') });
  const words = t('limits.markedPapers', { title, max: 60 });
  await expect(heading(t('newShare.summaryTitle'))).toBeVisible();
  await expect(watermark).toBeFocused();
  await expect(watermark).toHaveAccessibleDescription(words);
  await expect(page.getByText(words)).toBeVisible();
  await show('refused', 'page');
  await pressButton(t('newShare.next'));
  await expect(heading(t('newShare.summaryTitle')), 'nothing has changed that could be accepted').toBeVisible();
  await expect(watermark).toBeFocused();

  await watermark.press('Space');
  await expect(page.getByText(words)).toHaveCount(0);
  await pressButton(t('newShare.next'));
  await pressButton(t('newShare.submitLink'));
  await expect(heading('Dossier de location')).toBeVisible();
});
