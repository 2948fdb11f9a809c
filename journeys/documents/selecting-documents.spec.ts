import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocuments } from '../people/safe.ts';

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
  await page.getByRole('checkbox', { name: t('documents.selectNamed', { title: 'Relevé 001' }) }).check();
  await expect(box).toBeChecked({ indeterminate: true });
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

test('in the grid, the bar leads from one to all', async ({ page, t, owner, accounts, show }) => {
  await addDocuments(accounts, owner.token, many.slice(0, 3));
  await page.goto('/documents?sort=title&view=grid');
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await page.getByRole('checkbox', { name: t('documents.selectNamed', { title: 'Relevé 002' }) }).check();
  await expect(bar).toContainText(t('organising.chosenOf', { count: 1, total: 3 }));
  await show('grid-selection');
  await bar.getByRole('button', { name: t('organising.chooseAll', { count: 3 }) }).click();
  await expect(bar).toContainText(t('organising.selected', { count: 3 }));
  await expect(page.getByRole('checkbox', { name: t('documents.selectNamed', { title: 'Relevé 003' }) })).toBeChecked();
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

test('what another window has deleted leaves the selection, and the rest is deleted', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocuments(accounts, owner.token, many.slice(0, 4));
  const calls = new OwnerCalls(accounts, owner.token);
  const box = (title: string) => page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) });
  await page.goto('/documents?sort=title');
  await box('Relevé 001').check();
  await box('Relevé 003').click({ modifiers: ['Shift'] });
  const { items } = (await calls.call('GET', 'documents?sort=title')) as { items: { id: string }[] };
  await calls.call('POST', 'documents/delete', { documents: [items[1]?.id] });
  expectOutcome({ address: '/documents/delete', outcome: 404 });
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('organising.delete') })
    .click();
  const question = page.getByRole('alertdialog');
  const submit = question.getByRole('button', { name: t('organising.deleteSubmit') });
  await submit.click();
  const gone = t('organising.quoted', { title: 'Relevé 002' });
  await expect(question.getByRole('alert')).toContainText(
    t('organising.goneMeanwhile', { names: gone, count: 1, others: 0, act: 'delete' }),
  );
  await expect(question).toHaveAccessibleName(t('organising.deleteTitle', { count: 2 }));
  await expect(page.getByText('Relevé 002', { exact: true })).toBeHidden();
  await show('deleting-what-is-left');
  await submit.click();
  await expect(page.getByRole('link', { name: /^Relevé/ })).toHaveText(['Relevé 004']);
});

test('what another window has deleted leaves the selection, and the rest is moved', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocuments(accounts, owner.token, many.slice(0, 3));
  const calls = new OwnerCalls(accounts, owner.token);
  await page.goto('/documents?sort=title');
  await page.getByRole('checkbox', { name: t('documents.selectAll') }).check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('organising.move') })
    .click();
  const { items } = (await calls.call('GET', 'documents?sort=title')) as { items: { id: string }[] };
  await calls.call('POST', 'documents/delete', { documents: [items[1]?.id] });
  expectOutcome({ address: '/documents/move', outcome: 404 });
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: t('organising.moveSubmit') });
  await dialog.getByText('Santé', { exact: true }).click();
  await submit.click();
  const gone = t('organising.quoted', { title: 'Relevé 002' });
  await expect(dialog.getByRole('alert')).toContainText(
    t('organising.goneMeanwhile', { names: gone, count: 1, others: 0, act: 'move' }),
  );
  await expect(dialog).toHaveAccessibleName(t('organising.moveTitle', { count: 2 }));
  await show('moving-what-is-left');
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Relevé/ })).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Relevé/ }).filter({ hasText: 'Santé' })).toHaveCount(2);
});
