import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { welcomeGuest } from '../people/guest.ts';
import { readMailedLink } from '../people/links.ts';
import { readMailedCode } from '../people/inbox.ts';
import { goTo } from '../screens/navigation.ts';
import { addDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import type { Words } from '../checks/words.ts';
import { newAddress } from '../people/addresses.ts';

const paperOf = (title: string) => ({
  name: `${title}.pdf`,
  mimeType: 'application/pdf',
  buffer: makePdf(title),
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Goes through the four steps, and stays on the page of what was shared. */
async function shareByMail(page: Page, t: Words, { titles, email }: { titles: readonly string[]; email: string }) {
  await goTo(page, t, 'shares');
  await page
    .getByRole('link', { name: t('shares.create') })
    .first()
    .click();
  await page.getByLabel(t('newShare.shareTitle')).fill('Dossier de location');
  await press(page, t('newShare.next'));
  for (const title of titles) {
    const box = page.getByRole('checkbox', { name: t('newShare.choose', { title }) });
    await page.getByRole('listitem').filter({ has: box }).click();
  }
  await expect(page.getByText(t('newShare.chosen', { count: titles.length }))).toBeVisible();
  await press(page, t('newShare.next'));
  await press(page, t('newShare.next'));
  await page.getByLabel(t('newShare.recipients')).fill(email);
  await page.getByLabel(t('newShare.message')).fill('Bonjour, voici les pièces demandées.');
  await press(page, t('newShare.submitEmail'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dossier de location' })).toBeVisible();
}

test('the story of a share, by the pages alone: made, opened, read, kept, followed, and ended', async ({
  page,
  browser,
  t,
  owner,
  accounts,
  show,
}, testInfo) => {
  test.slow();
  for (const title of ['Bail', 'Quittance']) await addDocument(accounts, owner.token, paperOf(title));
  const email = newAddress('agence');
  await page.goto('/home');
  await shareByMail(page, t, { titles: ['Bail', 'Quittance'], email });
  await expect(page.getByText(t('shares.activityEmpty'))).toBeVisible();
  const address = page.url();

  const guest = await welcomeGuest({ browser, accounts, testInfo });
  await guest.page.goto(await readMailedLink(accounts.inboxUrl, email));
  await guest.page.getByRole('button', { name: guest.t('publicShares.byEMAIL') }).tap();
  const code = guest.page.getByRole('textbox', { name: guest.t('publicShares.code') });
  await code.fill(await readMailedCode(accounts.inboxUrl, email, 2));
  const card = guest.page.getByRole('region', { name: 'Dossier de location' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card).toContainText('voici les pièces demandées');
  const viewer = new Viewer(guest);
  await card.getByRole('link', { name: 'Bail' }).tap();
  await viewer.expectPdf('Bail');
  await viewer.close();
  const downloading = guest.page.waitForEvent('download');
  await guest.press(card.getByRole('button', { name: guest.t('publicShares.download', { title: 'Quittance' }) }));
  expect(await readFile(await (await downloading).path())).toEqual(paperOf('Quittance').buffer);

  await page.reload();
  await expect(page.getByText(t('shares.events.OPENED', { who: email }))).toBeVisible();
  const recipients = page.getByRole('region', { name: t('shares.recipients') });
  await expect(recipients.getByText(t('shares.notOpened'))).toBeHidden();
  for (const [kind, title] of [
    ['READ', 'Bail'],
    ['DOWNLOADED', 'Quittance'],
  ] as const) {
    const what = t('shares.namedDocument', { title });
    await expect(page.getByText(t(`shares.events.${kind}`, { who: email, what }))).toBeVisible();
  }
  await show('story-followed', 'page');

  await goTo(page, t, 'shares');
  await expect(page.getByText(t('shares.opened', { count: 1, total: 1 }))).toBeVisible();
  await goTo(page, t, 'documents');
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.delete') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(t('organising.liveShares', { count: 1 }))).toBeVisible();
  await question.getByRole('button', { name: t('organising.deleteSubmit') }).click();
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toHaveCount(0);
  await guest.page.reload();
  await card.getByRole('link', { name: 'Bail' }).tap();
  await viewer.expectPdf('Bail');
  await viewer.close();

  await page.goto(address);
  await expect(page.getByText(t('shares.deleted'))).toBeVisible();
  await press(page, t('shares.stop'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shares.stopSubmit'), exact: true })
    .click();
  await expect(page.getByText(t('shares.over'), { exact: true })).toBeVisible();

  guest.watch.expect({ address: '/public/sharings/', outcome: 410 });
  await card.getByRole('link', { name: 'Quittance' }).tap();
  await expect(guest.page).toHaveURL(/\/public\/sharings-expired/);
  await expect(guest.page.getByText(guest.t('errorsIn.sharing.EntityNotFound'))).toBeVisible();
  await guest.leave();
});
