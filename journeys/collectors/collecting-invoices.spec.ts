import { longestReadingMs } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';
import { Viewer } from '../screens/viewer.ts';

const name = 'Électricité';

const partnerFields = { fr: ['Adresse e-mail', 'Mot de passe'], en: ['Email address', 'Password'] } as const;

interface Listed {
  id: string;
  title: string;
  invoice?: object;
}

test('an owner connects an account once, and its invoices are in the safe', async ({
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
  const { login, password } = partnerAccount(accounts, 'invoices');

  await test.step('home leads there, and the partner is found by its name or its category', async () => {
    await page.goto('/home');
    await press(page.getByRole('link', { name: new RegExp(t('home.addCollector')) }));
    const partner = dialog.getByRole('button', { name: /Lumen Énergie/ });
    await expect(partner).toBeVisible();
    await dialog.getByRole('searchbox').fill('lumière');
    await expect(dialog.getByText(t('newCollector.noneTitle'))).toBeVisible();
    await dialog.getByRole('searchbox').fill('ENERGIE');
    await expect(partner).toBeVisible();
    await press(dialog.getByRole('button', { name: t('newCollector.category') }));
    await press(page.getByRole('option', { name: t('newCollector.categories.BANK') }));
    await expect(dialog.getByText(t('newCollector.noneTitle'))).toBeVisible();
    await press(dialog.getByRole('button', { name: t('newCollector.category') }));
    await press(page.getByRole('option', { name: t('newCollector.categories.ENERGY') }));
    await show('partner');
    await press(partner);
  });

  await test.step('the partner says what it needs; nothing is sent without the word of the owner', async () => {
    await screens.press(t('newCollector.next'));
    await screens.expectMissing(partnerFields[language]);
    await show('account-incomplete');
    await dialog.locator('input[name="credentials.login"]').fill(login);
    await dialog.locator('input[name="credentials.password"]').fill(password);
    await screens.field(t('collectors.accountName')).fill(name);
    await page.keyboard.press('Enter');
    await screens.press(t('newCollector.submit'));
    await expect(dialog.getByText(t('forms.accepted'))).toBeVisible();
    await press(dialog.getByText(t('newCollector.authorise', { name: 'Lumen Énergie' })));
    await show('filing');
    await screens.press(t('newCollector.submit'));
  });

  await test.step('the first synchronisation is watched until its invoices are there', async () => {
    await screens.expectSoon(dialog.getByText(t('collectors.run.done', { count: 24 })).first());
    await show('watched');
    await screens.press(t('collectors.run.close'));
    await screens.expectState(name, 'ENABLED');
    await expect(screens.item(name)).toContainText('24');
    await expect(page.locator(':focus')).toHaveCount(1);
    await show('list', 'page');
  });

  await test.step('a document says where it came from, and leads to its collector', async () => {
    await press(screens.item(name).getByRole('link'));
    await expect(page.getByRole('link', { name: /202\d-\d\d/ }).first()).toBeVisible();
    const understood = await findInvoice(calls);
    expect(understood.title).toMatch(/^Lumen Énergie – facture 202\d-\d\d – \d+,\d\d.€$/);
    await page.goto(`/documents?document=${understood.id}`);
    const panel = await new Viewer({ page, t, press }).openDetails();
    await expect(panel).toContainText(t('details.by.collector'));
    const invoice = panel.getByRole('region', { name: t('details.invoice.INVOICE') });
    await expect(invoice).toContainText(t('details.invoice.supplier'));
    await expect(invoice).toContainText(/\d{6}-48213/);
    await show('document');
    await press(panel.getByRole('link', { name, exact: true }));
    await expect(page).toHaveURL(/\/collectors\?collector=/);
    await expect(screens.item(name)).toBeInViewport();
  });

  await test.step('home counts it, and leads to it', async () => {
    await page.goto('/home');
    const tile = page.getByRole('navigation', { name: t('home.numbers') }).getByRole('link', {
      name: new RegExp(`^1\\s*${t('home.collectors', { count: 1 })}`),
    });
    await expect(tile).toContainText(t('home.collectorsHint'));
    await press(tile);
    await expect(screens.item(name)).toBeVisible();
  });

  await test.step('what nobody waited for shows by itself: a run that finds nothing new, a deactivation elsewhere', async () => {
    await screens.choose(name, t('collectors.synchronise'));
    await screens.expectSoon(screens.item(name).getByText(t('collectors.nothingNew')));
    await screens.choose(name, t('collectors.deactivate'));
    await screens.expectState(name, 'DISABLED');
    await show('deactivated');
    const { items } = (await calls.call('GET', 'collectors')) as { items: { id: string }[] };
    await calls.call('POST', `collectors/${items[0]?.id}/activate`);
    await screens.expectState(name, 'ENABLED');
    await expect(
      page.getByRole('status').filter({ hasText: t('collectors.spoken.done', { name, count: 0 }) }),
    ).toHaveCount(1);
  });

  await test.step('it is renamed, and its runs are told', async () => {
    await screens.choose(name, t('collectors.modify'));
    await screens.field(t('collectors.accountName')).fill('Maison');
    await show('modify');
    await screens.press(t('collectors.save'));
    await expect(screens.item('Maison')).toBeVisible();
    await screens.choose('Maison', t('collectors.runs'));
    await expect(dialog.getByText(t('collectors.result.NEW_DOCUMENTS', { count: 24 }))).toBeVisible();
    await show('runs');
    await screens.press(t('collectors.run.close'));
  });

  await test.step('deleted with its documents, it leaves them in the trash for 30 days', async () => {
    await screens.choose('Maison', t('collectors.delete'));
    const question = page.getByRole('alertdialog');
    await press(question.getByText(t('collectors.trash')));
    await show('delete');
    await press(question.getByRole('button', { name: t('collectors.delete'), exact: true }));
    await expect(page.getByText(t('collectors.emptyTitle'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await show('none', 'page');
    expect(await calls.call('GET', 'trash?limit=1')).toMatchObject({ total: 24 });
  });
});

/** One that is called by what it says of itself, once it has been looked into. */
async function findInvoice(calls: OwnerCalls): Promise<Listed> {
  const find = async () => {
    const { items } = (await calls.call('GET', 'documents')) as { items: Listed[] };
    return items.find(({ invoice }) => invoice);
  };
  test.slow();
  await expect.poll(find, { timeout: longestReadingMs }).toBeDefined();
  const found = await find();
  if (!found) throw new Error('the invoice is gone');
  return found;
}
