import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makePdf, makePng } from '../checks/files.ts';
import { drawLate } from '../checks/late-answers.ts';
import { expect, test } from '../fixtures.ts';
import { type Guest, welcomeGuest } from '../people/guest.ts';
import { readMailedLink } from '../people/links.ts';
import { readMailedCode, readTextedCode } from '../people/inbox.ts';
import { tabTo } from '../checks/keyboard.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument, type Added, changeDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import { newAddress, newMobile } from '../people/addresses.ts';

const papers: readonly Added[] = [
  { name: 'Bail signé.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail signe') },
  { name: 'Photo du compteur.png', mimeType: 'image/png', buffer: makePng() },
  { name: 'Quittance.pdf', mimeType: 'application/pdf', buffer: makePdf('Quittance') },
];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();
const codeOf = ({ page, t }: Guest) => page.getByRole('textbox', { name: t('publicShares.code') });
const byMail = ({ page, t }: Guest) => page.getByRole('button', { name: t('publicShares.byEMAIL') });
const cardOf = ({ page }: Guest, title = 'Dossier de location') => page.getByRole('region', { name: title });

test('documents are shared, opened by a code, read and kept on a phone, until their owner ends it', async ({
  page,
  browser,
  t,
  owner,
  accounts,
}, testInfo) => {
  test.slow();
  const safe = new OwnerCalls(accounts, owner.token);
  const documents: string[] = [];
  for (const paper of papers) documents.push(await addDocument(accounts, owner.token, paper));
  const email = newAddress('agence');
  const message = 'Bonjour,\nvoici les pièces demandées pour le logement.';
  const share = await safe.share({ documents, mode: 'EMAIL', recipients: [{ email }], message });

  const guest = await welcomeGuest({ browser, accounts, testInfo });
  await guest.page.goto(await readMailedLink(accounts.inboxUrl, email));
  await expect(
    guest.page.getByRole('heading', {
      name: guest.t('publicShares.checkTitle', { sender: `${owner.firstName} ${owner.lastName}` }),
    }),
  ).toBeVisible();
  expect(guest.page.url(), 'the token has left the address').toBe(`${accounts.baseUrl}/public/sharings`);
  expect(await safe.readEvents(share.id), 'looking at a link opens nothing').toEqual([]);
  await guest.show('code-ways');

  await byMail(guest).tap();
  await expect(codeOf(guest)).toBeFocused();
  await guest.show('code-entry');
  await guest.page.reload();
  await expect(codeOf(guest)).toBeVisible();
  await codeOf(guest).fill(await readMailedCode(accounts.inboxUrl, email, 2));
  await expect(guest.page.getByRole('heading', { name: guest.t('publicShares.title') })).toBeVisible();
  await expect(guest.page).toHaveURL(/\/public\/sharings-list$/);
  const card = cardOf(guest);
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expect(card).toContainText('voici les pièces demandées');
  await expect(card.getByText(guest.t('publicShares.new'))).toBeVisible();
  await guest.show('list', 'page');

  const viewer = new Viewer(guest);
  await card.getByRole('link', { name: 'Bail signé' }).tap();
  await viewer.expectPdf('Bail signé');
  await guest.show('reading');
  await guest.page.goBack();
  await expect(guest.page.getByRole('dialog')).toBeHidden();
  await expect(card.getByText(guest.t('publicShares.new')), 'reading takes the mark away').toBeHidden();
  await card.getByRole('link', { name: 'Photo du compteur' }).tap();
  await viewer.expectImage('Photo du compteur');
  await guest.page.reload();
  await viewer.expectImage('Photo du compteur');
  await viewer.close();

  const one = guest.page.waitForEvent('download');
  await press(guest.page, guest.t('publicShares.download', { title: 'Quittance' }));
  expect((await one).suggestedFilename()).toBe('Quittance.pdf');
  expect(await readFile(await (await one).path())).toEqual(papers[2]?.buffer);
  const several = guest.page.waitForEvent('download');
  await card.getByRole('checkbox', { name: guest.t('publicShares.choose', { title: 'Bail signé' }) }).check();
  await card.getByRole('checkbox', { name: guest.t('publicShares.choose', { title: 'Quittance' }) }).check();
  await guest.show('chosen', 'page');
  await press(guest.page, guest.t('publicShares.downloadChosen', { count: 2 }));
  expect((await several).suggestedFilename()).toBe('Dossier de location.zip');
  await expect
    .poll(() => safe.readEvents(share.id))
    .toEqual(expect.arrayContaining(['OPENED', 'MARKED_AS_READ', 'READ', 'DOWNLOADED']));

  await safe.call('POST', 'documents/delete', { documents: [documents[0]] });
  await safe.call('POST', 'trash/delete', { documents: [documents[0]], acknowledged: true });
  await guest.page.reload();
  await card.getByRole('link', { name: 'Bail signé' }).tap();
  await viewer.expectPdf('Bail signé');
  await viewer.close();

  await page.goto('/shares');
  await expect(page.getByRole('heading', { level: 1, name: t('shares.title') })).toBeVisible();
  await safe.call('POST', `sharings/${share.id}/stop`);
  guest.watch.expect({ address: `/public/sharings/${share.id}`, outcome: 410 });
  await card.getByRole('link', { name: 'Quittance' }).tap();
  await expect(guest.page).toHaveURL(/\/public\/sharings-expired/);
  await expect(guest.page.getByText(guest.t('errorsIn.sharing.EntityNotFound'))).toBeVisible();
  await guest.show('expired');
  await guest.leave();
});

test('a visitor asks for the code by SMS, is told of wrong ones, and of too many', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const document = await addDocument(accounts, owner.token, papers[0] as Added);
  const [email, mobile] = [newAddress('agence'), newMobile()];
  await safe.share({ documents: [document], mode: 'EMAIL', recipients: [{ email, phone: mobile.stored }] });
  const guest = await welcomeGuest({ browser, accounts, testInfo, locale: 'en-GB' });
  const { page, t } = guest;
  guest.watch.expect({ address: 'verify-code', outcome: 422 });
  guest.watch.expect({ address: 'verify-code', outcome: 404 });
  guest.watch.expect({ address: 'verify-code', outcome: 429 });
  await page.goto(await readMailedLink(accounts.inboxUrl, email));
  await press(page, t('publicShares.haveCode'));
  await expect(page.getByText(t('publicShares.codeTextKnown'))).toBeVisible();
  await expect(page.getByText(email.slice(-12)), 'nothing was sent: nothing is said to be').toBeHidden();
  await expect(page.getByRole('button', { name: t('publicShares.sendAgain').split(' ')[0] ?? '' })).toBeHidden();
  await guest.show('has-a-code');
  await codeOf(guest).fill('123456');
  await expect(page.getByText(t('errors.SharingCodeNotFoundForUser'))).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: t('publicShares.bySMS') }).tap();
  const code = await readTextedCode(accounts.inboxUrl, mobile.stored);
  const wrong = code === '000000' ? '111111' : '000000';
  await codeOf(guest).fill(wrong);
  await expect(page.getByText(t('errors.WrongVerificationCode'))).toBeVisible();
  await guest.show('wrong-code');
  for (let tries = 1; tries < 5; tries++) {
    const answered = page.waitForResponse('**/verify-code');
    await press(page, t('publicShares.open'));
    expect((await answered).status()).toBe(422);
  }
  await codeOf(guest).fill(code);
  await press(page, t('publicShares.open'));
  await expect(page.getByRole('alert')).toContainText('5 attempts');
  await guest.show('too-many-tries');
  await page.goto('/public/sharings');
  for (let asked = 1; asked <= 3; asked++) {
    await byMail(guest).tap();
    await expect(codeOf(guest)).toBeVisible();
    await page.goBack();
  }
  await byMail(guest).tap();
  await expect(page.getByRole('alert')).toBeVisible();
  await guest.show('too-many-codes');
  await guest.leave();
});

test('a link opens by its security code, and without one by a press', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const document = await addDocument(accounts, owner.token, papers[0] as Added);
  const locked = await safe.share({ documents: [document], mode: 'LINK', securityCode: 'tilleul-2026' });
  const open = await safe.share({ documents: [document], mode: 'LINK', title: 'Plan de la cave' });
  const guest = await welcomeGuest({ browser, accounts, testInfo, isPhone: false });
  const { page, t } = guest;
  guest.watch.expect({ address: 'verify-code', outcome: 422 });
  await page.goto(locked.link);
  const field = page.getByRole('textbox', { name: t('publicShares.securityCode') });
  const submit = page.getByRole('button', { name: t('publicShares.open') });
  await submit.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(t('forms.required', { field: t('publicShares.securityCode') }));
  await field.fill('tilleul-2025');
  await guest.show('security-code');
  await submit.click();
  await expect(page.getByText(t('errors.WrongVerificationCode'))).toBeVisible();
  await expect(field, 'the wrong code is typed again').toBeFocused();
  await field.fill('tilleul-2026');
  await page.getByRole('button', { name: t('publicShares.open') }).click();
  await expect(cardOf(guest)).toBeVisible();
  await guest.show('list-of-one');

  await page.goto(open.link);
  await expect(page.getByText(t('publicShares.linkWhy'))).toBeVisible();
  expect(await safe.readEvents(open.id), 'a robot that previews links opens nothing').toEqual([]);
  await page.getByRole('button', { name: t('publicShares.open') }).click();
  await expect(cardOf(guest, 'Plan de la cave')).toBeVisible();
  await expect(cardOf(guest), 'what another link proved is forgotten').toBeHidden();
  expect(await safe.readEvents(open.id)).toEqual(['OPENED']);
  await guest.leave();
});

test('a wrong security code has the focus again, however late the page is drawn', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const document = await addDocument(accounts, owner.token, papers[0] as Added);
  const { link } = await safe.share({ documents: [document], mode: 'LINK', securityCode: 'tilleul-2026' });
  const guest = await welcomeGuest({ browser, accounts, testInfo, isPhone: false });
  await drawLate(guest.context, 100);
  guest.watch.expect({ address: 'verify-code', outcome: 422 });
  await guest.page.goto(link);
  const field = guest.page.getByRole('textbox', { name: guest.t('publicShares.securityCode') });
  await field.fill('tilleul-2025');
  await guest.page.getByRole('button', { name: guest.t('publicShares.open') }).click();
  await expect(guest.page.getByText(guest.t('errors.WrongVerificationCode'))).toBeVisible();
  await expect(field).toBeFocused();
  await guest.leave();
});

test('a visitor’s first answer is asked for before the code of the page has come, and once', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const [paper] = papers;
  if (!paper) throw new Error('nothing to share');
  const { link } = await safe.share({ documents: [await addDocument(accounts, owner.token, paper)], mode: 'LINK' });
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const asked: string[] = [];
  guest.page.on('request', (request) => {
    if (request.url().endsWith('/sharings/context')) asked.push(request.url());
  });
  await guest.page.goto(link ?? '');
  await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(await guest.page.evaluate('Object.keys(globalThis.earlyAnswers.answers)'), 'it was taken').toEqual([]);
});

test('a visitor reads the size of a document, and none of a copy that is marked as it goes out', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const card: Added = { name: 'Carte.pdf', mimeType: 'application/pdf', buffer: makePdf('Carte') };
  const [lease] = papers;
  if (!lease) throw new Error('nothing to share');
  const documents: string[] = [];
  for (const paper of [card, lease]) documents.push(await addDocument(accounts, owner.token, paper));
  await changeDocument(accounts, owner.token, { id: documents[0] ?? '', type: 'CIDT' });
  const { link } = await safe.share({ documents, mode: 'LINK' });
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t } = guest;
  await page.goto(link);
  await press(page, t('publicShares.open'));
  const rowOf = (title: string) => cardOf(guest).getByRole('listitem').filter({ hasText: title });
  await expect(rowOf('Bail signé')).toContainText(/PDF · \d+\u00a0k?o/);
  await expect(rowOf('Carte')).toContainText('PDF');
  await expect(rowOf('Carte')).not.toContainText(/\d\u00a0[kM]?o(?!\p{L})/u);
  await guest.show('list-with-a-marked-copy', 'page');
  await guest.leave();
});

test('a visitor goes from document to document with a keyboard, and leaves the last with Escape', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const documents: string[] = [];
  for (const paper of papers) documents.push(await addDocument(accounts, owner.token, paper));
  const { link } = await safe.share({ documents, mode: 'LINK' });
  const guest = await welcomeGuest({ browser, accounts, testInfo, isPhone: false });
  const { page, t } = guest;
  const viewer = new Viewer(guest);
  await page.goto(link);
  await page.getByRole('button', { name: t('publicShares.open') }).click();
  // It takes the focus one frame after the page has come.
  await expect(page.getByRole('heading', { level: 1, name: t('publicShares.title') })).toBeFocused();
  await cardOf(guest).getByRole('link', { name: 'Bail signé' }).focus();
  await page.keyboard.press('Enter');
  await viewer.expectPdf('Bail signé');
  const next = viewer.button(t('viewer.next'));
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await viewer.expectImage('Photo du compteur');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await viewer.expectPdf('Quittance');
  await expect(next).toBeDisabled();
  await expect(next, 'what has nothing to do any more keeps the focus').toBeFocused();
  await page.keyboard.press('Enter');
  await viewer.expectPdf('Quittance');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await guest.leave();
});

test('the language is the browser’s, and French where it is neither', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const document = await addDocument(accounts, owner.token, papers[0] as Added);
  const { link } = await safe.share({ documents: [document], mode: 'LINK' });
  for (const locale of ['en-GB', 'de-DE'] as const) {
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    await guest.page.goto(link);
    await expect(guest.page.getByRole('button', { name: guest.t('publicShares.open') })).toBeVisible();
    await expect(guest.page.locator('html')).toHaveAttribute('lang', locale === 'en-GB' ? 'en' : 'fr');
    await guest.leave();
  }
});

test('where nothing opens any more, the title and the message stand on one axis', async ({
  browser,
  accounts,
}, testInfo) => {
  const guest = await welcomeGuest({ browser, accounts, testInfo, isPhone: false });
  const { page } = guest;
  const middleOf = async (level: number) => {
    const box = await page.getByRole('heading', { level }).boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
  };
  for (const address of ['sharings', 'sharings-expired', 'document-requests']) {
    await page.goto(`/public/${address}`);
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    const [title, message] = [await middleOf(1), await middleOf(2)];
    expect(Math.abs(title - message), address).toBeLessThan(3);
    expect(Math.abs(title - 640), address).toBeLessThan(10);
    await guest.show(`nothing-at-${address}`);
  }
  await guest.leave();
});
