import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { goTo } from '../screens/navigation.ts';
import { makePhotographer } from '../checks/pictures.ts';
import { addDocument, hasThumbnail } from '../people/safe.ts';
import { spoilContent } from '../people/spoil-content.ts';
import { Viewer } from '../screens/viewer.ts';
import { longestReadingMs, pace } from '../checks/pace.ts';
import { expectApart } from '../screens/layout.ts';

const lease = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
const documentsCall = '**/backend/api/v1/documents?*';

test('an empty safe says what comes next', async ({ page, t, owner, show }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  await expect(page.getByText(t('home.emptySafe'))).toBeVisible();
  await show('home-empty', 'page');
  await goTo(page, t, 'documents');
  // The home page says it in the same words, and stays until this one is there.
  const list = page.getByRole('region', { name: t('documents.caption') });
  await expect(list.getByText(t('documents.empty'))).toBeVisible();
  await show('documents-empty');
  await list.getByRole('button', { name: t('documents.addFirst') }).click();
  await expect(page.getByRole('dialog', { name: t('upload.title') })).toBeVisible();
});

test('a service that does not answer is told, and asked again with one press', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '/api/v1/documents', outcome: 'net::ERR_FAILED' });
  await page.route(documentsCall, (route) => route.abort());
  await page.goto('/documents');
  const list = page.getByRole('region', { name: t('documents.caption') });
  await expect(list.getByText(t('network.unreachable'))).toBeVisible({ timeout: 30_000 * pace });
  await show('documents-unreachable');
  await page.unroute(documentsCall);
  await list.getByRole('button', { name: t('ui.retry') }).click();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
});

test('a fault of the server is told in plain words', async ({ page, t, owner, show, expectOutcome }) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '/api/v1/documents', outcome: 500 });
  const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
  await page.route(documentsCall, (route) => route.fulfill({ status: 500, json: body }));
  await page.goto('/home');
  await expect(page.getByText(t('safeFailures.listDocuments')).first()).toBeVisible({ timeout: 30_000 * pace });
  await show('home-fault', 'page');
});

test('a name with characters that are refused is told which, in its field and in the list', async ({
  page,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  expectOutcome({ address: '/api/v1/documents/', outcome: 400 });
  await addDocument(accounts, owner.token, lease);
  await page.goto('/documents');
  await page.getByRole('button', { name: t('documents.organise') }).click();
  await page.getByRole('menuitem', { name: t('documents.newCategory') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('organising.name') }).fill('Mai\u202eson');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(t('forms.characters'));
  await show('characters-in-a-field');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.rename') }).click();
  await page.getByRole('textbox', { name: t('documents.titleOf', { title: 'Bail' }) }).fill('Ba\u202eil');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('forms.characters'))).toBeVisible();
  await show('characters-in-the-list');
});

test('without a connection the page says so, keeps what it shows, and goes on by itself', async ({
  page,
  context,
  t,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(t('ui.offline'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await show('documents-offline');
  const navigation = page.getByRole('navigation', { name: t('shell.navigation') });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.mouse.wheel(0, 400);
  await expectApart(page.getByText(t('ui.offline')), navigation);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: t('documents.unread'), exact: true }).click();
  await expect(page).toHaveURL(/unread=true/);
  await context.setOffline(false);
  await expect(page.getByText(t('ui.offline'))).toBeHidden();
  await expect(page.getByText(t('documents.noMatch'))).toBeVisible();
});

test('a document that cannot be drawn is told, and can be downloaded', async ({ page, t, owner, accounts, show }) => {
  const broken = { ...lease, name: 'Abîmé.pdf', buffer: Buffer.from('%PDF-1.4\nrien de lisible\n%%EOF\n') };
  const id = await addDocument(accounts, owner.token, broken);
  await page.goto(`/documents?document=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Abîmé' });
  await expect(dialog.getByText(t('viewer.damaged'))).toBeVisible();
  await show('viewer-damaged');
  await expect(dialog.getByRole('button', { name: t('documents.download') }).first()).toBeVisible();
});

test('a document whose kept content is damaged says so in the viewer, without another try that cannot help', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const id = await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '/content', outcome: 500 });
  const body = { status: 500, errors: [{ code: 'DocumentDamaged' }] };
  let asked = 0;
  await page.route(`**/documents/${id}/content`, (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: body });
  });
  await page.goto(`/documents?document=${id}`);
  const viewer = new Viewer({ page, t, press });
  const dialog = viewer.dialog('Bail');
  await expect(dialog.getByRole('alert')).toContainText(t('errors.DocumentDamaged'), { timeout: 30_000 * pace });
  await expect(dialog.getByRole('figure')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: t('ui.retry') })).toHaveCount(0);
  expect(asked).toBe(1);
  await show('viewer-content-damaged');
  await page.unroute(`**/documents/${id}/content`);
  await viewer.close();
  await page.getByRole('link', { name: 'Bail', exact: true }).click();
  await viewer.expectPdf('Bail');
});

test('a download that breaks off because the content is damaged says so, and so do its page and its attestation', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  // Long enough to be on its way when the damage shows.
  const buffer = Buffer.concat([lease.buffer, Buffer.alloc(4_000_000, '%\n')]);
  const id = await addDocument(accounts, owner.token, { ...lease, buffer });
  test.slow();
  await expect.poll(() => hasThumbnail(accounts, owner.token, id), { timeout: longestReadingMs }).toBe(true);
  await spoilContent(accounts, id);
  const address = `/documents/${id}/content`;
  for (const outcome of [500, 'net::ERR_CONTENT_LENGTH_MISMATCH']) expectOutcome({ address, outcome });
  expectOutcome({ address: `/documents/${id}/attestation`, outcome: 500 });

  await test.step('the first download begins, and is cut', async () => {
    await page.goto('/documents');
    const answered = page.waitForResponse(`**${address}`);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(address));
    await press(page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }));
    await press(page.getByRole('menuitem', { name: t('documents.download') }));
    expect((await answered).status()).toBe(200);
    await failed;
    await expect(page.getByText(t('errors.DocumentDamaged'))).toBeVisible();
    await show('download-of-a-damaged-document');
  });

  await test.step('its page shows nothing of it', async () => {
    await page.goto(`/documents?document=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Bail' });
    await expect(dialog.getByRole('alert')).toContainText(t('errors.DocumentDamaged'), { timeout: 30_000 * pace });
    await expect(dialog.getByRole('figure')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: t('ui.retry') })).toHaveCount(0);
    await show('page-of-a-damaged-document');
  });

  await test.step('nothing is attested of it', async () => {
    const panel = await new Viewer({ page, t, press }).openDetails();
    await press(panel.getByRole('button', { name: t('details.attestation') }));
    await expect(page.getByText(t('errors.DocumentDamaged'))).toHaveCount(2);
    await show('attestation-of-a-damaged-document');
  });
});

test('a menu whose files do not come says so, and the page stays', async ({
  page,
  context,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await page.goto('/documents');
  const title = page.getByRole('link', { name: 'Bail', exact: true });
  await expect(title).toBeVisible();
  await context.setOffline(true);
  const openers = [
    page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }),
    page.getByRole('button', { name: t('documents.type'), exact: true }),
    page.getByRole('button', { name: t('documents.organise') }),
    page.getByRole('banner').getByRole('button', { name: t('shell.accountMenu') }),
  ];
  for (const opener of openers) {
    await opener.press('Enter');
    await expect(page.getByText(t('network.unreachable')).first()).toBeVisible();
    await expect(opener).toBeFocused();
    await expect(title).toBeVisible();
  }
  await context.setOffline(false);
  for (const opener of openers) {
    await opener.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a menu whose files have gone with a new version leaves the page as it is', async ({
  page,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '/assets/', outcome: 404 });
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await expect(page.getByText(t('network.unreachable'))).toBeVisible();
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: t('documents.viewGrid') }) })
    .click();
  await expect(page.getByRole('region', { name: t('documents.caption') }).getByRole('alert')).toBeVisible();
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
});

test('a PDF whose reader does not come stays open, says so, and is asked for again', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '/assets/', outcome: 404 });
  await page.route('**/assets/pdf-view-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Bail', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(t('network.unreachable'))).toBeVisible();
  await show('reader-gone');
  await page.unroute('**/assets/pdf-view-*.js');
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await new Viewer({ page, t, press }).expectPdf('Bail');
});

test('a page whose files do not come says so in the safe, and comes with the line', async ({
  page,
  context,
  t,
  owner,
  expectOutcome,
}, testInfo) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await page.goto('/documents');
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await context.setOffline(true);
  await goTo(page, t, 'trash');
  await expect(page.getByRole('heading', { level: 1, name: t('app.crashTitle') })).toBeVisible();
  await expect(page.getByRole('alert').getByText(t('network.offline'))).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('shell.navigation') })).toBeVisible();
  // Pictures only: what looks for faults of accessibility would fetch the styles that did not come.
  await makePhotographer(page, testInfo)('page-offline');
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await expect(page.getByRole('alert').getByText(t('network.offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
});

test('a page whose files have gone is read again once, and keeps what its address says', async ({
  page,
  t,
  owner,
  show,
  expectOutcome,
}) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '/assets/', outcome: 404 });
  await page.goto('/trash');
  await expect(page.getByRole('heading', { name: t('trash.emptyTitle') })).toBeVisible();
  await page.route('**/assets/documents-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/documents?sort=title');
  const reload = page.getByRole('link', { name: t('app.reload') });
  await expect(reload).toHaveAttribute('href', '/documents?sort=title');
  await show('page-gone');
  await page.unroute('**/assets/documents-*.js');
  await reload.click();
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
  await expect(page).toHaveURL(/sort=title/);
});

test('categories that do not come are told, and asked for again', async ({ page, t, owner, show, expectOutcome }) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '/api/v1/categories', outcome: 500 });
  const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
  const categoriesCall = '**/backend/api/v1/categories?*';
  await page.route(categoriesCall, (route) => route.fulfill({ status: 500, json: body }));
  await page.goto('/documents');
  await expect(page.getByText(t('safeFailures.listCategories'))).toBeVisible({ timeout: 30_000 * pace });
  await show('categories-fault');
  await page.unroute(categoriesCall);
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await expect(page.getByRole('navigation', { name: t('documents.categories') })).toBeVisible();
});

test('a folder that is there no more leads back to the documents, and offers nothing else', async ({
  page,
  t,
  owner,
  show,
  expectOutcome,
}) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '/documents', outcome: 404 });
  await page.goto('/documents/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: t('errors.FolderNotFound') })).toBeVisible();
  await expect(page.getByRole('group', { name: t('documents.filters') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('documents.organise') })).toHaveCount(0);
  await show('folder-gone');
  await page.getByRole('button', { name: t('documents.seeAll') }).click();
  await expect(page.getByText(t('documents.empty'))).toBeVisible();
});
