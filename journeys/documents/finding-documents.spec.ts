import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { stillBoxOf } from '../screens/layout.ts';
import { goTo } from '../screens/navigation.ts';
import { tabTo } from '../checks/keyboard.ts';
import { activate, hire } from '../people/people.ts';
import { addDocument, addDocuments } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

const titlesOf = (page: Page) => page.locator('[data-document-link]');

test('order, filters and search stand in the address, and survive a reload and the back button', async ({
  page,
  t,
  archivist,
  show,
}) => {
  expect(archivist.email).toBeTruthy();
  await page.goto('/documents');
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: t('documents.name') })
    .click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page.getByRole('columnheader', { name: t('documents.name') })).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => isSorted(await titlesOf(page).allTextContents())).toBe(true);

  await page.getByRole('button', { name: t('documents.type'), exact: true }).click();
  await page.getByRole('menuitemradio', { name: t('documents.types.PAYE') }).click();
  await expect(page).toHaveURL(/type=PAYE/);
  await expect
    .poll(async () => (await titlesOf(page).allTextContents()).every((title) => /paie/i.test(title)))
    .toBe(true);

  await page.getByRole('button', { name: t('documents.unread'), exact: true }).click();
  await expect(page).toHaveURL(/unread=true/);
  await page.getByRole('button', { name: t('documents.unread'), exact: true }).click();
  await expect(page).not.toHaveURL(/unread/);

  const search = page.getByRole('searchbox', { name: t('shell.search') });
  await search.fill('mars 2026');
  await search.press('Enter');
  await expect(page).toHaveURL(/q=mars/);
  await expect
    .poll(async () => (await titlesOf(page).allTextContents()).every((title) => /mars 2026/.test(title)))
    .toBe(true);
  const found = await titlesOf(page).allTextContents();
  expect(found.length).toBeGreaterThan(0);
  await expect(page.getByRole('status').getByText(t('documents.found', { count: found.length }))).toBeVisible();
  await show('documents-found');

  await page.reload();
  await expect.poll(() => titlesOf(page).allTextContents()).toEqual(found);
  await expect(search).toHaveValue('mars 2026');

  await search.fill('introuvable zzz');
  await search.press('Enter');
  await expect(page.getByText(t('documents.noMatch'))).toBeVisible();
  await show('documents-not-found');
  await page.goBack();
  await expect.poll(() => titlesOf(page).allTextContents()).toEqual(found);
  await page.getByRole('button', { name: t('documents.clearFilters') }).click();
  await expect(page).not.toHaveURL(/q=|type=/);
});

const collator = new Intl.Collator('fr', { sensitivity: 'base' });
const isSorted = (titles: readonly string[]) =>
  titles.length > 1 && titles.every((title, at) => at === 0 || collator.compare(titles[at - 1] ?? '', title) <= 0);

test('a year, a category and a provenance narrow the list down', async ({ page, t, archivist, show }) => {
  expect(archivist.email).toBeTruthy();
  await page.goto('/documents');
  const total = async () => Number(/\d+$/.exec(await page.getByText(/sur \d+$/).innerText())?.[0]);
  await expect(titlesOf(page).first()).toBeVisible();
  const all = await total();
  await page.getByRole('button', { name: t('documents.period'), exact: true }).click();
  await page.getByRole('menuitemradio', { name: '2025' }).click();
  await expect(page).toHaveURL(/from=2025-01-01/);
  await expect.poll(total).toBeLessThan(all);
  await page.getByRole('button', { name: t('documents.removeFilter', { name: '2025' }) }).click();
  await expect.poll(total).toBe(all);

  const shelves = page.getByRole('navigation', { name: t('documents.categories') });
  await shelves.getByRole('link').first().click();
  await expect(page).toHaveURL(/category=/);
  await expect.poll(total).toBeLessThan(all);
  await show('documents-category');
  await shelves.getByRole('link').first().click();
  await expect(page).not.toHaveURL(/category=/);

  await page.getByRole('radio', { name: t('documents.viewGrid') }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(titlesOf(page).first()).toBeVisible();
  await show('documents-grid');
  await page.reload();
  await expect(page.getByRole('radio', { name: t('documents.viewGrid') })).toBeChecked();
});

test('a safe of more documents than one page is read to its end', async ({ page, t, owner, accounts }) => {
  const files = Array.from({ length: 112 }, (_, index) => {
    const title = `Facture ${String(index + 1).padStart(3, '0')}`;
    return { name: `${title}.txt`, mimeType: 'text/plain', buffer: Buffer.from(title) };
  });
  await addDocuments(accounts, owner.token, files);
  await page.goto('/documents?sort=title');
  await expect(page.getByText(t('documents.shown', { shown: 60, total: 112 }))).toBeVisible();
  await expect(titlesOf(page).first()).toHaveText('Facture 001');
  const last = page.getByRole('link', { name: 'Facture 112', exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(t('documents.shown', { shown: 112, total: 112 }))).toBeVisible();
  // Only what is near the screen is drawn.
  expect(await titlesOf(page).count()).toBeLessThan(60);
});

/** Every third has a title that takes more than a line where there is little room. */
const manyDocuments = Array.from({ length: 112 }, (_, index) => {
  const number = String(index + 1).padStart(3, '0');
  const title =
    index % 3 === 0 ? `Facture ${number} ${'de la maison du bord de la rivière '.repeat(3)}` : `Facture ${number}`;
  return { name: `${title.trim()}.txt`, mimeType: 'text/plain', buffer: Buffer.from(number) };
});

/** In the page: scrolls up step by step, and returns by how much rows in sight moved that should have stood still. */
const movedOnTheWayUp = `(async () => {
  const inSight = () => [...document.querySelectorAll('[data-document-link]')]
    .filter((link) => { const { top } = link.getBoundingClientRect(); return top > 150 && top < innerHeight - 300; });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // The rows of a scroll are drawn after its frame, and get their heights in the next one, before it is painted.
  const nextFrames = async () => { for (let frame = 0; frame < 6; frame += 1) await nextFrame(); };
  const moved = [];
  // The rows that a leap came to are being placed.
  const place = () => scrollY + (inSight()[0]?.getBoundingClientRect().top ?? 0);
  for (let before = NaN; before !== place();) {
    before = place();
    await nextFrames();
  }
  while (scrollY > 600) {
    const row = inSight()[0];
    const before = { y: scrollY, top: row?.getBoundingClientRect().top, id: row?.dataset.documentLink };
    scrollBy(0, -200);
    const by = before.y - scrollY;
    await nextFrames();
    const after = document.querySelector('[data-document-link="' + before.id + '"]');
    if (after) moved.push(Math.abs(after.getBoundingClientRect().top - before.top - by));
  }
  return moved;
})()`;

const layouts = [
  ['a table', 'list', 1280],
  ['lines on a phone', 'list', 390],
  ['cards', 'grid', 1280],
] as const;

for (const [name, view, width] of layouts) {
  test(`on the way up, what is read stays in its place: ${name}`, async ({ page, t, owner, accounts }) => {
    await addDocuments(accounts, owner.token, manyDocuments);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/documents?sort=title');
    if (view === 'grid') await page.getByRole('radio', { name: t('documents.viewGrid') }).click();
    const last = page.getByRole('link', { name: 'Facture 111', exact: true });
    await expect(async () => {
      // In leaps: most rows have not been seen when they are come to from below.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
    const moved = await page.evaluate<number[]>(movedOnTheWayUp);
    expect(moved.length).toBeGreaterThan(5);
    expect(Math.max(...moved)).toBeLessThan(2);
  });
}

test('at the end of what has come, more that comes does not carry the page along', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  await addDocuments(accounts, owner.token, manyDocuments);
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: isAtEnd, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/documents?*cursor=*', async (route) => {
    await isAtEnd;
    await route.continue();
  });
  await page.goto('/documents?sort=title');
  await expect(page.getByText(t('documents.shown', { shown: 60, total: 112 }))).toBeVisible();
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const titled = page.getByRole('link', { name: 'Facture 060', exact: true });
  await expect(titled).toBeInViewport();
  const before = await stillBoxOf(titled);
  letCome();
  await expect(page.getByRole('link', { name: 'Facture 062', exact: true })).toBeAttached();
  const after = await stillBoxOf(titled);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
});

test('a document is read, renamed and marked with a keyboard alone', async ({ page, t, press, owner, accounts }) => {
  const { keyboard } = page;
  const viewer = new Viewer({ page, t, press });
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  await addDocument(accounts, owner.token, file);
  await page.goto('/documents');

  const link = page.getByRole('link', { name: 'Bail', exact: true });
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await keyboard.press('Enter');
  await viewer.expectPdf('Bail');
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(link).toBeFocused();

  const menu = page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) });
  await tabTo(page, menu);
  // A hand holds a key for a while: the menu is there before it lets go.
  await keyboard.down('Enter');
  await expect(page.getByRole('menuitem', { name: t('documents.open') })).toBeFocused();
  await keyboard.up('Enter');
  await keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: t('documents.delete') })).toBeFocused();
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: t('documents.markUnread') })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByText(t('documents.new'), { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('shell.navigation') })).toContainText(
    t('shell.unread', { count: 1 }),
  );

  await expect(menu).toBeFocused();
  await keyboard.press('Enter');
  await tabToEntry(page, t('documents.rename'));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: t('documents.title') })).toBeFocused();
  await keyboard.type('Bail de la rue du Mail');
  await keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Bail de la rue du Mail' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Bail de la rue du Mail' })).toBeVisible();
});

/** Goes down an open menu. */
async function tabToEntry(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name });
  await expect(entry).toBeVisible();
  while (!(await entry.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('ArrowDown');
  }
}

test('the viewer goes from one document to the next, and what is read is no longer new', async ({
  page,
  t,
  press,
  owner,
  employer,
  accounts,
}) => {
  const viewer = new Viewer({ page, t, press });
  for (const [title, period] of [
    ['Bulletin de mars', '2026-03'],
    ['Bulletin d’avril', '2026-04'],
  ] as const) {
    await employer.deposit({ employeeNumber: owner.employeeNumber, title, period, file: makePdf(title) });
  }
  const file = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Trois lignes\nde texte\nlibre') };
  await addDocument(accounts, owner.token, file);
  await page.goto('/documents?sort=title');
  await expect(page.getByText(t('documents.new'), { exact: true })).toHaveCount(2);
  await page.getByRole('link', { name: 'Bulletin d’avril' }).click();
  await viewer.expectPdf('Bulletin d’avril');
  await expect(page.getByRole('button', { name: t('viewer.previous') })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await viewer.expectPdf('Bulletin de mars');
  await page.getByRole('button', { name: t('viewer.next') }).click();
  await expect(viewer.dialog('Notes')).toContainText('Trois lignes');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/documents\?sort=title$/);
  await expect(page.getByText(t('documents.new'), { exact: true })).toHaveCount(0);
});

test('two tabs tell the same', async ({ page, context, t, owner, accounts }) => {
  const file = { name: 'Relevé.pdf', mimeType: 'application/pdf', buffer: makePdf('Releve') };
  await addDocument(accounts, owner.token, file);
  await page.goto('/documents');
  const other = await context.newPage();
  await other.goto('/documents');
  await expect(other.getByRole('link', { name: 'Relevé', exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Relevé' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.rename') }).click();
  await page.getByRole('textbox', { name: t('documents.title') }).fill('Relevé de compte');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Relevé de compte' })).toBeVisible();
  await goTo(other, t, 'trash');
  await goTo(other, t, 'documents');
  await other.reload();
  await expect(other.getByRole('link', { name: 'Relevé de compte' })).toBeVisible();
});

test('a tab goes on with nothing of a safe once another tab has signed in to another one', async ({
  page,
  context,
  t,
  owner,
  employer,
  accounts,
}) => {
  const mine = { name: 'Relevé.pdf', mimeType: 'application/pdf', buffer: makePdf('Releve') };
  await addDocument(accounts, owner.token, mine);
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Relevé', exact: true })).toBeVisible();
  const person = await hire(employer);
  const token = await activate(accounts, person);
  const other = await context.newPage();
  await enterSafe(other, token);
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Relevé', exact: true })).toHaveCount(0);
});
