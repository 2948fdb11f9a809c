import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { type Guest, welcomeGuest } from '../people/guest.ts';
import { readMailedCode, readMails } from '../people/inbox.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import { newAddress } from '../people/addresses.ts';

const cardOf = ({ page }: Guest, title: string) => page.getByRole('region', { name: title });
const byMail = ({ page, t }: Guest) => page.getByRole('button', { name: t('publicShares.byEMAIL') });

/** Follows a link, asks for the code by mail and gives it: the newest of so many mails. */
async function enterByMail(guest: Guest, link: string, mailed: () => Promise<string>): Promise<void> {
  await guest.page.goto(link);
  await guest.press(byMail(guest));
  await guest.page.getByRole('textbox', { name: guest.t('publicShares.code') }).fill(await mailed());
}

test('one code opens all that is addressed to somebody, by whichever link they come', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const documents = [await addDocument(accounts, owner.token, file)];
  const email = newAddress('agence');
  const shareAs = (title: string) => safe.share({ title, documents, mode: 'EMAIL', recipients: [{ email }] });
  const [first, second, ended] = [await shareAs('Premier'), await shareAs('Second'), await shareAs('Terminé')];
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t } = guest;
  await enterByMail(guest, first.link, () => readMailedCode(accounts.inboxUrl, email, 4));
  await expect(cardOf(guest, 'Second')).toBeVisible();

  await page.goto(second.link);
  await expect(page).toHaveURL(/\/public\/sharings-list$/);
  for (const title of ['Premier', 'Second']) await expect(cardOf(guest, title)).toBeVisible();
  expect(await readMails(accounts.inboxUrl, email), 'no other code was sent').toHaveLength(4);

  // A link that has ended takes nothing of what others open.
  await safe.call('POST', `sharings/${ended.id}/stop`);
  guest.watch.expect({ address: '/public/links', outcome: 410 });
  await page.goto(ended.link);
  await expect(page.getByRole('heading', { name: t('publicShares.expiredTitle') })).toBeVisible();
  await guest.press(page.getByRole('link', { name: t('publicShares.others') }));
  await expect(cardOf(guest, 'Premier')).toBeVisible();
  await guest.leave();
});

test('a tab goes on with what it reads while another opens the link of somebody else', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  test.slow();
  const safe = new OwnerCalls(accounts, owner.token);
  const share = async (title: string, email: string) => {
    const file = { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: makePdf(title) };
    const documents = [await addDocument(accounts, owner.token, file)];
    return safe.share({ title: `Partage ${title}`, documents, mode: 'EMAIL', recipients: [{ email }] });
  };
  const [email, otherEmail] = [newAddress('agence'), newAddress('agence')];
  const [mine, other] = [await share('Bail', email), await share('Devis', otherEmail)];
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t } = guest;
  await enterByMail(guest, mine.link, () => readMailedCode(accounts.inboxUrl, email, 2));
  await expect(cardOf(guest, 'Partage Bail')).toBeVisible();

  const second = { ...guest, page: await guest.context.newPage() };
  await second.page.goto(other.link);
  await expect(byMail(second), 'what was proved does not open this one').toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: t('publicShares.otherTitle') });
  await expect(notice, 'to look at a link changes nothing yet').toBeHidden();
  await enterByMail(second, other.link, () => readMailedCode(accounts.inboxUrl, otherEmail, 2));
  await expect(cardOf(second, 'Partage Devis')).toBeVisible();
  await expect(cardOf(second, 'Partage Bail')).toBeHidden();

  await expect(notice).toBeVisible();
  await expect(cardOf(guest, 'Partage Bail')).toBeVisible();
  await page.bringToFront();
  await guest.show('another-link-opened', 'page');
  const viewer = new Viewer(guest);
  await cardOf(guest, 'Partage Bail').getByRole('link', { name: 'Bail' }).tap();
  await viewer.expectPdf('Bail');
  await viewer.close();
  const downloading = page.waitForEvent('download');
  await guest.press(page.getByRole('button', { name: t('publicShares.download', { title: 'Bail' }) }));
  expect((await downloading).suggestedFilename()).toBe('Bail.pdf');

  await guest.press(page.getByRole('button', { name: t('publicShares.otherShow') }));
  await expect(cardOf(guest, 'Partage Devis')).toBeVisible();
  await expect(notice).toBeHidden();
  await cardOf(guest, 'Partage Devis').getByRole('link', { name: 'Devis' }).tap();
  await viewer.expectPdf('Devis');
  await viewer.close();
  await guest.leave();
});

test('a link is asked about before the code of the page has come, also by who has proved something', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const documents = [await addDocument(accounts, owner.token, file)];
  const [first, other] = [
    await safe.share({ documents, mode: 'LINK' }),
    await safe.share({ documents, mode: 'LINK', title: 'Autre' }),
  ];
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t } = guest;
  const open = page.getByRole('button', { name: t('publicShares.open') });
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/backend/api/v1/');
    if (path) asked.push(path);
  });
  await page.goto(first.link);
  await expect(open).toBeVisible();
  expect(asked, 'who has proved nothing waits for no other answer').toEqual(['public/links', 'sharings/context']);
  await guest.press(open);
  await expect(cardOf(guest, 'Dossier de location')).toBeVisible();
  asked.length = 0;
  await page.goto(other.link);
  await expect(open).toBeVisible();
  expect(asked.toSorted()).toEqual(['public/links', 'public/sharings?limit=200', 'sharings/context']);
  await guest.leave();
});
