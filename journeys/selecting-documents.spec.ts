import { makePdf } from './files.ts';
import { expect, test } from './fixtures.ts';
import { OwnerCalls } from './owner-calls.ts';
import { addDocuments } from './safe.ts';

const count = 135;
const many = Array.from({ length: count }, (_, at) => {
  const title = `Relevé ${String(at + 1).padStart(3, '0')}`;
  return { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
});

/** The identifiers of all that the safe holds. */
async function readIds(calls: OwnerCalls): Promise<string[]> {
  const { items } = (await calls.call('GET', 'documents?limit=200')) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

test('all of a list is chosen, also what has not come yet', async ({ page, t, owner, accounts, show }) => {
  await addDocuments(accounts, owner.token, many);
  await page.goto('/documents?sort=title');
  await expect(page.getByText(t('documents.shown', { shown: 60, total: count }))).toBeVisible();
  const box = page.getByRole('checkbox', { name: t('documents.selectAll') });
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await box.click();
  await expect(bar).toContainText(t('organising.chosenOf', { count: 60, total: count }));
  await expect(box).toBeChecked({ indeterminate: true });
  await show('selection-in-part');
  await bar.getByRole('button', { name: t('organising.chooseAll', { count }) }).click();
  await expect(bar).toContainText(t('organising.selected', { count }));
  await expect(box).toBeChecked();
  await expect(bar.getByText(t('organising.chosenOf', { count, total: count }))).toBeHidden();
  await bar.getByRole('button', { name: t('organising.delete') }).click();
  await page
    .getByRole('alertdialog', { name: t('organising.deleteTitle', { count }) })
    .getByRole('button', { name: t('organising.deleteSubmit') })
    .click();
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  expect(await readIds(new OwnerCalls(accounts, owner.token))).toEqual([]);
});

test('all of a long trash is ticked, and restored at once', async ({ page, t, owner, accounts, show }) => {
  await addDocuments(accounts, owner.token, many);
  const calls = new OwnerCalls(accounts, owner.token);
  await calls.call('POST', 'documents/delete', { documents: await readIds(calls) });
  await page.goto('/trash');
  const box = page.getByRole('checkbox', { name: t('trash.selectAll') });
  await box.click({ force: true });
  await expect(page.getByText(t('organising.chosenOf', { count: 100, total: count }))).toBeVisible();
  await expect(box).toBeChecked({ indeterminate: true });
  await show('trash-selection-in-part');
  await page.getByRole('button', { name: t('organising.chooseAll', { count }) }).click();
  await expect(box).toBeChecked({ indeterminate: false });
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('trash.restore'), exact: true })
    .click();
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  expect(await readIds(calls)).toHaveLength(count);
});
