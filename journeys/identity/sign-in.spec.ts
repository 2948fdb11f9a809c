import { AccountMenu } from '../screens/account-menu.ts';
import { expect, test } from '../fixtures.ts';
import { enterCredentials as signIn } from '../screens/sign-in-screen.ts';

/** A token as this product writes them, but for its signature. */
function makeToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ type: 'JwtPayloadLoggedUser', ...claims })}.AAAA`;
}

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

const brokenTokens = [
  { name: 'no token', reason: 'jwt_not_found', token: null },
  { name: 'a malformed token', reason: 'invalid_jwt_format', token: 'not.a-token' },
  { name: 'an expired token', reason: 'jwt_expired', token: makeToken({ exp: seconds(-60) }) },
] as const;

test('a wrong password is told without saying whether the address has a safe', async ({
  page,
  t,
  accounts,
  show,
  expectOutcome,
}) => {
  const [user] = accounts.users;
  expectOutcome({ address: '/api/v1/login', outcome: 401 });
  await page.goto('/login');
  for (const email of [user?.email ?? '', 'personne.inconnue@example.org']) {
    await signIn({ page, t }, { email, password: 'Mauvais-Mot-de-passe-1!' });
    await expect(page.getByRole('alert')).toHaveText(t('errorsIn.login.Unauthorized'));
    await expect(page.getByRole('textbox', { name: t('login.email') })).toHaveValue(email);
  }
  await show('wrong-password', 'page');
});

test('fields that are missing are told beside themselves', async ({ page, t }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await expect(page.getByRole('textbox', { name: t('login.email') })).toHaveAccessibleDescription(
    t('forms.required', { field: t('login.email') }),
  );
  await expect(page.getByRole('textbox', { name: t('login.email') })).toBeFocused();
  await page.getByRole('textbox', { name: t('login.email') }).fill('pas une adresse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: t('login.email') })).toHaveAccessibleDescription(t('forms.email'));
});

for (const { name, reason, token } of brokenTokens) {
  test(`with ${name}, sign-in says why and leads back to the page that was asked for`, async ({ page, t, owner }) => {
    await page.evaluate((stored) => {
      if (stored === null) localStorage.removeItem('authToken');
      else localStorage.setItem('authToken', stored);
    }, token);
    await page.goto('/documents?sort=title');
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByText(t(`session.${reason}`))).toBeVisible();
    await signIn({ page, t }, owner);
    await expect(page).toHaveURL(/\/documents\?sort=title$/);
    await expect(page.getByRole('heading', { level: 1, name: t('documents.heading') })).toBeVisible();
  });
}

test('a token that the server no longer takes sends back to sign-in', async ({ page, t, owner, expectOutcome }) => {
  expectOutcome({ address: '/backend/api/v1/', outcome: 401 });
  const forged = makeToken({ exp: seconds(3600), sub: 'x' });
  await page.evaluate((stored) => localStorage.setItem('authToken', stored), forged);
  await page.goto('/documents');
  await expect(page.getByText(t('session.AuthTokenNotValid'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await signIn({ page, t }, owner);
  await expect(page).toHaveURL(/\/documents$/);
});

test('signing out in one tab ends the other', async ({ page, context, t, press, owner }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/documents');
  await expect(other.getByRole('heading', { level: 1, name: t('documents.heading') })).toBeVisible();
  await new AccountMenu({ page, t, press }).choose('signOut');
  await expect(page.getByText(t('session.signedOut'))).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
});

test('an unknown path leads home', async ({ page, t, owner }) => {
  await page.goto('/nulle/part?x=1');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
});

test('whoever is signed in already is not asked again', async ({ page, owner }) => {
  await page.goto('/login?next=/account/safety');
  await expect(page).toHaveURL(/\/account\/safety$/);
  expect(owner.email).toBeTruthy();
});

test('sign-in goes nowhere but to pages of the safe', async ({ page, t, owner }) => {
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.goto('/login?next=https://example.org/home');
  await signIn({ page, t }, owner);
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/home$/);
  for (const next of ['//example.org/home', 'https://example.org/home', 'javascript:alert(1)', '/.//example.org']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/home$/);
  }
});

test('a sign-in is sent to another version of the service only where that was configured', async ({
  page,
  t,
  show,
}) => {
  await page.route('**/api/v1/login', (route) =>
    route.fulfill({ json: { loginUrl: 'https://ailleurs.example/login' } }),
  );
  await page.goto('/login');
  await signIn({ page, t }, { email: 'quelquun@example.org', password: 'Peu-importe-12!' });
  await expect(page.getByRole('alert')).toHaveText(t('login.otherVersion'));
  await show('other-version', 'page');
  const other = new URL('/ailleurs', page.url()).origin;
  await page.route('**/runtime_conf.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), otherVersionUrl: `${other}/autre` } });
  });
  await page.unroute('**/api/v1/login');
  await page.route('**/api/v1/login', (route) => route.fulfill({ json: { loginUrl: `${other}/help` } }));
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/help$/);
  // The page that it leads to asks for its configuration too.
  await page.unrouteAll({ behavior: 'wait' });
});

test('an answer with neither token nor address is a sign-in that failed', async ({ page, t }) => {
  await page.route('**/api/v1/login', (route) => route.fulfill({ json: {} }));
  await page.goto('/login');
  await signIn({ page, t }, { email: 'quelquun@example.org', password: 'Peu-importe-12!' });
  await expect(page.getByRole('alert')).toHaveText(t('login.noToken'));
});

test('a locked account and a service out of reach are told in words', async ({ page, context, t, expectOutcome }) => {
  await page.route('**/api/v1/login', (route) =>
    route.fulfill({ status: 403, json: { status: 403, errors: [{ code: 'AccountLocked' }] } }),
  );
  expectOutcome({ address: '/api/v1/login', outcome: 403 });
  await page.goto('/login');
  await signIn({ page, t }, { email: 'quelquun@example.org', password: 'Peu-importe-12!' });
  await expect(page.getByRole('alert')).toHaveText(t('errors.AccountLocked'));
  await page.unroute('**/api/v1/login');
  expectOutcome({ address: '/api/v1/login', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await context.setOffline(true);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: t('network.unreachable') })).toBeVisible();
});
