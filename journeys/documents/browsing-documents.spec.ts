import type { Accounts } from '../people/accounts.ts';
import { makePdf } from '../checks/files.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { goTo } from '../screens/navigation.ts';
import { addDocument } from '../people/safe.ts';

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
  await expect(page.getByRole('menu')).toBeVisible();
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
  await goTo(page, t, 'home');
  await goTo(page, t, 'documents');
  await expect(page).toHaveURL(/view=grid/);
  await page.goBack();
  await expect(page).toHaveURL(/home/);
  await page.goto('/documents?sort=title');
  await expect(page).toHaveURL(/sort=title&view=grid/);

  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const copy = await other.newPage();
  await copy.addInitScript(() => localStorage.removeItem('documentsView'));
  await copy.goto(page.url());
  await expect(copy.getByRole('radio', { name: t('documents.viewGrid') })).toBeChecked();
  await expect(copy.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await expect(copy.getByRole('table')).toHaveCount(0);
  await other.close();
});

test('the first page of a document is shown small, in its place, and no address of it is kept', async ({
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
  await expect.poll(held).toBe(0);
  await page.getByRole('link', { name: t('shell.trash') }).click();
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  expect(await held()).toBe(0);
});

test('a visit that begins at the documents or at home asks for its first answers before its code has come, and once', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/(user\/profile|categories\?limit=200|documents\?(sort.*|limit=7))$/.test(pathname + search))
      asked.push(pathname + search);
  });
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await expect(page.getByText(t('documents.shown', { shown: 1, total: 1 }))).toBeVisible();
  expect(asked).toHaveLength(3);
  expect(new Set(asked).size).toBe(3);
  // Each was there for the application to take.
  const left = () => page.evaluate('Object.keys(globalThis.earlyAnswers.answers)');
  expect(await left()).toEqual([]);
  asked.length = 0;
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Bail', exact: true }).first()).toBeVisible();
  expect(asked.filter((address) => !address.includes('categories'))).toHaveLength(2);
  expect(await left()).toEqual([]);
});

test('the heading of the documents stands before any script has come, where the page draws it then', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/documents', { waitUntil: 'commit' });
  const early = page.locator('#early p');
  await expect(early).toBeVisible();
  await expect(early).toHaveText(t('documents.heading'));
  const pictures = () => page.evaluate(() => performance.getEntriesByName(`${location.origin}/icon.svg`).length);
  expect(await pictures(), 'nobody sees it here').toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const width = () => page.locator('#early img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const textBox = (text: HTMLElement) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, middle: y + height / 2 };
  };
  const before = await early.evaluate(textBox);
  release();
  const heading = page.getByRole('heading', { name: t('documents.heading'), level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.locator('#early')).toHaveCount(0);
  const after = await heading.evaluate(textBox);
  expect(Math.abs(after.x - before.x)).toBeLessThan(1);
  expect(Math.abs(after.middle - before.middle)).toBeLessThan(2);
  // Another page has another heading, or none.
  await expect(page.locator('html')).toHaveAttribute('data-early', '');
  await page.goto('/home');
  await expect(page.locator('html')).not.toHaveAttribute('data-early');
});

for (const [what, answer] of [
  ['does not come', { status: 404 }],
  ['fails', { contentType: 'text/javascript', body: "await Promise.reject(new Error('No messages'));" }],
] as const) {
  test(`the frame of the documents goes where the first script ${what}`, async ({ browser, accounts, owner }) => {
    // Its own, for the faults that nobody should meet are met here.
    const context = await browser.newContext({ baseURL: accounts.baseUrl });
    const page = await context.newPage();
    await enterSafe(page, owner.token);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/first-.*\.js$/, async (route) => {
      await isReleased;
      await route.fulfill(answer);
    });
    await page.goto('/documents', { waitUntil: 'commit' });
    const early = page.locator('#early p');
    await expect(early).toBeVisible();
    release();
    await expect(early).toBeHidden();
    await context.close();
  });
}
