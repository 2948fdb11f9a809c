import type { Accounts } from '../people/accounts.ts';
import { expect, test } from '../fixtures.ts';
import { sentBy } from '../people/sent-code.ts';
import { expectMissingLink } from '../screens/missing-link.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';
import { newAddress, newClientAddress } from '../people/addresses.ts';

const professional = ({ users }: Accounts) => {
  const user = users.find(({ mustChangeEmail }) => mustChangeEmail);
  if (!user) throw new Error('The demonstration has nobody with a professional login.');
  return user;
};

test('a professional login is replaced before the safe opens', async ({
  page,
  t,
  press,
  accounts,
  show,
  expectOutcome,
}) => {
  const user = professional(accounts);
  const personal = newAddress('hugo');
  const email = page.getByRole('textbox', { name: t('changeEmail.email') });
  const code = page.getByRole('textbox', { name: t('changeEmail.code') });
  const ask = () => press(page.getByRole('button', { name: t('changeEmail.emailSubmit') }));
  const confirm = () => press(page.getByRole('button', { name: t('activation.warningConfirm') }));

  const home = page.getByRole('heading', { level: 1, name: t('home.hello', { name: user.firstName }) });

  await test.step('the page says why, and nothing else opens', async () => {
    await page.goto('/login?next=/documents');
    await enterCredentials({ page, t }, user);
    await expectScreen({ page }, t('changeEmail.emailTitle'));
    await show('why', 'page');
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login/);
    await enterCredentials({ page, t }, user);
  });

  await test.step('an address of the employer is refused beside its field', async () => {
    await expectScreen({ page }, t('changeEmail.emailTitle'));
    await ask();
    await expect(email).toHaveAccessibleDescription(t('forms.required', { field: t('changeEmail.email') }));
    expectOutcome({ address: '/user/request-email-change', outcome: 403 });
    await email.fill('hugo@atelier-morvan.example');
    await ask();
    await show('warning');
    await confirm();
    await expect(email).toHaveAccessibleDescription(t('errors.EmailIsForbidden'));
  });

  await test.step('an address that opens another safe is told once the code has proved it', async () => {
    const [other] = accounts.users;
    const taken = other?.email ?? '';
    await email.fill(taken);
    await ask();
    const mailed = await sentBy(accounts, { channel: 'EMAIL', to: taken }, confirm);
    expectOutcome({ address: '/user/change-email', outcome: 409 });
    await code.fill(mailed);
    await expect(page.getByRole('alert')).toHaveText(t('errors.EmailAlreadyExists'));
    await show('taken', 'page');
    await page.goBack();
    await expectScreen({ page }, t('changeEmail.emailTitle'));
  });

  await test.step('a reload keeps the address and the step', async () => {
    await email.fill(personal);
    await page.reload();
    await expect(email).toHaveValue(personal);
    await ask();
    const mailed = await sentBy(accounts, { channel: 'EMAIL', to: personal }, confirm);
    await expectScreen({ page }, t('changeEmail.codeTitle'));
    await page.reload();
    await expectScreen({ page }, t('changeEmail.codeTitle'));
    await show('code', 'page');
    await code.fill(mailed);
  });

  await test.step('the safe opens, with a full token', async () => {
    await expect(home).toBeVisible();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toHaveProperty('authToken');
    expect(stored).not.toHaveProperty('invalidUserToken');
  });

  await test.step('the old address can bring itself back, by a button and once', async () => {
    const { token } = await changeBack();
    await page.goto(`/p#${token}`);
    await expectScreen({ page }, t('undoEmailChange.askTitle'));
    await page.reload();
    await show('undo', 'page');
    await press(page.getByRole('link', { name: t('undoEmailChange.askKeep') }));
    await expect(home).toBeVisible();
    await page.goBack();
    await press(page.getByRole('button', { name: t('undoEmailChange.askSubmit') }));
    await expectScreen({ page }, t('undoEmailChange.undoneTitle'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/\/undo-email-change$/);
    await show('undone', 'page');
    expectOutcome({ address: '/user/email-change/undo', outcome: 404 });
    await page.goto('/login');
    await page.goto(`/undo-email-change#token=${token}`);
    await press(page.getByRole('button', { name: t('undoEmailChange.askSubmit') }));
    await expectScreen({ page }, t('undoEmailChange.endedTitle'));
    await show('undo-ended', 'page');
    await press(page.getByRole('link', { name: t('undoEmailChange.toReset') }));
    await expectScreen({ page }, t('resetPassword.emailTitle'));
  });

  /** Changes the address again, as whoever took the account over would; gives what the mail to the old one holds. */
  async function changeBack(): Promise<{ token: string }> {
    const thief = newAddress('voleur');
    const auth = await page.evaluate(() => localStorage.getItem('authToken'));
    const post = (path: string, body: object) =>
      page.request.post(`/backend/api/v1/user/email-change${path}`, {
        data: body,
        headers: { Authorization: `Bearer ${auth}`, 'X-Forwarded-For': newClientAddress() },
      });
    const mailed = await sentBy(accounts, { channel: 'EMAIL', to: thief }, async () => {
      expect((await post('/request-code', { email: thief, password: user.password })).status()).toBe(204);
    });
    const pattern = /(?<=\/p#)[\w-]{22}/;
    const token = await sentBy(accounts, { channel: 'EMAIL', to: personal, pattern }, async () => {
      expect((await post('/verify-code', { code: mailed })).status()).toBe(204);
    });
    return { token };
  }
});

test('without its token, or once it has ended, the change of address begins again at sign-in', async ({
  page,
  t,
  expectOutcome,
}) => {
  await page.goto('/change-email');
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText(t('session.changeEnded'))).toBeVisible();
  const claims = { type: 'JwtPayloadLoggedInvalidUser', exp: Math.floor(Date.now() / 1000) + 900 };
  const forged = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`;
  await page.evaluate((token) => localStorage.setItem('invalidUserToken', token), forged);
  await page.goto('/change-email');
  expectOutcome({ address: '/user/request-email-change', outcome: 401 });
  await page.getByRole('textbox', { name: t('changeEmail.email') }).fill('quelquun@gmail.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText(t('session.changeEnded'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('invalidUserToken'))).toBeNull();
});

test('a link that undoes nothing says so, and an address without a link asks for the link', async ({
  page,
  t,
  show,
  expectOutcome,
}) => {
  await page.goto('/undo-email-change');
  await expectMissingLink({ page, t }, 'undoEmailChange');
  await show('missing-link', 'page');
  expectOutcome({ address: '/user/email-change/undo', outcome: 404 });
  await page.goto('/login');
  await page.goto('/undo-email-change#token=inconnu');
  await page.getByRole('button', { name: t('undoEmailChange.askSubmit') }).click();
  await expectScreen({ page }, t('undoEmailChange.endedTitle'));
});
