import type { Page } from '@playwright/test';
import type { Accounts } from '../people/accounts.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { readMails } from '../people/inbox.ts';
import { tokenOfLink } from '../people/links.ts';
import { addDocument } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';
import { pace } from '../checks/pace.ts';
import { newAddress } from '../people/addresses.ts';

const titles = ['Bail', 'Carte d’identité', 'Quittance'];
let documents: string[] = [];

test.beforeEach(async ({ owner, accounts }) => {
  documents = [];
  for (const title of titles) {
    const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
    documents.push(await addDocument(accounts, owner.token, file));
  }
});

interface Safe {
  accounts: Accounts;
  token: string;
}

/** Calls the product as its pages do. */
async function ask<T>({ accounts, token }: Safe, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${accounts.baseUrl}/backend/api/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const shareByLink = (safe: Safe, share: { title: string; documents: string[] }) =>
  ask<{ id: string; link: string }>(safe, 'POST', 'sharings', { ...share, mode: 'LINK' });

/** Opens a link as a visitor's page does, and says that it was read. */
async function openAsVisitor(accounts: Accounts, share: { id: string; link: string }): Promise<void> {
  const api = `${accounts.baseUrl}/backend/api/v1`;
  const opened = await fetch(`${api}/sharings/verify-code`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await tokenOfLink(accounts, share.link)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ code: '' }),
  });
  const token = opened.headers.get('Set-Authorization');
  const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0]);
  const read = await fetch(`${api}/public/sharings/${share.id}/marked-as-read`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, Cookie: cookie.join('; ') },
  });
  expect(read.status).toBe(204);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const goOn = (page: Page, t: Words) => press(page, t('newShare.next'));
const box = (page: Page, t: Words, title: string) =>
  page.getByRole('checkbox', { name: t('newShare.choose', { title }) });
/** Anywhere on its line. */
const choose = (page: Page, t: Words, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: box(page, t, title) })
    .click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const recipientsField = (page: Page, t: Words) => page.getByLabel(t('newShare.recipients'));

test('a share is prepared in four steps that live through a reload, and its recipients are written to', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  const safe = { accounts, token: owner.token };
  await ask(safe, 'PATCH', `documents/${documents[1]}`, { type: 'CIDT' });
  await page.goto('/shares');
  await expect(page.getByRole('heading', { name: t('shares.emptyTitle') })).toBeVisible();
  await show('shares-none');
  await page
    .getByRole('link', { name: t('shares.create') })
    .first()
    .click();

  await expect(heading(page, t('newShare.configurationTitle'))).toBeFocused();
  await goOn(page, t);
  await expect(page.getByText(t('forms.required', { field: t('newShare.shareTitle') }), { exact: true })).toBeVisible();
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await show('configuration');
  await goOn(page, t);
  await goOn(page, t);
  await expect(page.getByRole('alert')).toHaveText(t('newShare.noneChosen'));
  await choose(page, t, 'Bail');
  await choose(page, t, 'Carte d’identité');
  await expect(page.getByText(t('newShare.chosen', { count: 2 }))).toBeVisible();
  await show('documents');
  await page.reload();
  await expect(box(page, t, 'Bail')).toBeChecked();
  await goOn(page, t);

  const watermark = page.getByRole('checkbox', { name: t('newShare.watermark') });
  await expect(watermark, 'identity papers are watermarked unless their owner says no').toBeChecked();
  const held = page.getByRole('list', { name: t('newShare.chosenTitle') }).getByRole('listitem');
  await expect(held.filter({ hasText: 'Carte d’identité' })).toContainText(t('newShare.marked'));
  await expect(held.filter({ hasText: 'Bail' }), 'what bears no mark is promised none').not.toContainText(
    t('newShare.marked'),
  );
  await page.getByLabel(t('newShare.purpose')).fill('Location du 12 rue des Lilas');
  await show('summary', 'page');
  await goOn(page, t);

  const [first, second] = [1, 2].map((place) => newAddress(`r${place}`));
  await recipientsField(page, t).fill(`${first}\npaul.exemple.fr\nzoe@exemple, ${second}`);
  await page.reload();
  await expect(recipientsField(page, t)).toHaveValue(/paul\.exemple\.fr/);
  await press(page, t('newShare.submitEmail'));
  await expect(page.getByText(t('newShare.invalidRecipients'))).toBeVisible();
  await expect(page.getByText(t('newShare.faulty.noAt', { line: 2, text: 'paul.exemple.fr' }))).toBeVisible();
  await expect(page.getByText(t('newShare.faulty.noDomain', { line: 3, text: 'zoe@exemple' }))).toBeVisible();
  await show('recipients-refused', 'page');
  const many = Array.from({ length: 11 }, (_, index) => `p${index}@example.org`);
  await recipientsField(page, t).fill(many.join(', '));
  await expect(page.getByText(t('newShare.tooManyRecipients', { max: 10 }))).toBeVisible();
  await recipientsField(page, t).fill(`Agence <${first}>\n${second}\n${first}`);
  await expect(page.getByText(t('newShare.readRecipients', { count: 2 }))).toContainText(
    t('newShare.twice', { count: 1 }),
  );
  await page.getByLabel(t('newShare.message')).fill('Voici le dossier promis.');
  await press(page, t('newShare.submitEmail'));

  await expect(heading(page, 'Dossier de location')).toBeVisible();
  await expect(page.getByText(t('shares.createdByMail', { count: 2 }))).toBeVisible();
  await expect(page.getByText(t('shares.remaining.days', { count: 15 }))).toBeVisible();
  await expect(page.getByText('Voici le dossier promis.')).toBeVisible();
  await expect(page.getByText(t('shares.purposeText', { purpose: 'Location du 12 rue des Lilas' }))).toBeVisible();
  for (const email of [first, second]) {
    await expect(page.getByText(email ?? '', { exact: true })).toBeVisible();
    await expect.poll(() => readMails(accounts.inboxUrl, email ?? ''), { timeout: 30_000 * pace }).toHaveLength(1);
  }
  await show('share', 'page');
  await page.goBack();
  await expect(heading(page, t('newShare.summaryTitle')), 'what is shared is not prepared again').toBeHidden();
});

test('a link is shown once, with a code to photograph, and asks for the code that its owner chose', async ({
  page,
  context,
  t,
  show,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/shares/new');
  await page.getByLabel(t('newShare.shareTitle')).fill('Quittance');
  await goOn(page, t);
  await choose(page, t, 'Quittance');
  await goOn(page, t);
  await expect(page.getByText(t('newShare.watermark'))).toBeHidden();
  await goOn(page, t);
  await page.getByText(t('newShare.byLink'), { exact: true }).click();
  await expect(page.getByText(t('newShare.noCode'))).toBeVisible();
  await page.getByText(t('newShare.securityCode'), { exact: true }).click();
  const code = page.getByLabel(t('newShare.code'), { exact: true });
  // Spaces are no part of a code.
  await code.fill('c o u r t');
  await press(page, t('newShare.submitLink'));
  await expect(page.getByText(t('forms.minLength', { min: 8 }))).toBeVisible();
  await press(page, t('newShare.makeCode'));
  await expect(code).toHaveValue(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  await show('link-mode', 'page');
  await press(page, t('newShare.submitLink'));

  const link = page.getByLabel(t('shares.link'), { exact: true });
  await expect(link).toHaveValue(/\/p#[\w-]{22}$/);
  await press(page, t('shares.copy'));
  await expect(page.getByText(t('shares.copied'))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await link.inputValue());
  await press(page, t('shares.showQr'));
  await expect(page.getByRole('img', { name: t('shares.qr') })).toBeVisible();
  await show('link', 'page');
  await page.reload();
  await expect(page.getByText(t('shares.recipientsCode'))).toBeVisible();
  await expect(link, 'a link is not shown again by itself').toBeHidden();
  await press(page, t('shares.copyLink'));
  await expect(link).toHaveValue(/\/p#[\w-]{22}$/);
});

test('its owner sees who opened, extends, ends and removes a share', async ({ page, t, owner, accounts, show }) => {
  const safe = { accounts, token: owner.token };
  const share = await shareByLink(safe, { title: 'Dossier de location', documents });
  await shareByLink(safe, { title: 'Autre partage', documents });
  await page.goto('/shares');
  await expect(page.getByRole('list', { name: t('shares.caption') }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('searchbox', { name: t('shares.search') }).fill('dossier');
  await expect(page.getByRole('list', { name: t('shares.caption') }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: t('shares.search') }).fill('introuvable');
  await expect(page.getByRole('heading', { name: t('shares.noMatchTitle') })).toBeVisible();
  await page.getByRole('searchbox', { name: t('shares.search') }).fill('');
  await show('shares');
  await page.getByRole('link', { name: 'Dossier de location' }).click();
  await expect(page.getByText(t('shares.activityEmpty'))).toBeVisible();

  await openAsVisitor(accounts, share);
  await page.reload();
  await expect(page.getByText(t('shares.events.OPENED', { who: t('shares.someone') }))).toBeVisible();
  await expect(page.getByText(t('shares.events.MARKED_AS_READ', { who: t('shares.someone') }))).toBeVisible();
  await expect(page.getByText(t('shares.linkOpened'), { exact: true })).toBeVisible();
  await show('share-opened', 'page');

  await press(page, t('shares.extend'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shares.extendSubmit'), exact: true })
    .click();
  await expect(page.getByText(t('shares.remaining.days', { count: 30 }))).toBeVisible();

  await press(page, t('shares.stop'));
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await show('stopping');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shares.stopSubmit'), exact: true })
    .click();
  await expect(page.getByText(t('shares.over'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('shares.copyLink') })).toBeHidden();
  await page
    .getByRole('link', { name: t('shares.back'), exact: true })
    .last()
    .click();
  await expect(page.getByRole('list', { name: t('shares.caption') }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: t('shares.expired'), exact: true }).click();
  await page.getByRole('link', { name: 'Dossier de location' }).click();
  await press(page, t('shares.delete'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shares.deleteSubmit'), exact: true })
    .click();
  await expect(page.getByRole('heading', { name: t('shares.noneExpiredTitle') })).toBeVisible();
});

test('documents are shared from their menu, from a selection and from the viewer', async ({ page, t }) => {
  const isChosen = (title: string) =>
    expect(page.getByRole('list', { name: t('newShare.chosenTitle') }).getByText(title)).toBeVisible();
  const toDocuments = async () => {
    await expect(heading(page, t('newShare.configurationTitle'))).toBeVisible();
    await page.getByLabel(t('newShare.shareTitle')).fill('Partage');
    await goOn(page, t);
  };
  await page.goto('/documents?sort=title');
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.share') }).click();
  await toDocuments();
  await isChosen('Bail');
  await expect(page.getByText(t('newShare.chosen', { count: 1 }))).toBeVisible();

  await page.goto('/documents?sort=title');
  for (const title of ['Bail', 'Quittance']) {
    await page.getByRole('checkbox', { name: t('documents.selectNamed', { title }) }).check();
  }
  await page
    .getByRole('toolbar', { name: t('organising.selection') })
    .getByRole('button', { name: t('organising.share') })
    .click();
  await toDocuments();
  await isChosen('Quittance');
  await expect(page.getByText(t('newShare.chosen', { count: 2 }))).toBeVisible();

  await page.goto(`/documents?document=${documents[2]}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('documents.share') })
    .click();
  await toDocuments();
  await isChosen('Quittance');
  await press(page, t('newShare.abandon'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('newShare.abandon') })
    .click();
  await expect(heading(page, t('shares.title'))).toBeVisible();
  await page
    .getByRole('link', { name: t('shares.create') })
    .first()
    .click();
  await expect(page.getByLabel(t('newShare.shareTitle'))).toHaveValue('');
});

test('a deletion tells of the shares that go on, and ends them where it is asked to', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  const safe = { accounts, token: owner.token };
  const share = await shareByLink(safe, { title: 'Dossier de location', documents: documents.slice(0, 1) });
  await page.goto(`/documents?document=${documents[0]}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('details.open') })
    .click();
  const access = page.getByRole('region', { name: t('details.sharedWith') });
  await expect(access.getByRole('link', { name: 'Dossier de location' })).toBeVisible();
  await expect(access).toContainText(t('details.sharedByLink'));
  await show('who-has-access');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('documents.delete') })
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(t('organising.liveShares', { count: 1 }))).toBeVisible();
  await show('deleting-what-is-shared');
  await dialog.getByText(t('organising.endShares', { count: 1 })).click();
  await dialog.getByRole('button', { name: t('organising.deleteSubmit') }).click();
  await expect(page.getByText(t('organising.sharesEnded', { count: 1 }))).toBeVisible();
  expect(await ask<{ status: string }>(safe, 'GET', `sharings/${share.id}`)).toMatchObject({ status: 'expired' });
});

test('a destruction tells that what is shared is destroyed when the share ends', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  const safe = { accounts, token: owner.token };
  await shareByLink(safe, { title: 'Dossier de location', documents: documents.slice(0, 1) });
  await ask(safe, 'POST', 'documents/delete', { documents });
  await page.goto('/trash');
  const destroy = page.getByRole('toolbar').getByRole('button', { name: t('trash.destroy') });
  const question = page.getByRole('alertdialog');
  await page.getByRole('checkbox', { name: t('trash.selectAll') }).check({ force: true });
  await destroy.click();
  await expect(question.getByText(t('organising.liveSharesText'))).toBeVisible();
  await expect(question).toContainText(t('trash.destroySharedMany'));
  await expect(question).not.toContainText(t('trash.destroyMany'));
  await show('destroying-what-is-shared');
});

test('what goes wrong with shares is said in words', async ({ page, t, owner, accounts, expectOutcome, show }) => {
  const safe = { accounts, token: owner.token };
  const email = newAddress('agence');
  const body = { title: 'Dossier de location', documents, mode: 'EMAIL', recipients: [{ email }] };
  const { id } = await ask<{ id: string }>(safe, 'POST', 'sharings', body);

  expectOutcome({ address: '/sharings', outcome: 404 });
  await page.goto('/shares/01a1fead-3e60-73e9-80ca-db10aa71261f');
  await expect(page.getByRole('heading', { name: t('errors.SharingNotFound') })).toBeVisible();
  await show('share-gone');

  await page.route(`**/sharings/${id}`, async (route) => {
    const answer = await route.fetch();
    const share = (await answer.json()) as { recipients: object[] };
    const recipients = share.recipients.map((recipient) => ({ ...recipient, delivery: 'FAILED' }));
    await route.fulfill({ response: answer, json: { ...share, recipients } });
  });
  await page.goto(`/shares/${id}`);
  await expect(page.getByText(t('shares.failedTitle', { count: 1 }))).toBeVisible();
  await show('mail-failed', 'page');
  await page.unroute(`**/sharings/${id}`);

  expectOutcome({ address: '/send-again', outcome: 429 });
  for (let time = 0; time < 3; time++) await ask(safe, 'POST', `sharings/${id}/send-again`, {});
  await press(page, t('shares.sendAgain'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shares.sendAgainSubmit') })
    .click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await show('too-many-mails');
  await page.keyboard.press('Escape');

  expectOutcome({ address: '/extend', outcome: 410 });
  await press(page, t('shares.extend'));
  await ask(safe, 'POST', `sharings/${id}/stop`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shares.extendSubmit'), exact: true })
    .click();
  await expect(page.getByText(t('shares.over'), { exact: true })).toBeVisible();

  expectOutcome({ address: '/sharings', outcome: 500 });
  await page.route('**/backend/api/v1/sharings?*', (route) =>
    route.fulfill({ status: 500, json: { status: 500, errors: [{ code: 'InternalServerError' }] } }),
  );
  await page.goto('/shares');
  await expect(page.getByText(t('safeFailures.listShares'))).toBeVisible();
  await show('shares-in-trouble');
  await page.unroute('**/backend/api/v1/sharings?*');
  await press(page, t('ui.retry'));
  await expect(page.getByRole('heading', { name: t('shares.emptyTitle') })).toBeVisible();
});
