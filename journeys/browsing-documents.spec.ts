import type { Accounts } from './accounts.ts';
import { makePdf } from './files.ts';
import { expect, test } from './fixtures.ts';
import { addDocument } from './safe.ts';

/** Folders inside one another, the outermost first. */
async function makeFolders({ baseUrl }: Accounts, token: string, names: readonly string[]): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const listed = await fetch(`${baseUrl}/backend/api/v1/categories`, { headers });
  const { items } = (await listed.json()) as { items: { id: string }[] };
  const ids: string[] = [];
  for (const name of names) {
    const place = ids.length > 0 ? { parentId: ids.at(-1) } : { categoryId: items[0]?.id };
    const body = JSON.stringify({ name, ...place });
    const made = await fetch(`${baseUrl}/backend/api/v1/folders`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    ids.push(((await made.json()) as { id: string }).id);
  }
  return ids;
}

/** A page, 3 pixels wide and 4 high. */
const sheet = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAAECAIAAADETxJQAAAAEUlEQVR42mN48e4DBDHgZQEAmYYhSeHwsCwAAAAASUVORK5CYII=',
  'base64',
);

const ten = Array.from({ length: 10 }, (_, index) => `Dossier du niveau ${index + 1}`);

test('ten folders deep, one line leads back to each of those above', async ({ page, t, owner, accounts, show }) => {
  const ids = await makeFolders(accounts, owner.token, ten);
  await page.goto(`/documents/${ids.at(-1)}?sort=title&view=grid`);
  await expect(page.getByRole('heading', { level: 1, name: ten.at(-1) ?? '' })).toBeVisible();
  const trail = page.getByRole('navigation', { name: t('documents.trail') });
  await expect(trail.getByRole('link')).toHaveCount(5);
  await expect(trail.getByRole('link').first()).toHaveText(t('documents.heading'));
  await expect(trail.getByRole('link').last()).toHaveText('Dossier du niveau 9');
  await show('ten-deep');
  expect((await trail.boundingBox())?.height).toBeLessThan(60);

  await trail.getByRole('button', { name: t('documents.trailMore', { count: 6 }) }).click();
  await show('ten-deep-menu');
  await page.getByRole('menuitem', { name: 'Dossier du niveau 3' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dossier du niveau 3' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/documents/${ids[2]}\\?.*sort=title`));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(trail.getByRole('link')).toHaveText([t('documents.heading'), 'Dossier du niveau 2']);
  await show('deep-on-a-phone');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: ten.at(-1) ?? '' })).toBeVisible();
});

test('list or grid stands in the address: a copied link shows the same', async ({
  page,
  browser,
  t,
  owner,
  accounts,
}) => {
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  await page.goto('/documents');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('radio', { name: t('documents.viewGrid') }).check();
  await expect(page).toHaveURL(/view=grid/);
  await expect(page.getByRole('table')).toHaveCount(0);

  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const copy = await other.newPage();
  await copy.addInitScript(() => localStorage.removeItem('documentsView'));
  await copy.goto(page.url());
  await expect(copy.getByRole('radio', { name: t('documents.viewGrid') })).toBeChecked();
  await expect(copy.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await expect(copy.getByRole('table')).toHaveCount(0);
  await other.close();
});

test('the first page of a document is shown small, in its place, and let go when it leaves', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  await page.addInitScript(() => {
    const addresses = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (object) => {
      const address = createObjectURL.call(URL, object);
      addresses.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      addresses.delete(address);
      revokeObjectURL.call(URL, address);
    };
    Object.assign(window, { heldAddresses: addresses });
  });
  const id = await addDocument(accounts, owner.token, {
    ...{ name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') },
  });
  // The worker makes pictures when it has the time: here they are there already.
  await page.route('**/api/v1/documents?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { items: object[] };
    await route.fulfill({ json: { ...list, items: list.items.map((item) => ({ ...item, hasThumbnail: true })) } });
  });
  const asked: (string | null)[] = [];
  await page.route(`**/documents/${id}/thumbnail`, async (route) => {
    asked.push(await route.request().headerValue('authorization'));
    await route.fulfill({ contentType: 'image/png', body: sheet });
  });

  await page.goto('/documents?view=grid');
  const picture = page.getByRole('listitem').filter({ hasText: 'Bail' }).locator('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await show('grid-with-pictures');
  await page.getByRole('radio', { name: t('documents.viewList') }).check();
  await expect(page.getByRole('row', { name: 'Bail' }).locator('img')).toBeVisible();
  await show('list-with-pictures');
  // Asked for once, by who may see it.
  expect(asked).toEqual([`Bearer ${owner.token}`]);
  const held = () => page.evaluate(() => (window as Window & { heldAddresses?: Set<string> }).heldAddresses?.size);
  expect(await held()).toBe(1);
  await page.getByRole('link', { name: t('shell.trash') }).click();
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  expect(await held()).toBe(0);
});
