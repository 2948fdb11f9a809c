import type { BrowserContext, Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { readMails } from '../people/inbox.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument, readTitles } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';
import { newAddress } from '../people/addresses.ts';

const lease = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
let id = '';

test.beforeEach(async ({ owner, accounts, expectOutcome }) => {
  id = await addDocument(accounts, owner.token, lease);
  expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const question = (page: Page) => page.getByRole('alertdialog');
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click();

async function cutLine(context: BrowserContext, page: Page, t: Words): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText(t('ui.offline'))).toBeVisible();
}

/** Back on the line, with time for whatever had waited for it. */
async function mendLine(context: BrowserContext, page: Page, t: Words): Promise<void> {
  await context.setOffline(false);
  await expect(page.getByText(t('ui.offline'))).toBeHidden();
  await page.reload({ waitUntil: 'networkidle' });
}

/** Every call that changes something, from now on. */
function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`);
  });
  return changes;
}

test('a share that cannot be sent says so, and one that was given up is never made', async ({
  page,
  context,
  t,
  owner,
  accounts,
  show,
}) => {
  const email = newAddress('agence');
  await page.goto('/shares');
  await page
    .getByRole('link', { name: t('shares.create') })
    .first()
    .click();
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await press(page, t('newShare.next'));
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Bail' }) }) })
    .click();
  await press(page, t('newShare.next'));
  await press(page, t('newShare.next'));
  await page.getByLabel(t('newShare.recipients')).fill(email);
  await cutLine(context, page, t);
  await press(page, t('newShare.submitEmail'));
  await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
  await expect(page.getByLabel(t('newShare.recipients'))).toHaveValue(email);
  await show('share-offline');

  const changes = watchChanges(page);
  await press(page, t('newShare.abandon'));
  await answer(page, t('newShare.abandon'));
  await expect(page.getByRole('heading', { level: 1, name: t('shares.title') })).toBeVisible();
  await mendLine(context, page, t);
  await expect(page.getByRole('heading', { name: t('shares.emptyTitle') })).toBeVisible();
  expect(changes).toEqual([]);
  expect(await new OwnerCalls(accounts, owner.token).call('GET', 'sharings')).toMatchObject({ total: 0 });
  expect(await readMails(accounts.inboxUrl, email)).toEqual([]);
});

test('a share that could not be sent is sent once the connection is back', async ({ page, context, t }) => {
  await page.goto('/shares/new');
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await press(page, t('newShare.next'));
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Bail' }) }) })
    .click();
  await press(page, t('newShare.next'));
  await press(page, t('newShare.next'));
  await page.getByText(t('newShare.byLink'), { exact: true }).click();
  await cutLine(context, page, t);
  await press(page, t('newShare.submitLink'));
  await expect(page.getByRole('alert')).toHaveText(t('network.unreachable'));
  await context.setOffline(false);
  await press(page, t('newShare.submitLink'));
  await expect(page.getByLabel(t('shares.link'), { exact: true })).toHaveValue(/\/p#[\w-]{22}$/);
});

test('a deletion without a connection says so, and the document stays', async ({
  page,
  context,
  t,
  owner,
  accounts,
  show,
}) => {
  await page.goto('/documents');
  await press(page, t('documents.actionsOf', { title: 'Bail' }));
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  await expect(question(page)).toBeVisible();
  await cutLine(context, page, t);
  await answer(page, t('organising.deleteSubmit'));
  await expect(question(page).getByRole('alert')).toHaveText(t('network.unreachable'));
  await show('deleting-offline');
  const changes = watchChanges(page);
  await answer(page, t('ui.cancel'));
  await mendLine(context, page, t);
  expect(changes).toEqual([]);
  expect(await readTitles(accounts, owner.token)).toEqual(['Bail']);
});

test('a share is not ended by a press that was made without a connection', async ({
  page,
  context,
  t,
  owner,
  accounts,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const share = await safe.share({ documents: [id], mode: 'LINK' });
  await page.goto(`/shares/${share.id}`);
  await press(page, t('shares.stop'));
  await cutLine(context, page, t);
  await answer(page, t('shares.stopSubmit'));
  await expect(question(page).getByRole('alert')).toHaveText(t('network.unreachable'));
  const changes = watchChanges(page);
  await answer(page, t('ui.cancel'));
  await mendLine(context, page, t);
  await expect(page.getByRole('button', { name: t('shares.stop'), exact: true })).toBeVisible();
  expect(changes).toEqual([]);
  expect(await safe.call('GET', `sharings/${share.id}`)).toMatchObject({ status: 'active' });
});

test('nobody is asked for documents by a form that was given up without a connection', async ({
  page,
  context,
  t,
  owner,
  accounts,
}) => {
  await page.goto('/shares?view=requests');
  await page
    .getByRole('button', { name: t('shares.request') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('documentRequests.what')).fill('Vos diplômes');
  await cutLine(context, page, t);
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('network.unreachable'));
  const changes = watchChanges(page);
  await dialog.getByRole('button', { name: t('ui.cancel') }).click();
  await mendLine(context, page, t);
  await expect(page.getByRole('heading', { name: t('documentRequests.emptyTitle') })).toBeVisible();
  expect(changes).toEqual([]);
  expect(await new OwnerCalls(accounts, owner.token).call('GET', 'document-requests')).toMatchObject({ total: 0 });
});

test('what is shown at once is put back when it could not be kept', async ({ page, context, t }) => {
  const openMenu = () => press(page, t('documents.actionsOf', { title: 'Bail' }));
  const mark = page.getByRole('menuitem', { name: t('documents.markUnread') });
  await page.goto('/documents');
  await openMenu();
  await expect(mark).toBeVisible();
  await cutLine(context, page, t);
  await mark.click();
  await expect(page.getByText(t('network.unreachable'))).toBeVisible();
  await openMenu();
  await expect(mark, 'it is not unread').toBeVisible();
});
