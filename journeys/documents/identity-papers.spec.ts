import type { Locator, Page } from '@playwright/test';
import { makePdf, makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { acceptReading, addDocument, changeDocument, expiryOf, isRead } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import { longestReadingMs } from '../checks/pace.ts';

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: makePng() });

/** So many days after today, which it is in France first. */
function inDays(days: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date());
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Types a `YYYY-MM-DD` as it is written in both languages of the pages. */
async function typeDate(page: Page, dialog: Locator, day: string): Promise<void> {
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type(day.split('-').toReversed().join(''));
}

test('an owner says until when a passport is good, is reminded at home, and takes the date away', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const id = await addDocument(accounts, owner.token, photo('Passeport.png'));
  await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
  await page.goto(`/documents?document=${id}`);
  await viewer.expectImage('Passeport');
  await expect(viewer.dialog('Passeport')).toContainText(t('papers.askDate'));
  await viewer.button(t('papers.giveDate')).first().click();
  const panel = page.getByRole('complementary', { name: t('details.title') });
  await panel.getByRole('button', { name: t('papers.giveDate') }).click();
  const dialog = page.getByRole('dialog', { name: t('papers.dialogTitle') });
  await dialog.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(dialog.getByText(t('forms.required', { field: t('papers.dateLabel') }), { exact: true })).toBeVisible();
  await show('expiry-missing');
  await typeDate(page, dialog, inDays(40));
  await dialog.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('papers.dateKept'))).toBeVisible();
  await expect(panel).toContainText(t('papers.reminders'));
  await show('expiry-kept');

  await page.goto('/home');
  const reminders = page
    .getByRole('main')
    .locator('section', { hasText: t('papers.remindersTitle') })
    .last();
  await expect(reminders).toContainText(t('papers.inDays', { days: 40 }));
  await show('home-reminder');
  await reminders.getByRole('link', { name: 'Passeport' }).click();
  await viewer.openDetails();
  await panel.getByRole('button', { name: t('papers.removeDate') }).click();
  await expect(panel).toContainText(t('papers.noDate'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: t('home.last') })).toBeVisible();
  await expect(page.getByText('Passeport')).toBeVisible();
  await expect(page.getByText(t('papers.remindersTitle'))).toHaveCount(0);
});

/** Days as the pages write them. */
const written = {
  fr: { extended: '31 décembre 2028', ended: '31 décembre 2023', corrected: '1er janvier 2020' },
  en: { extended: '31 December 2028', ended: '31 December 2023', corrected: '1 January 2020' },
} as const;

test('a French identity card that was extended is told so, and one that is over too', async ({
  page,
  language,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const days = written[language];
  const card = await addDocument(accounts, owner.token, photo('Carte.png'));
  await changeDocument(accounts, owner.token, { id: card, type: 'CIDT', expiresOn: '2023-12-31' });
  const licence = await addDocument(accounts, owner.token, photo('Permis.png'));
  await changeDocument(accounts, owner.token, { id: licence, type: 'PECO', expiresOn: inDays(-3) });
  await page.goto('/home');
  await expect(page.getByText(t('papers.remindersTitle'))).toBeVisible();
  const extended = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Carte' }) });
  await expect(extended.first()).toContainText(days.extended);
  await expect(extended.first()).toContainText(t('papers.toCheck'));
  await expect(page.getByText(t('papers.over'), { exact: true })).toHaveCount(1);
  await show('home-reminders');
  await page.goto(`/documents?document=${card}`);
  await viewer.expectImage('Carte');
  const panel = await viewer.openDetails();
  await expect(panel).toContainText(t('papers.extended', { date: days.extended }));
  await show('expiry-extended');
  await expect(panel).toContainText(t('papers.expiredOn', { date: days.ended }));
  // The end of a paper is not the end of its copy.
  await expect(panel).toContainText(t('papers.remindersOver'));
  await expect(panel).not.toContainText(t('papers.reminders'));

  await panel.getByRole('button', { name: t('papers.changeDate') }).click();
  await typeDate(page, page.getByRole('dialog', { name: t('papers.dialogTitle') }), '2020-01-01');
  await page.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(page.getByText(t('papers.dateKeptOver'))).toBeVisible();
  await expect(panel).toContainText(t('papers.expiredOn', { date: days.corrected }));
  await show('expiry-over');
});

test('a date that was read in a paper is confirmed by its owner, or corrected', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  await acceptReading(accounts, owner.token);
  const viewer = new Viewer({ page, t, press });
  const paper = (name: string) => ({
    ...{ name, mimeType: 'application/pdf' },
    buffer: makePdf(`Valable jusqu'au ${inDays(400).split('-').toReversed().join('/')}`),
  });
  const passport = await addDocument(accounts, owner.token, paper('Passeport.pdf'));
  const card = await addDocument(accounts, owner.token, paper('Carte.pdf'));
  await changeDocument(accounts, owner.token, { id: passport, type: 'PSPR' });
  await changeDocument(accounts, owner.token, { id: card, type: 'CIDT' });
  const notice = page.getByRole('button', { name: t('papers.checkDate'), exact: true });
  test.slow();
  for (const id of [passport, card])
    await expect.poll(() => isRead(accounts, owner.token, id), { timeout: longestReadingMs }).toBe(true);
  await page.goto(`/documents?document=${passport}`);
  await show('expiry-read-notice');
  await notice.click();
  const panel = page.getByRole('complementary', { name: t('details.title') });
  await expect(panel).toContainText(t('papers.readHint'));
  await show('expiry-read');
  // Nothing is kept by itself.
  expect(await expiryOf(accounts, owner.token, passport)).toBeUndefined();
  await panel.getByRole('button', { name: t('papers.confirmDate') }).click();
  await expect(panel).toContainText(t('papers.reminders'));
  await expect(notice).toHaveCount(0);
  expect(await expiryOf(accounts, owner.token, passport)).toBe(inDays(400));

  await page.goto(`/documents?document=${card}`);
  await expect(notice).toBeVisible();
  await viewer.openDetails();
  await panel.getByRole('button', { name: t('papers.correctDate') }).click();
  const dialog = page.getByRole('dialog', { name: t('papers.dialogTitle') });
  await show('expiry-corrected');
  await typeDate(page, dialog, inDays(401));
  await dialog.getByRole('button', { name: t('papers.keepDate') }).click();
  await expect(dialog).toBeHidden();
  expect(await expiryOf(accounts, owner.token, card)).toBe(inDays(401));
});

test('an owner says what a document is, and a paper is asked its end', async ({ page, t, press, owner, accounts }) => {
  const id = await addDocument(accounts, owner.token, photo('Scan.png'));
  const viewer = new Viewer({ page, t, press });
  await page.goto(`/documents?document=${id}`);
  const panel = await viewer.openDetails();
  await expect(panel.getByRole('button', { name: t('papers.giveDate') })).toHaveCount(0);
  await panel.getByRole('button', { name: t('details.changeType') }).click();
  const dialog = page.getByRole('dialog', { name: t('details.typeTitle') });
  await dialog.getByRole('button', { name: t('details.type') }).click();
  await page.getByRole('option', { name: t('documents.types.PSPR'), exact: true }).click();
  const [choice, save] = ['type', 'saveType'] as const;
  const boxes = [choice, save].map((word) => dialog.getByRole('button', { name: t(`details.${word}`) }).boundingBox());
  const [above, below] = await Promise.all(boxes);
  const apart = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  expect(apart, 'no room is kept for a message that cannot come').toBeLessThan(30);
  await dialog.getByRole('button', { name: t('details.saveType') }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole('button', { name: t('papers.giveDate') })).toBeVisible();
  await expect(panel).toContainText(t('documents.types.PSPR'));
});
