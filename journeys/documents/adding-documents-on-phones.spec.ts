import { z } from 'zod';
import { makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';

test('with a finger, a photo is taken and added', async ({ page, t, press, owner, show }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/documents');
  await press(page.getByRole('navigation').getByRole('button', { name: t('documents.add') }));
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog.getByRole('button', { name: t('upload.browseFolder') })).toBeHidden();
  await show('adding');
  const choosing = page.waitForEvent('filechooser');
  await press(dialog.getByRole('button', { name: t('upload.takePhoto') }));
  const chooser = await choosing;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles([{ name: 'passport.png', mimeType: 'image/png', buffer: makePng() }]);
  await expect(dialog.getByRole('combobox', { name: t('upload.typeOf', { name: 'passport.png' }) })).toHaveValue(
    'PSPR',
  );
  await show('adding-chosen');
  await press(dialog.getByRole('button', { name: t('upload.submit', { count: 1 }) }));
  await expect(page.getByRole('link', { name: 'passport', exact: true })).toBeVisible();
  await show('adding-done');
});

test('what is added from the bar goes into the folder or category that is shown, and says so', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const { items } = z.object({ items: z.array(place) }).parse(await safe.call('GET', 'categories'));
  const folder = place.parse(await safe.call('POST', 'folders', { name: 'Travaux', categoryId: items[3]?.id }));
  await page.goto(`/documents/${folder.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible();
  await press(page.getByRole('navigation').getByRole('button', { name: t('documents.add') }));
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  const choosing = page.waitForEvent('filechooser');
  await press(dialog.getByRole('button', { name: t('upload.takePhoto') }));
  await (await choosing).setFiles([{ name: 'facade.png', mimeType: 'image/png', buffer: makePng() }]);
  await press(dialog.getByRole('button', { name: t('upload.submit', { count: 1 }) }));
  await expect(page.getByRole('link', { name: 'facade', exact: true })).toBeVisible();
  const row = page.getByRole('region', { name: t('upload.panel') }).getByRole('listitem');
  await expect(row).toContainText(`${t('upload.addedIn')} Travaux`);

  const category = place.parse(await safe.call('POST', 'categories', { title: 'Jardin' }));
  await page.goto(`/documents?category=${category.id}`);
  await expect(page.getByText(t('documents.emptyCategory'))).toBeVisible();
  await press(page.getByRole('navigation').getByRole('button', { name: t('documents.add') }));
  const choosingAgain = page.waitForEvent('filechooser');
  await press(dialog.getByRole('button', { name: t('upload.takePhoto') }));
  await (await choosingAgain).setFiles([{ name: 'haie.png', mimeType: 'image/png', buffer: makePng(32) }]);
  await press(dialog.getByRole('button', { name: t('upload.submit', { count: 1 }) }));
  await expect(page.getByRole('link', { name: 'haie', exact: true })).toBeVisible();
  await expect(row).toContainText(`${t('upload.addedIn')} Jardin`);

  await page.goto('/home');
  await press(page.getByRole('navigation').getByRole('button', { name: t('documents.add') }));
  const other = page.waitForEvent('filechooser');
  await press(dialog.getByRole('button', { name: t('upload.takePhoto') }));
  await (await other).setFiles([{ name: 'scan.png', mimeType: 'image/png', buffer: makePng(64) }]);
  await press(dialog.getByRole('button', { name: t('upload.submit', { count: 1 }) }));
  await show('added-elsewhere');
  await press(row.getByRole('link', { name: /Autres|Other/ }));
  await expect(page).toHaveURL(/\/documents\?category=/);
  await expect(page.getByRole('link', { name: 'scan', exact: true })).toBeVisible();
});

const place = z.object({ id: z.string() });
