import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { readMailedLink } from '../people/links.ts';
import { readMailedCode } from '../people/inbox.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import { pace } from '../checks/pace.ts';
import { newAddress } from '../people/addresses.ts';

const titles = ['Bail', 'Quittance'];
const listPath = '/public/sharings-list';

/** The server answers so to calls under this path, until the test changes it. */
const refuse = (page: Page, path: string, status: number, code: string) =>
  page.route(path, (route) => route.fulfill({ status, json: { status, errors: [{ code }] } }));

/** A token that says so of itself, under a seal that is none. */
const tokenUntil = (exp: number) =>
  [{ alg: 'HS256' }, { type: 'JwtPayloadSharing', exp }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2VhbA')
    .join('.');

const keepToken = (page: Page, token: string) =>
  page.evaluate((kept) => localStorage.setItem('sharingAuthToken', kept), token);

for (const locale of ['fr-FR', 'en-GB'] as const) {
  test(`what goes wrong for a visitor is said in words: ${locale}`, async ({ browser, owner, accounts }, testInfo) => {
    test.slow();
    const safe = new OwnerCalls(accounts, owner.token);
    const documents: string[] = [];
    for (const title of titles) {
      const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
      documents.push(await addDocument(accounts, owner.token, file));
    }
    const email = newAddress('agence');
    const share = await safe.share({ documents, mode: 'EMAIL', recipients: [{ email }] });
    const guest = await welcomeGuest({ browser, accounts, testInfo, locale });
    const { page, t, watch } = guest;
    const viewer = new Viewer(guest);
    const card = page.getByRole('region', { name: 'Dossier de location' });
    const check = page.getByRole('button', { name: t('publicShares.byEMAIL') });
    const alert = page.getByRole('alert');

    // Without a connection nothing comes, whatever it is.
    watch.expect({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
    watch.expect({ address: '/sharings/send-code', outcome: 404 });
    const link = await readMailedLink(accounts.inboxUrl, email);
    await page.goto(link);
    await refuse(page, '**/sharings/send-code', 404, 'SharingSendCodeModeNotFound');
    await check.tap();
    await expect(alert).toHaveText(t('errors.SharingSendCodeModeNotFound'));
    await guest.show('no-such-way');
    await page.unroute('**/sharings/send-code');
    await check.tap();
    const code = page.getByRole('textbox', { name: t('publicShares.code') });
    await code.fill(await readMailedCode(accounts.inboxUrl, email, 2));
    await expect(card.getByRole('listitem')).toHaveCount(2);

    const contents = '**/public/sharings/*/documents/*/content';
    await guest.context.setOffline(true);
    await card.getByRole('link', { name: 'Bail' }).tap();
    await expect(page.getByText(t('network.unreachable')), 'the viewer itself cannot come').toBeVisible();
    await guest.context.setOffline(false);
    await page.reload();
    await card.getByRole('link', { name: 'Bail' }).tap();
    await viewer.expectPdf('Bail');
    await viewer.close();
    await guest.context.setOffline(true);
    await card.getByRole('link', { name: 'Quittance' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText(t('network.unreachable'), { timeout: 30_000 * pace });
    await guest.context.setOffline(false);
    await guest.show('reading-offline');
    await dialog.getByRole('button', { name: t('ui.retry') }).tap();
    await viewer.expectPdf('Quittance');
    await viewer.close();

    watch.expect({ address: '/content', outcome: 500 });
    await refuse(page, contents, 500, 'EncryptionError');
    await card.getByRole('link', { name: 'Quittance' }).tap();
    await expect(alert.filter({ hasText: t('errors.EncryptionError') })).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('ui.retry') })).toBeVisible();
    await guest.show('cannot-be-opened');
    await page.unroute(contents);
    await viewer.close();
    const params = { limit: 'markedPages', max: 60 };
    await page.route(contents, (route) =>
      route.fulfill({ status: 500, json: { status: 500, errors: [{ code: 'EncryptionError', params }] } }),
    );
    await card.getByRole('link', { name: 'Quittance' }).tap();
    await expect(alert.filter({ hasText: t('limits.markedPages', { max: 60 }) })).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('ui.retry') }), 'another try cannot help').toHaveCount(0);
    await guest.show('too-long-to-be-marked');
    await page.unroute(contents);
    await viewer.close();
    watch.expect({ address: '/public/sharings/download', outcome: 404 });
    await refuse(page, '**/public/sharings/download', 404, 'EntitiesNotFoundForUser');
    await page.getByRole('button', { name: t('publicShares.downloadAll', { count: 2 }) }).tap();
    await expect(card.getByRole('alert')).toContainText(t('errors.EntitiesNotFoundForUser'));
    await guest.show('no-longer-in-it');
    await page.unroute('**/public/sharings/download');

    await keepToken(page, tokenUntil(1_000_000_000));
    await page.goto(listPath);
    await expect(check, 'a token that has expired leads back to the code').toBeVisible();
    await expect(page).toHaveURL(/\/public\/sharings(\?(?!.*token)|$)/);
    watch.expect({ address: '/public/sharings', outcome: 401 });
    await keepToken(page, tokenUntil(4_000_000_000));
    await page.goto(listPath);
    await expect(check, 'so does one that the server does not know').toBeVisible();
    await expect(page.getByText(t('errorsIn.sharing.AuthTokenNotValid'))).toBeHidden();
    await guest.show('back-to-the-code');

    await safe.call('POST', `sharings/${share.id}/link`, { renew: true });
    watch.expect({ address: '/public/links', outcome: 410 });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: t('publicShares.expiredTitle') })).toBeVisible();
    await expect(page.getByText(t('publicShares.endedLinkText'))).toBeVisible();
    await guest.show('renewed');
    await guest.leave();
  });
}
