import type { Locator } from '@playwright/test';
import { confirmAdding } from '../screens/adding.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument, addDocuments, changeDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

const pdf = (title: string) => ({ name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) });

test('in the trash, the focus goes to the row that follows', async ({ page, t, owner, accounts }) => {
  const ids: string[] = [];
  for (const title of ['Bail', 'Contrat', 'Facture']) ids.push(await addDocument(accounts, owner.token, pdf(title)));
  await new OwnerCalls(accounts, owner.token).call('POST', 'documents/delete', { documents: ids });
  await page.goto('/trash');
  const rows = page.getByRole('list', { name: t('trash.caption') }).getByRole('listitem');
  const titles = rows.getByRole('link');
  await expect(titles).toHaveCount(3);
  const second = (await titles.nth(1).textContent()) ?? '';
  const third = (await titles.nth(2).textContent()) ?? '';
  await rows
    .first()
    .getByRole('button', { name: t('trash.restore'), exact: true })
    .press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: second, exact: true })).toBeFocused();
  await page.getByRole('button', { name: t('trash.actionsOf', { title: second }) }).press('Enter');
  await page.getByRole('menuitem', { name: t('trash.destroy') }).press('Enter');
  await page.getByRole('alertdialog').getByText(t('trash.acknowledge')).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('trash.destroy') })
    .press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('link', { name: third, exact: true })).toBeFocused();
});

test('what is undone, refused or restored leaves the focus in the page', async ({
  page,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  await addDocuments(accounts, owner.token, ['Assurance', 'Bail', 'Contrat'].map(pdf));
  const calls = new OwnerCalls(accounts, owner.token);
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  await page.goto('/documents?sort=title');

  await test.step('a deletion is undone', async () => {
    await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).press('Enter');
    await page.getByRole('menuitem', { name: t('documents.delete') }).press('Enter');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('organising.deleteSubmit') })
      .press('Enter');
    await expect(link('Contrat')).toBeFocused();
    await page.getByRole('button', { name: t('organising.undo') }).press('Enter');
    await expect(link('Bail')).toBeFocused();
  });

  const { items } = (await calls.call('GET', 'documents?sort=title')) as { items: { id: string }[] };
  await test.step('a title is changed of what has gone', async () => {
    await link('Bail').press('F2');
    const field = page.getByRole('textbox', { name: t('documents.titleOf', { title: 'Bail' }) });
    await expect(field).toBeFocused();
    await calls.call('POST', 'documents/delete', { documents: [items[1]?.id] });
    expectOutcome({ address: `/documents/${items[1]?.id}`, outcome: 404 });
    await field.fill('Bail signé');
    await field.press('Enter');
    await expect(link('Bail')).toBeHidden();
    await expect(link('Contrat')).toBeFocused();
  });

  await test.step('the same file is taken out of the trash instead of being added', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: t('documents.add'), exact: true })
      .click();
    const choosing = page.waitForEvent('filechooser');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('upload.browse') })
      .click();
    await (await choosing).setFiles(pdf('Bail'));
    await confirmAdding(page, t, 1);
    const panel = page.getByRole('region', { name: t('upload.panel') });
    await panel.getByRole('button', { name: t('duplicates.restore') }).press('Enter');
    await expect(panel).toBeHidden();
    // Its title was being changed when it went.
    await expect(link('Bail')).toBeVisible();
    await expect(page.locator('[data-page-heading]')).toBeFocused();
  });
});

/** As a screen reader presses: the focus stays where it was. */
const pressElsewhere = (button: Locator) => button.evaluate((element: HTMLElement) => element.click());

for (const isElsewhere of [false, true])
  test(`a date that is said leaves the focus where it can be changed${isElsewhere ? ', wherever it was before' : ''}`, async ({
    page,
    t,
    press,
    owner,
    accounts,
  }) => {
    const id = await addDocument(accounts, owner.token, pdf('Passeport'));
    await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
    await page.goto(`/documents?document=${id}`);
    const panel = await new Viewer({ page, t, press }).openDetails();
    await expect(panel).toBeFocused();
    const give = panel.getByRole('button', { name: t('papers.giveDate') });
    await (isElsewhere ? pressElsewhere(give) : give.press('Enter'));
    const dialog = page.getByRole('dialog', { name: t('papers.dialogTitle') });
    await dialog.getByRole('spinbutton').first().focus();
    await page.keyboard.type('01012090');
    await dialog.getByRole('button', { name: t('papers.keepDate') }).press('Enter');
    await expect(panel.getByRole('button', { name: t('papers.changeDate') })).toBeFocused();
  });

test('the arrows go from title to title, Home and End to the ends', async ({ page, t, owner, accounts }) => {
  const titles = Array.from({ length: 40 }, (_, at) => `Relevé ${String(at + 1).padStart(2, '0')}`);
  await addDocuments(accounts, owner.token, titles.map(pdf));
  const link = (at: number) => page.getByRole('link', { name: titles.at(at) ?? '', exact: true });
  await page.goto('/documents?sort=title');
  await link(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(link(0)).toBeFocused();
  for (let at = 1; at <= 20; at++) {
    await page.keyboard.press('ArrowDown');
    await expect(link(at)).toBeFocused();
  }
  await expect(link(20)).toBeInViewport();
  await page.keyboard.press('End');
  await expect(link(-1)).toBeFocused();
  await expect(link(-1)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(link(0)).toBeFocused();
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: t('documents.viewGrid') }) })
    .click();
  await link(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(link(1)).toBeFocused();
});
