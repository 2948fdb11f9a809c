import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { readMails } from '../people/inbox.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { activate, hire } from '../people/people.ts';
import { addDocument, changeDocument } from '../people/safe.ts';
import { AccountMenu } from '../screens/account-menu.ts';
import { enterCredentials } from '../screens/sign-in-screen.ts';
import type { Words } from '../checks/words.ts';
import { pace } from '../checks/pace.ts';
import { newAddress } from '../people/addresses.ts';

const title = 'Dossier de location';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Goes on to the last step, where the share is sent. */
async function prepareShare(page: Page, t: Words): Promise<void> {
  await page.goto('/shares/new');
  await page.getByLabel(t('newShare.shareTitle')).fill(title);
  await press(page, t('newShare.next'));
  const box = page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Bail' }) });
  await page.getByRole('listitem').filter({ has: box }).click();
  await press(page, t('newShare.next'));
  await press(page, t('newShare.next'));
}

/** Leaves the page by the menu, for a share that is begun or resumed. */
async function beginByMenu(page: Page, t: Words): Promise<void> {
  await page
    .getByRole('link', { name: t('shell.shares') })
    .first()
    .click();
  await page
    .getByRole('link', { name: t('shares.create') })
    .first()
    .click();
}

/** From the first step, which asks for a title only. */
async function expectNoneChosen(page: Page, t: Words, document: string): Promise<void> {
  await page.getByLabel(t('newShare.shareTitle')).fill(title);
  await press(page, t('newShare.next'));
  const choice = page.getByRole('checkbox', { name: t('newShare.choose', { title: document }) });
  await expect(choice).toBeVisible();
  await expect(choice).not.toBeChecked();
  await press(page, t('newShare.next'));
  await expect(page.getByRole('alert')).toHaveText(t('newShare.noneChosen'));
}

/** The next answer to a creation is lost on its way; what was asked is done. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** As a hurried hand: both presses are over before the page has drawn the first. */
const submitTwice = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form:has(button[type=submit])');
    form?.requestSubmit();
    form?.requestSubmit();
  });

test.beforeEach(async ({ accounts, owner }) => {
  await addDocument(accounts, owner.token, { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') });
});

test('a share whose answer was lost is made once, whoever presses again', async ({
  page,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const email = newAddress('agence');
  expectOutcome({ address: '/sharings', outcome: 'net::ERR_FAILED' });
  await prepareShare(page, t);
  await page.getByLabel(t('newShare.recipients')).fill(email);
  await loseAnswer(page, '**/api/v1/sharings');
  await press(page, t('newShare.submitEmail'));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.reload();
  await press(page, t('newShare.submitEmail'));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await safe.call('GET', 'sharings')).toMatchObject({ total: 1 });
  await expect.poll(() => readMails(accounts.inboxUrl, email), { timeout: 30_000 * pace }).toHaveLength(1);
});

test('what was changed after a lost answer is another share', async ({ page, t, owner, accounts, expectOutcome }) => {
  const safe = new OwnerCalls(accounts, owner.token);
  expectOutcome({ address: '/sharings', outcome: 'net::ERR_FAILED' });
  await prepareShare(page, t);
  await page.getByText(t('newShare.byLink'), { exact: true }).click();
  await loseAnswer(page, '**/api/v1/sharings');
  await press(page, t('newShare.submitLink'));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByText(t('newShare.securityCode'), { exact: true }).click();
  await page.getByLabel(t('newShare.code'), { exact: true }).fill('tilleul-2026');
  await press(page, t('newShare.submitLink'));
  await expect(page.getByLabel(t('shares.link'), { exact: true })).toHaveValue(/\/p#[\w-]{22}$/);
  expect(await safe.call('GET', 'sharings')).toMatchObject({ total: 2 });
});

test('two presses at once make one share, and one request for documents', async ({ page, t, owner, accounts }) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  await prepareShare(page, t);
  await page.getByText(t('newShare.byLink'), { exact: true }).click();
  await submitTwice(page);
  await expect(page.getByLabel(t('shares.link'), { exact: true })).toBeVisible();
  await page.goto('/shares?view=requests');
  await page
    .getByRole('button', { name: t('shares.request') })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel(t('documentRequests.what')).fill('Vos diplômes');
  await submitTwice(page);
  await expect(page.getByRole('dialog').getByLabel(t('shares.link'), { exact: true })).toBeVisible();
  for (const path of ['sharings', 'document-requests']) {
    expect(asked.filter((name) => name === path)).toHaveLength(1);
    expect(await safe.call('GET', path)).toMatchObject({ total: 1 });
  }
});

test('a request for documents whose answer was lost is made once', async ({
  page,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  expectOutcome({ address: '/document-requests', outcome: 'net::ERR_FAILED' });
  await page.goto('/shares?view=requests');
  await page
    .getByRole('button', { name: t('shares.request') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('documentRequests.what')).fill('Vos diplômes');
  await loseAnswer(page, '**/api/v1/document-requests');
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByLabel(t('shares.link'), { exact: true })).toHaveValue(/\/p#[\w-]{22}$/);
  expect(await safe.call('GET', 'document-requests')).toMatchObject({ total: 1 });
});

test('a share left by the menu says that it is resumed, and begins again where that is asked', async ({
  page,
  t,
  show,
}) => {
  await prepareShare(page, t);
  await page
    .getByRole('link', { name: t('shell.documents') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('documents.heading') })).toBeVisible();
  await page.goto('/shares/new');
  await expect(page.getByText(t('newShare.resumed'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('newShare.resumedText', { count: 1 }))).toBeVisible();
  await show('resumed');
  await press(page, t('newShare.restart'));
  await expect(page.getByText(t('newShare.resumed'), { exact: true })).toBeHidden();
  await expect(page.getByLabel(t('newShare.shareTitle'))).toHaveValue('');
  await expectNoneChosen(page, t, 'Bail');
});

test('a share that is left says nothing to who signs in next in this tab', async ({ page, t, employer, accounts }) => {
  await prepareShare(page, t);
  await new AccountMenu({ page, t, press: (target) => target.click() }).choose('signOut');
  await expect(page).toHaveURL(/\/login/);
  const next = await hire(employer);
  await activate(accounts, next);
  await enterCredentials({ page, t }, next);
  await expect(page.getByRole('heading', { name: t('home.hello', { name: next.firstName }) })).toBeVisible();
  await beginByMenu(page, t);
  await expect(page.getByLabel(t('newShare.shareTitle'))).toHaveValue('');
  await expect(page.getByText(t('newShare.resumed'), { exact: true })).toHaveCount(0);
});

test('a share begun from a passport’s menu and left is resumed with it, and begins again without it', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  const passport = { name: 'Passeport.pdf', mimeType: 'application/pdf', buffer: makePdf('Passeport') };
  const id = await addDocument(accounts, owner.token, passport);
  await changeDocument(accounts, owner.token, { id, type: 'PSPR' });
  await page.goto('/documents');
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Passeport' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.share') }).click();
  await expect(page.getByLabel(t('newShare.shareTitle'))).toBeVisible();
  await expect(page.getByText(t('newShare.resumed'), { exact: true }), 'nothing comes back').toBeHidden();
  await beginByMenu(page, t);
  await expect(page.getByText(t('newShare.resumedText', { count: 1 }))).toBeVisible();
  await show('resumed-with-a-passport');
  await press(page, t('newShare.restart'));
  await expect(page.getByText(t('newShare.resumed'), { exact: true })).toBeHidden();
  await expectNoneChosen(page, t, 'Passeport');
});
