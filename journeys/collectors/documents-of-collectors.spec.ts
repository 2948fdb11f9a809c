import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { connectAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const name = 'invoices';
const other = 'one-more-each-time';

test('the count of each collector leads to its own documents', async ({ page, t, press, owner, accounts, show }) => {
  const screens = new CollectorScreens({ page, t, press });
  const calls = new OwnerCalls(accounts, owner.token);
  const { id } = await connectAccount(accounts, { token: owner.token, behaviour: name });
  await connectAccount(accounts, { token: owner.token, behaviour: other });
  await screens.open();
  await screens.expectState(name, 'ENABLED');
  await screens.expectState(other, 'ENABLED');
  const { items } = (await calls.call('GET', 'collectors')) as {
    items: { accountName: string; collectedDocuments: number }[];
  };
  const countOf = (of: string) => items.find(({ accountName }) => accountName === of)?.collectedDocuments ?? 0;
  const follow = async (of: string) => {
    await press(
      screens.item(of).getByRole('link', { name: t('collectors.seeCollectedOf', { count: countOf(of), name: of }) }),
    );
    await expectFound(countOf(of));
  };
  const expectFound = (count: number) => expect(page.getByText(t('documents.found', { count })).first()).toBeVisible();
  const remove = (label: string) => page.getByRole('button', { name: t('documents.removeFilter', { name: label }) });
  expect(countOf(name)).not.toBe(countOf(other));

  await test.step('the list names the collector, and is narrowed down to it', async () => {
    await follow(other);
    await expect(remove(other)).toBeVisible();
    await page.goBack();
    await follow(name);
    await expect(remove(name)).toBeVisible();
    await show('filtered', 'page');
  });

  await test.step('without it, the documents of all are there', async () => {
    await press(remove(name));
    await expect(remove(name)).toHaveCount(0);
    await expect(page).not.toHaveURL(/origin=|by=/);
    const all = countOf(name) + countOf(other);
    await expect(page.getByText(t('documents.count', { count: all }), { exact: false }).first()).toBeVisible();
  });

  await test.step('they are found so after it was deleted too', async () => {
    await calls.call('DELETE', `collectors/${id}`, { documents: 'KEEP' });
    await page.goto(`/documents?by=collector&origin=${id}`);
    await expectFound(countOf(name));
    await expect(remove(t('documents.goneCollector'))).toBeVisible();
    await show('gone');
  });
});
