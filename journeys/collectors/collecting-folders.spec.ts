import { expect, test } from '../fixtures.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const kinds = {
  sftp: { agent: /SFTP/, fields: ['host', 'port', 'login', 'password', 'folder'] },
  webdav: { agent: /WebDAV/, fields: ['url', 'login', 'password', 'folder'] },
} as const;

const folderField = { fr: 'Dossier', en: 'Folder' } as const;

for (const kind of ['sftp', 'webdav'] as const)
  test(`an owner connects a folder of theirs by ${kind}, and its documents are in the safe`, async ({
    page,
    t,
    press,
    owner,
    accounts,
    language,
    show,
  }) => {
    const account: Record<string, string | number> | null = accounts[kind];
    test.skip(account === null, 'This machine has no server of folders.');
    const screens = new CollectorScreens({ page, t, press });
    const { dialog } = screens;
    const name = owner.firstName;
    const fill = async (field: string, value: unknown) =>
      dialog.locator(`input[name="credentials.${field}"]`).fill(String(value));
    const wrongFolder = 'Nulle part';

    await test.step('the server is found among those for storage, and its fields explain themselves', async () => {
      await screens.open();
      await press(page.getByRole('button', { name: t('collectors.add') }).first());
      await dialog.getByRole('searchbox').fill(kind);
      await show('partner');
      await press(dialog.getByRole('button', { name: kinds[kind].agent }));
      for (const field of kinds[kind].fields) await fill(field, field === 'folder' ? wrongFolder : account?.[field]);
      await screens.field(t('collectors.accountName')).fill(name);
      await show('account');
      await screens.press(t('newCollector.next'));
      await press(dialog.getByText(/J’autorise|I authorise|I allow/));
      await screens.press(t('newCollector.submit'));
    });

    await test.step('a folder that is not there is said to be so, and is corrected', async () => {
      await screens.expectSoon(dialog.getByText(t('collectors.alert.folder')).first());
      await show('no-folder');
      await screens.press(t('collectors.run.close'));
      await screens.expectState(name, 'BLOCKED');
      await show('blocked', 'page');
      await screens.mend(name, t('collectors.mend.folder'));
      await fill('folder', account?.['folder']);
      await show('mend');
      await screens.press(t('collectors.saveAndTry'));
    });

    await test.step('its invoices are there, and come once', async () => {
      await screens.expectState(name, 'ENABLED');
      await screens.expectSoon(
        screens.item(name).getByRole('link', { name: t('collectors.seeCollectedOf', { count: 6, name }) }),
      );
      await show('list', 'page');
      await screens.choose(name, t('collectors.synchronise'));
      await screens.expectSoon(screens.item(name).getByText(t('collectors.nothingNew')));
    });

    await test.step('the folder is removed, so that the whole account is collected', async () => {
      await screens.choose(name, t('collectors.modify'));
      const folder = dialog.locator('input[name="credentials.folder"]');
      await fill('folder', wrongFolder);
      const remove = page.getByRole('checkbox', {
        name: t('collectors.removedNamed', { field: folderField[language] }),
      });
      await press(dialog.locator('label').filter({ has: remove }));
      await expect(remove).toBeChecked();
      await expect(folder).toBeDisabled();
      await expect(folder).toHaveValue('');
      await show('removed');
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PATCH'),
        screens.press(t('collectors.save')),
      ]);
      expect(sent.postDataJSON()).toEqual({ credentials: { folder: '' } });
      await expect(page.getByText(t('collectors.saved', { name }))).toBeVisible();
    });
  });
