import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { expectApart } from '../screens/layout.ts';
import { addDocument, changeDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

test.beforeEach(async ({ page, owner, accounts }) => {
  for (const title of ['Bail', 'Assurance']) {
    await addDocument(accounts, owner.token, {
      name: `${title}.pdf`,
      mimeType: 'application/pdf',
      buffer: makePdf(title),
    });
  }
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
});

test('with a finger, documents are sorted, searched and renamed', async ({ page, t, press, show }) => {
  const titles = page.locator('[data-document-link]');
  await press(page.getByRole('button', { name: t('documents.sorts.-addedAt') }));
  await expect(page.getByRole('menu', { name: t('documents.sort') })).toBeVisible();
  await show('sorting');
  await press(page.getByRole('menuitemradio', { name: t('documents.sorts.title') }));
  await expect(titles).toHaveText(['Assurance', 'Bail']);

  const search = page.getByRole('main').getByRole('searchbox', { name: t('shell.search') });
  await search.fill('bail');
  await search.press('Enter');
  await expect(titles).toHaveText(['Bail']);
  await press(page.getByRole('button', { name: t('documents.clearFilters') }));
  await expect(titles).toHaveCount(2);

  await press(page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }));
  await press(page.getByRole('menuitem', { name: t('documents.rename') }));
  const dialog = page.getByRole('dialog', { name: t('documents.renameTitle') });
  await dialog.getByRole('textbox').fill('Bail du studio');
  await show('renaming');
  await press(dialog.getByRole('button', { name: t('documents.renameSubmit') }));
  await expect(titles).toHaveText(['Assurance', 'Bail du studio']);
});

test('what the side menu holds on wide screens is under “more” on phones', async ({ page, t, press, show }) => {
  const more = page.getByRole('navigation').getByRole('button', { name: t('shell.more') });
  await press(more);
  await expect(page.getByRole('menu', { name: t('shell.more') })).toBeVisible();
  await show('more');
  await press(page.getByRole('menuitem', { name: t('shell.trash') }));
  await expect(page.getByRole('heading', { level: 1, name: t('trash.title') })).toBeVisible();
  await press(more);
  await press(page.getByRole('menuitem', { name: t('shell.onlineHelp') }));
  await expect(page.getByRole('heading', { level: 1, name: t('help.title') })).toBeVisible();
});

test('with a finger, documents are chosen, moved, deleted and restored', async ({ page, t, press, show }) => {
  const titles = page.locator('[data-document-link]');
  await press(page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }));
  await press(page.getByRole('menuitem', { name: t('documents.select'), exact: true }));
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  await expect(bar).toContainText(t('organising.chosenOf', { count: 1, total: 2 }));
  await show('selection-of-one');
  await press(bar.getByRole('button', { name: t('organising.chooseAll', { count: 2 }) }));
  await expect(bar).toContainText(t('organising.selected', { count: 2 }));
  await press(page.getByRole('link', { name: 'Assurance', exact: true }));
  await expect(bar).toContainText(t('organising.selected', { count: 1 }));
  await press(page.getByRole('link', { name: 'Assurance', exact: true }));
  await expect(bar).toContainText(t('organising.selected', { count: 2 }));
  await show('selection');
  await press(bar.getByRole('button', { name: t('organising.move') }));
  await expect(page.getByRole('dialog', { name: t('organising.moveTitle', { count: 2 }) })).toBeVisible();
  await show('moving');
  await page.keyboard.press('Escape');
  await press(bar.getByRole('button', { name: t('organising.delete') }));
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await show('deleting');
  await press(page.getByRole('alertdialog').getByRole('button', { name: t('organising.deleteSubmit') }));
  await expect(titles).toHaveCount(0);
  await show('deleted');
  await page.goto('/trash');
  await press(page.getByRole('button', { name: t('trash.actionsOf', { title: 'Bail' }) }));
  await expect(page.getByRole('menu')).toBeVisible();
  await show('trash');
  await press(page.getByRole('menuitem', { name: t('trash.restore'), exact: true }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Bail' })).toHaveCount(0);
  await page.goto('/documents');
  await expect(titles).toHaveText(['Bail']);
});

test('a finger that stays on a document chooses it; the bar and other lines answer to taps', async ({
  page,
  t,
  press,
  show,
}) => {
  const centreOf = async (target: Locator): Promise<Point> => {
    const box = await target.boundingBox();
    if (!box) throw new Error('What is touched is not there.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const bar = page.getByRole('toolbar', { name: t('organising.selection') });
  const session = await page.context().newCDPSession(page);
  const held = await centreOf(link('Bail'));
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [held] });
  await expect(bar).toContainText(t('organising.selected', { count: 1 }));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // To let go opens nothing, and lets nothing go.
  await expect(page).not.toHaveURL(/document=/);
  await expect(bar).toContainText(t('organising.selected', { count: 1 }));
  await show('long-press');

  await press(link('Assurance'));
  await expect(bar).toContainText(t('organising.selected', { count: 2 }));
  const isInside = async (name: string) => {
    const box = await bar.getByRole('button', { name, exact: true }).boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.height >= 44;
  };
  for (const name of ['share', 'move', 'download', 'delete'] as const)
    expect(await isInside(t(`organising.${name}`)), name).toBe(true);
  await press(bar.getByRole('button', { name: t('organising.move'), exact: true }));
  const dialog = page.getByRole('dialog', { name: t('organising.moveTitle', { count: 2 }) });
  await press(dialog.getByText(/^(Logement|Housing)$/));
  await press(dialog.getByRole('button', { name: t('organising.moveSubmit') }));
  await expect(bar).toBeHidden();

  // The notification is above the bar of the next selection.
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await centreOf(link('Bail'))] });
  await expect(bar).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const told = page.getByRole('status').filter({ hasText: t('organising.undo') });
  await expect(told).toBeVisible();
  await expectApart(bar, told);
  await show('long-press-and-notification');
  await press(bar.getByRole('button', { name: t('organising.endSelection') }));
  await expect(bar).toBeHidden();
});

interface Point {
  x: number;
  y: number;
}

/** Moves fingers over the screen, each from its first place to its last. */
async function drag(page: Page, fingers: readonly [from: Point, to: Point][]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch(
    'touchStart',
    fingers.map(([from]) => from),
  );
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch(
      'touchMove',
      fingers.map(([from, to]) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })),
    );
  await touch('touchEnd', []);
  await session.detach();
}

test('with fingers, one document leads to the next, is enlarged, and its details are read', async ({
  page,
  t,
  press,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  await press(page.getByRole('link', { name: 'Assurance', exact: true }));
  await viewer.expectPdf('Assurance');
  await drag(page, [
    [
      { x: 330, y: 500 },
      { x: 60, y: 510 },
    ],
  ]);
  await viewer.expectPdf('Bail');
  await drag(page, [
    [
      { x: 60, y: 500 },
      { x: 330, y: 510 },
    ],
  ]);
  await viewer.expectPdf('Assurance');

  // The title has the room that sharing and deleting leave.
  const heading = page.getByRole('dialog').getByRole('heading', { name: 'Assurance' });
  expect((await heading.boundingBox())?.width).toBeGreaterThan(150);
  await press(viewer.button(t('documents.actionsOf', { title: 'Assurance' })));
  await expect(page.getByRole('menuitem')).toHaveText([t('documents.share'), t('documents.delete')]);
  await show('viewer-actions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  const sheet = page.getByRole('figure', { name: t('viewer.pageOf', { page: 1 }) });
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const before = await width();
  await drag(page, [
    [
      { x: 180, y: 400 },
      { x: 80, y: 400 },
    ],
    [
      { x: 220, y: 400 },
      { x: 320, y: 400 },
    ],
  ]);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await press(viewer.button(t('viewer.fit')));
  const panel = await viewer.openDetails();
  await show('viewer-details');
  await press(panel.getByRole('button', { name: t('details.verify') }));
  await expect(panel.getByRole('alert')).toContainText(t('details.intact'));
  await press(panel.getByRole('button', { name: t('details.close') }));
  await viewer.close();
});

test('the home page stands still while it fills, with a paper to renew', async ({ page, t, owner, accounts, show }) => {
  const scan = { name: 'Passeport.pdf', mimeType: 'application/pdf', buffer: makePdf('Passeport') };
  const id = await addDocument(accounts, owner.token, scan);
  await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
  await changeDocument(accounts, owner.token, { id, expiresOn: '2026-12-31' });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += 'value' in entry ? Number(entry.value) : 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The answer comes after the others.
  await page.route('**/identity-papers', async (route) => {
    await page.waitForLoadState('load');
    await route.continue();
  });
  await page.goto('/home');
  const card = page.getByText(t('papers.remindersTitle')).locator('..');
  await expect(card).toBeVisible();
  await expect(page.getByRole('heading', { name: t('home.last') })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.05);
  await show('home-reminder', 'page');
});
