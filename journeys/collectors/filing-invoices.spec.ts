import type { Category } from '../../packages/contract/src/places.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const agent = 'Lumen Énergie';
const name = 'Électricité';
const titles = {
  fr: { invoices: 'Factures', housing: 'Logement' },
  en: { invoices: 'Invoices', housing: 'Housing' },
} as const;

/** The day of the partner's invoice of some months ago. */
function invoiceDay(monthsAgo: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 18)).toISOString().slice(0, 10);
}

test('an owner says where invoices are filed and from which day on, and the list says how it goes on', async ({
  page,
  t,
  press,
  owner,
  accounts,
  language,
  show,
}) => {
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const calls = new OwnerCalls(accounts, owner.token);
  const { items: categories } = (await calls.call('GET', 'categories')) as { items: Category[] };
  const { invoices, housing } = titles[language];
  const category = dialog.getByRole('button', { name: t('collectors.category') });

  await test.step('they are chosen in the window of the new collector', async () => {
    await screens.open();
    const { login, password } = partnerAccount(accounts, 'invoices');
    await screens.giveAccount(agent, { login, password, name });
    await expect(category).toContainText(invoices);
    await press(category);
    await press(page.getByRole('option', { name: housing, exact: true }));
    await expect(category).toContainText(housing);
    await dialog.getByRole('spinbutton').first().focus();
    await page.keyboard.type(invoiceDay(2).split('-').toReversed().join(''));
    await show('chosen');
    await screens.allow(agent, { count: 3 });
    await screens.press(t('collectors.run.close'));
  });

  await test.step('the invoices of that day and of later ones are in that category', async () => {
    const { items } = (await calls.call('GET', 'documents')) as { items: { categoryId: string }[] };
    const categoryId = categories.find(({ kind }) => kind === 'housing')?.id;
    expect(items.map((one) => one.categoryId)).toEqual([categoryId, categoryId, categoryId]);
    await screens.choose(name, t('collectors.modify'));
    await expect(category).toContainText(housing);
    await screens.press(t('ui.cancel'));
  });

  await test.step('the list has the logo of the partner, and the hour of the next synchronisation', async () => {
    const logo = screens.item(name).locator('img');
    await expect(logo).toBeVisible();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(screens.fact(name, t('collectors.next'))).toHaveText(/0[2-5]:\d\d$/);
    await show('list', 'page');
  });

  await test.step('deleted, it leaves its documents in the safe unless its owner says otherwise', async () => {
    await screens.choose(name, t('collectors.delete'));
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('radio', { name: t('collectors.keep') })).toBeChecked();
    await show('delete');
    await press(question.getByRole('button', { name: t('collectors.delete'), exact: true }));
    await expect(page.getByText(t('collectors.deletedKept', { name }))).toBeVisible();
    await expect(page.getByText(t('collectors.emptyTitle'))).toBeVisible();
    expect(await calls.call('GET', 'documents?limit=1')).toMatchObject({ total: 3 });
    expect(await calls.call('GET', 'trash?limit=1')).toMatchObject({ total: 0 });
  });
});
