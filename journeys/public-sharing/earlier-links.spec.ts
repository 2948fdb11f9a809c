import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { newAddress } from '../people/addresses.ts';
import { welcomeGuest } from '../people/guest.ts';
import { readMailedLinks, tokenOfLink } from '../people/links.ts';
import { command } from '../people/operator.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { activate, addApplication } from '../people/people.ts';
import { addDocument } from '../people/safe.ts';
import { sentBy } from '../people/sent-code.ts';
import { expectMissingLink } from '../screens/missing-link.ts';
import { ResetScreens } from '../screens/reset-screens.ts';
import { expectScreen } from '../screens/sign-in-screen.ts';

const paper = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };

test('a link of an earlier mail, with its token in the query, opens and leaves the address', async ({
  browser,
  owner,
  accounts,
}, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  /** An earlier mail had this behind `?token=`. */
  const tokenOf = async (link: string) => {
    const opened = await safe.call('POST', 'public/links', { reference: new URL(link).hash.slice(1) });
    return (opened as { token: string }).token;
  };
  const share = await safe.share({ documents: [await addDocument(accounts, owner.token, paper)], mode: 'LINK' });
  const shareToken = await tokenOf(share.link);
  const request = (await safe.call('POST', 'document-requests', { title: 'Justificatifs' })) as { link: string };
  const requestToken = await tokenOf(request.link);
  const guest = await welcomeGuest({ browser, accounts, testInfo });
  const { page, t, press } = guest;

  await page.goto(`/public/sharings?token=${shareToken}`);
  const open = page.getByRole('button', { name: t('publicShares.open') });
  await expect(open).toBeVisible();
  expect(page.url()).toBe(`${accounts.baseUrl}/public/sharings`);
  await press(open);
  await expect(page.getByText('Bail', { exact: true }).first()).toBeVisible();

  await page.goto(`/public/document-requests?token=${requestToken}`);
  const sender = `${owner.firstName} ${owner.lastName}`;
  await expect(page.getByRole('heading', { name: t('sendFiles.asks', { sender }) })).toBeVisible();
  expect(page.url()).toBe(`${accounts.baseUrl}/public/document-requests`);

  await page.goBack();
  await expect(page).not.toHaveURL(/token/);

  await safe.call('DELETE', `sharings/${share.id}`);
  const stranger = await welcomeGuest({ browser, accounts, testInfo });
  stranger.watch.expect({ address: '/sharings/context', outcome: 410 });
  await stranger.page.goto(`/public/sharings?token=${shareToken}`);
  await expect(stranger.page).toHaveURL(/\/public\/sharings-expired\?reason=EntityNotFound$/);
  await stranger.leave();
  await guest.leave();
});

test('links of earlier mails about an account, with their tokens in the query, work and leave the address', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
}) => {
  const token = await activate(accounts, newcomer);
  const mail = { channel: 'EMAIL', to: newcomer.email, pattern: /(?<=\/p#)[\w-]{22}/ } as const;
  const undoing = await sentBy(accounts, mail, async () => {
    await addApplication(accounts, { token, owner: newcomer });
  });
  await page.goto(`/undo-second-factor?token=${undoing}`);
  await expectScreen({ page }, t('undoSecondFactor.askTitle'));
  await expect(page).toHaveURL(/\/undo-second-factor$/);
  await press(page.getByRole('button', { name: t('undoSecondFactor.askSubmit') }));
  await expectScreen({ page }, t('undoSecondFactor.undoneTitle'));

  const resetting = await sentBy(accounts, mail, async () => {
    const data = { email: newcomer.email, mode: 'EMAIL' };
    const asked = await page.request.post('/backend/api/v1/password/reset/request-code', { data });
    expect(asked.status()).toBe(204);
  });
  const screens = new ResetScreens({ page, t, press });
  await screens.followLink(`/reset-password?token=${resetting}`);
  await screens.expectStep('password');
  await expect(page.getByText(t('resetPassword.passwordText'))).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
});

test('a link of an earlier mail undoes a change of address, also after a reload', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
}) => {
  const safe = new OwnerCalls(accounts, await activate(accounts, newcomer));
  const email = newAddress('voleur');
  const code = await sentBy(accounts, { channel: 'EMAIL', to: email }, async () => {
    await safe.call('POST', 'user/email-change/request-code', { email, password: newcomer.password });
  });
  const mail = { channel: 'EMAIL', to: newcomer.email, pattern: /(?<=\/p#)[\w-]{22}/ } as const;
  const undoing = await sentBy(accounts, mail, async () => {
    await safe.call('POST', 'user/email-change/verify-code', { code });
  });
  await page.goto(`/undo-email-change?token=${undoing}`);
  await expectScreen({ page }, t('undoEmailChange.askTitle'));
  await expect(page).toHaveURL(/\/undo-email-change$/);
  await page.reload();
  await press(page.getByRole('button', { name: t('undoEmailChange.askSubmit') }));
  await expectScreen({ page }, t('undoEmailChange.undoneTitle'));
  await page.reload();
  await expectMissingLink({ page, t }, 'undoEmailChange');
});

test('a link of an earlier mail keeps the second factor that two operators remove', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
}) => {
  const token = await activate(accounts, newcomer);
  await addApplication(accounts, { token, owner: newcomer });
  const remove = ['account', 'remove-second-factor', '--email', newcomer.email];
  const asked = await command(accounts, ...remove, '--operator', 'Première');
  const code = asked.trim().split(' ').at(-1) ?? '';
  const mail = { channel: 'EMAIL', to: newcomer.email, pattern: /(?<=\/p#)[\w-]{22}/ } as const;
  const keeping = await sentBy(accounts, mail, async () => {
    await command(accounts, ...remove, '--operator', 'Second', '--code', code);
  });
  await page.goto(`/keep-second-factor?token=${keeping}`);
  await expectScreen({ page }, t('keepSecondFactor.askTitle'));
  await expect(page).toHaveURL(/\/keep-second-factor$/);
  await press(page.getByRole('button', { name: t('keepSecondFactor.askSubmit') }));
  await expectScreen({ page }, t('keepSecondFactor.keptTitle'));
});

test('a link of an earlier mail has a sender write no more', async ({ browser, owner, accounts }, testInfo) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const email = newAddress('voisin');
  const documents = [await addDocument(accounts, owner.token, paper)];
  await safe.share({ documents, mode: 'EMAIL', recipients: [{ email }] });
  const [, link = ''] = await readMailedLinks(accounts.inboxUrl, email);
  const { page, t, press, leave } = await welcomeGuest({ browser, accounts, testInfo });
  await page.goto(`/public/block-sender?token=${await tokenOfLink(accounts, link)}`);
  await expect(page.getByRole('button', { name: t('blockSender.SENDER') })).toBeVisible();
  await expect(page).toHaveURL(/\/public\/block-sender$/);
  await press(page.getByRole('button', { name: t('blockSender.SENDER') }));
  await expect(page.getByRole('heading', { name: t('blockSender.doneTitle') })).toBeVisible();
  await leave();
});
