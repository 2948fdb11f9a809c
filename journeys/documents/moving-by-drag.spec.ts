import type { Locator, Page } from '@playwright/test';
import { dropOn } from '../screens/adding.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { listFolderPaths, makeFolder } from '../screens/folders.ts';
import { expectApart } from '../screens/layout.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';

const titles = ['Assurance', 'Bail', 'Contrat', 'Facture'];
const linkOf = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const shelfOf = (page: Page, t: Words, title: string) =>
  page.getByRole('navigation', { name: t('documents.categories') }).getByRole('link', { name: title });
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ has: linkOf(page, title) });

async function middleOf(target: Locator): Promise<number> {
  const box = await target.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0) / 2;
}

/** Takes it where it is: what arrives above it can move it away between the look and the press. */
async function take(page: Page, from: Locator): Promise<void> {
  await expect(async () => {
    await from.hover();
    await page.mouse.down();
    const isHeld = await from.evaluate((held) => held.matches(':active'));
    if (!isHeld) await page.mouse.up();
    expect(isHeld, 'the hand holds it').toBe(true);
  }).toPass();
}

/** Drags as a hand does: the page has the time to show where it can be dropped. */
async function drag(page: Page, from: Locator, { to, onHold }: { to: Locator; onHold?: () => Promise<void> }) {
  await expect(to).toBeVisible();
  await take(page, from);
  await dropOver(page, to, onHold);
}

/** Drops what is held on a place that takes it. */
async function dropOver(page: Page, to: Locator, onHold?: () => Promise<void>): Promise<void> {
  await expect(async () => {
    // Its place now: arrivals may move it meanwhile.
    const box = await to.boundingBox();
    if (!box) throw new Error('What is dropped on is not there.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y - 4, { steps: 4 });
    await page.mouse.move(x, y);
    await page.mouse.move(x + 2, y);
    await expect(to).toHaveAttribute('data-receiving', '', { timeout: 500 });
  }).toPass();
  await onHold?.();
  await page.mouse.up();
}

test.beforeEach(async ({ page, owner, accounts }) => {
  for (const title of titles) {
    const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
    await addDocument(accounts, owner.token, file);
  }
  await page.goto('/documents?sort=title');
  await expect(page.locator('[data-document-link]')).toHaveText(titles);
});

test('a document is dragged onto a shelf, and taken back', async ({ page, t, show }) => {
  await drag(page, linkOf(page, 'Bail'), {
    to: shelfOf(page, t, 'Logement'),
    onHold: async () => {
      const hint = page.getByText(t('organising.dropMove', { count: 1, place: 'Logement' }));
      await expect(hint).toBeVisible();
      const away = (await middleOf(hint)) - (await middleOf(page.getByRole('table')));
      expect(Math.abs(away), 'it stands in the middle of the list').toBeLessThan(12);
      await show('dragging-a-document');
    },
  });
  await expect(page.getByText(t('organising.moved', { count: 1, place: 'Logement' }))).toBeVisible();
  await expect(rowOf(page, 'Bail')).toContainText('Logement');
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(page.getByText(t('organising.cancelled'))).toBeVisible();
  await expect(rowOf(page, 'Bail')).not.toContainText('Logement');
});

test('all that is chosen is dragged together', async ({ page, t, show }) => {
  for (const title of ['Assurance', 'Contrat', 'Facture']) {
    await page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) }).check();
  }
  await drag(page, linkOf(page, 'Contrat'), {
    to: shelfOf(page, t, 'Banque et assurances'),
    onHold: () => show('dragging-a-selection'),
  });
  await expect(page.getByText(t('organising.moved', { count: 3, place: 'Banque et assurances' }))).toBeVisible();
  for (const title of ['Assurance', 'Contrat', 'Facture'])
    await expect(rowOf(page, title)).toContainText('Banque et assurances');
  await expect(rowOf(page, 'Bail')).not.toContainText('Banque et assurances');
  await expect(page.getByRole('toolbar', { name: t('organising.selection') })).toBeHidden();
});

test('of what is dragged, what another window has deleted is told, and the rest is moved', async ({
  page,
  t,
  accounts,
  owner,
  show,
  expectOutcome,
}) => {
  for (const title of ['Assurance', 'Contrat', 'Facture']) {
    await page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) }).check();
  }
  const calls = new OwnerCalls(accounts, owner.token);
  const { items } = (await calls.call('GET', 'documents?sort=title')) as { items: { id: string }[] };
  await calls.call('POST', 'documents/delete', { documents: [items[2]?.id] });
  expectOutcome({ address: '/documents/move', outcome: 404 });
  await drag(page, linkOf(page, 'Assurance'), { to: shelfOf(page, t, 'Santé') });
  const gone = t('organising.quoted', { title: 'Contrat' });
  await expect(
    page.getByText(t('organising.goneMeanwhile', { names: gone, count: 1, others: 0, act: 'move' })),
  ).toBeVisible();
  await expect(rowOf(page, 'Contrat')).toHaveCount(0);
  await show('dragging-what-is-left');
  await page.getByRole('button', { name: t('organising.moveOthers', { count: 2 }) }).click();
  await expect(page.getByText(t('organising.moved', { count: 2, place: 'Santé' }))).toBeVisible();
  for (const title of ['Assurance', 'Facture']) await expect(rowOf(page, title)).toContainText('Santé');
});

test('in the grid, a card is dragged into a folder, and back by the trail', async ({ page, t, accounts, owner }) => {
  await makeFolder(accounts, owner.token, { name: 'Appartement', category: 'Logement' });
  await page.reload();
  await page
    .getByRole('button', { name: t('documents.viewGrid') })
    .or(page.getByRole('radio', { name: t('documents.viewGrid') }))
    .click();
  await drag(page, linkOf(page, 'Bail'), { to: shelfOf(page, t, 'Logement') });
  await expect(page.getByText(t('organising.moved', { count: 1, place: 'Logement' }))).toBeVisible();
  await shelfOf(page, t, 'Logement').click();
  const folder = page.getByRole('navigation', { name: t('documents.folders') }).getByRole('link');
  await drag(page, linkOf(page, 'Bail'), { to: folder });
  await expect(page.getByText(t('organising.moved', { count: 1, place: 'Appartement' }))).toBeVisible();
  await folder.click();
  await expect(linkOf(page, 'Bail')).toBeVisible();
  const trail = page.getByRole('navigation', { name: t('documents.trail') });
  await drag(page, linkOf(page, 'Bail'), { to: trail.getByRole('link', { name: 'Logement' }) });
  await expect(page.getByText(t('documents.emptyFolder'))).toBeVisible();
});

test('a document that is taken before the list of its folder has come can be dropped where it was before', async ({
  page,
  t,
  accounts,
  owner,
}) => {
  await makeFolder(accounts, owner.token, { name: 'Appartement', category: 'Logement' });
  await page.reload();
  await drag(page, linkOf(page, 'Bail'), { to: shelfOf(page, t, 'Logement') });
  await expect(page.getByText(t('organising.moved', { count: 1, place: 'Logement' }))).toBeVisible();
  await shelfOf(page, t, 'Logement').click();
  const folder = page.getByRole('navigation', { name: t('documents.folders') }).getByRole('link');
  await expect(folder).toBeVisible();
  await expect(page.locator('[data-document-link]')).toHaveText(['Bail']);
  // Another window moves it: this one learns of it with the list of the folder, which is slow.
  const calls = new OwnerCalls(accounts, owner.token);
  const { items } = (await calls.call('GET', 'documents?sort=title')) as { items: { id: string; title: string }[] };
  const folderId = (await folder.getAttribute('href'))?.split('/').at(-1)?.split('?')[0];
  const documents = items.filter(({ title }) => title === 'Bail').map(({ id }) => id);
  await calls.call('POST', 'documents/move', { documents, to: { folderId } });
  const slow = Promise.withResolvers<void>();
  await page.route(`**/backend/api/v1/documents?*folderId=${folderId}*`, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await folder.click();
  const before = page.getByRole('navigation', { name: t('documents.trail') }).getByRole('link', { name: 'Logement' });
  await expect(before).toBeVisible();
  const answered = page.waitForResponse((answer) => answer.url().includes(`folderId=${folderId}`));
  await take(page, linkOf(page, 'Bail'));
  await page.mouse.move(600, 700, { steps: 4 });
  await expect(page.getByText(t('organising.dropHint', { count: 1 }))).toBeVisible();
  slow.resolve();
  await answered;
  await dropOver(page, before);
  await expect(page.getByText(t('documents.emptyFolder'))).toBeVisible();
});

test('a folder is dragged into another, up the trail, onto a shelf, and taken back', async ({
  page,
  t,
  accounts,
  owner,
  show,
}) => {
  for (const name of ['Appartement', 'Travaux'])
    await makeFolder(accounts, owner.token, { name, category: 'Logement' });
  await shelfOf(page, t, 'Logement').click();
  const folders = page.getByRole('navigation', { name: t('documents.folders') });
  const folder = (name: string) => folders.getByRole('link', { name });
  await drag(page, folder('Travaux'), {
    to: folder('Appartement'),
    onHold: async () => {
      await expect(page.getByText(t('organising.dropMove', { count: 1, place: 'Appartement' }))).toBeVisible();
      await show('dragging-a-folder');
    },
  });
  await expect(page.getByText(t('organising.folderMoved', { place: 'Appartement' }))).toBeVisible();
  await expect(folder('Travaux')).toHaveCount(0);
  expect(await listFolderPaths(accounts, owner.token)).toEqual(['Appartement', 'Appartement/Travaux']);

  await folder('Appartement').click();
  const trail = page.getByRole('navigation', { name: t('documents.trail') });
  await drag(page, folder('Travaux'), { to: trail.getByRole('link', { name: 'Logement' }) });
  await expect(folder('Travaux')).toHaveCount(0);
  expect(await listFolderPaths(accounts, owner.token)).toEqual(['Appartement', 'Travaux']);

  await trail.getByRole('link', { name: 'Logement' }).click();
  await drag(page, folder('Travaux'), { to: shelfOf(page, t, 'Santé') });
  await expect(page.getByText(t('organising.folderMoved', { place: 'Santé' }))).toBeVisible();
  await expect(folder('Travaux')).toHaveCount(0);
  await page.getByRole('button', { name: t('organising.undo') }).click();
  await expect(folder('Travaux')).toBeVisible();
});

test('what is told while documents are chosen stands beside their bar', async ({ page, t, show }) => {
  await drag(page, linkOf(page, 'Bail'), { to: shelfOf(page, t, 'Logement') });
  const told = page.getByText(t('organising.moved', { count: 1, place: 'Logement' }));
  await expect(told).toBeVisible();
  await page.getByRole('checkbox', { name: t('documents.selectNamed', { title: 'Contrat' }) }).check();
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await expect(bar).toBeVisible();
  await expectApart(bar, page.getByRole('status').filter({ has: told }));
  await show('selection-and-notification');
});

test('files are dropped onto a shelf, and go there', async ({ page, t, show }) => {
  const shelf = shelfOf(page, t, 'Santé');
  const file = { name: 'Radio.pdf', mimeType: 'application/pdf', buffer: makePdf('Radio') };
  await dropOn(shelf, [file], async () => {
    await expect(page.getByText(t('documents.dropIn', { place: 'Santé' }))).toBeVisible();
    await expect(shelf).toHaveAttribute('data-receiving', '');
    await show('files-over-a-shelf');
  });
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await expect(dialog.getByRole('button', { name: t('upload.place') })).toContainText('Santé');
  await show('files-and-their-place');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Radio')).toContainText('Santé');
});

test('a title is changed where it stands: F2, Enter, Escape', async ({ page, t, show }) => {
  const field = (title: string) => page.getByRole('textbox', { name: t('documents.titleOf', { title }) });
  await linkOf(page, 'Bail').focus();
  await page.keyboard.press('F2');
  await expect(field('Bail')).toBeFocused();
  await show('renaming-in-place');
  await page.keyboard.type('Bail signé');
  await page.keyboard.press('Enter');
  await expect(linkOf(page, 'Bail signé')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(field('Bail signé')).toBeFocused();
  await page.keyboard.type('Rien');
  await page.keyboard.press('Escape');
  await expect(linkOf(page, 'Bail signé')).toBeFocused();
  await page.reload();
  await expect(linkOf(page, 'Bail signé')).toBeVisible();
});
