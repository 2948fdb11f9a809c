import type { Locator, Page } from '@playwright/test';
import { tabTo } from '../checks/keyboard.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import type { Accounts } from '../people/accounts.ts';
import { partnerAccount } from '../people/partner.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

type Credentials = Record<string, string | number>;

/** The words that find each kind, its credentials, and the number of documents that it brings. */
const kinds: Record<string, { query: string; count: number; credentials: (accounts: Accounts) => Credentials | null }> =
  {
    'lumen-energie': {
      ...{ query: 'lumen', count: 24 },
      credentials: (accounts) => {
        const { login, password } = partnerAccount(accounts, 'invoices');
        return { login, password };
      },
    },
    mailbox: { query: 'm', count: 6, credentials: ({ mailbox }) => mailbox },
    sftp: { query: 'sftp', count: 6, credentials: ({ sftp }) => sftp },
    webdav: { query: 'webdav', count: 6, credentials: ({ webdav }) => webdav },
  };
const names: Record<string, RegExp> = {
  ...{ 'lumen-energie': /Lumen/, mailbox: /Messagerie|Mailbox/, sftp: /SFTP/, webdav: /WebDAV/ },
};
const name = 'Touches';

/** Goes down an open menu as far as an entry, and chooses it. */
async function chooseByArrows(page: Page, entry: Locator): Promise<void> {
  await expect(page.getByRole('menu')).toBeVisible();
  for (let step = 0; step < 12; step++) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
}

for (const [kind, { query, count, credentials }] of Object.entries(kinds))
  test(`an account is connected, and its collector deleted, with the keyboard alone: ${kind}`, async ({
    page,
    t,
    press,
    owner,
    accounts,
  }) => {
    const given = credentials(accounts);
    test.skip(given === null, 'This machine has no such server.');
    const screens = new CollectorScreens({ page, t, press });
    const { dialog } = screens;
    const calls = new OwnerCalls(accounts, owner.token);
    const enter = async (target: Locator) => {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    };
    const button = (words: string) => dialog.getByRole('button', { name: words, exact: true }).last();

    await test.step('the page and the partner are found', async () => {
      await page.goto('/home');
      await enter(page.getByRole('navigation').getByRole('link', { name: t('shell.collectors') }));
      await enter(page.getByRole('button', { name: t('collectors.add') }).first());
      await tabTo(page, dialog.getByRole('searchbox'));
      await page.keyboard.type(query);
      await enter(dialog.getByRole('button', { name: names[kind] ?? '' }));
    });

    await test.step('its credentials are typed, and its owner allows it', async () => {
      for (const [field, value] of Object.entries(given ?? {})) {
        const input = dialog.locator(`input[name="credentials.${field}"]`);
        if ((await input.count()) === 0) continue;
        await tabTo(page, input);
        await page.keyboard.type(String(value));
      }
      await tabTo(page, screens.field(t('collectors.accountName')));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await tabTo(page, dialog.getByRole('checkbox'));
      await page.keyboard.press('Space');
      await enter(button(t('newCollector.submit')));
    });

    await test.step('the first synchronisation is watched, and its window left by Escape', async () => {
      await screens.expectSoon(dialog.getByText(t('collectors.run.done', { count })).first());
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await screens.expectState(name, 'ENABLED');
    });

    await test.step('a document is deleted', async () => {
      await enter(screens.item(name).getByRole('link'));
      await enter(
        page
          .getByRole('button', { name: new RegExp(t('documents.actionsOf', { title: '.+' }).replaceAll(/\s/g, '\\s')) })
          .first(),
      );
      await chooseByArrows(page, page.getByRole('menuitem', { name: t('documents.delete') }));
      const question = page.getByRole('alertdialog');
      await enter(question.getByRole('button', { name: t('organising.deleteSubmit') }));
      await expect(question).toHaveCount(0);
      expect(await calls.call('GET', 'trash?limit=1')).toMatchObject({ total: 1 });
    });

    await test.step('it does not come back; then the collector is deleted, and its documents kept', async () => {
      // Back over the few stops before the list, not through all of its rows.
      await tabTo(page, page.getByRole('navigation').getByRole('link', { name: t('shell.collectors') }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const menu = screens.item(name).getByRole('button', { name: t('collectors.menu', { name }) });
      await enter(menu);
      await chooseByArrows(page, page.getByRole('menuitem', { name: t('collectors.synchronise') }));
      await screens.expectSoon(screens.item(name).getByText(t('collectors.nothingNew')));
      await enter(menu);
      await chooseByArrows(page, page.getByRole('menuitem', { name: t('collectors.delete') }));
      const question = page.getByRole('alertdialog');
      await enter(question.getByRole('button', { name: t('collectors.delete'), exact: true }));
      await expect(page.getByText(t('collectors.emptyTitle'))).toBeVisible();
      expect(await calls.call('GET', 'documents?limit=1')).toMatchObject({ total: count - 1 });
    });
  });
