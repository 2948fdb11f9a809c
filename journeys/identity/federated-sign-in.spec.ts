import type { Locator, Page } from '@playwright/test';
import { AccountMenu } from '../screens/account-menu.ts';
import { AccountScreens } from '../screens/account-screens.ts';
import { expect, test } from '../fixtures.ts';
import { FranceConnectSite } from '../people/france-connect.ts';
import { activate } from '../people/people.ts';
import { enterCredentials, expectScreen } from '../screens/sign-in-screen.ts';

const franceConnectButton = (page: Page): Locator => page.getByRole('button', { name: 'FranceConnect' });
const readStored = (page: Page) => page.evaluate(() => ({ ...localStorage }));

test('a linked identity opens the safe, and signing out ends FranceConnect too', async ({
  page,
  t,
  press,
  accounts,
  watch,
}) => {
  const site = new FranceConnectSite(page, accounts, watch);
  const owner = accounts.franceConnect.identities.find(({ login }) => login === 'nadege');
  await page.goto('/login?next=/documents');
  await expect(page.getByRole('link', { name: t('login.aboutFranceConnect') })).toHaveAttribute(
    'href',
    'https://franceconnect.gouv.fr/',
  );
  await press(franceConnectButton(page));
  await site.signInAs('nadege');
  await expect(page.getByRole('heading', { level: 1, name: t('documents.heading') })).toBeVisible();
  await expect(page).toHaveURL(/\/documents$/);
  expect(await readStored(page)).toMatchObject({
    authToken: expect.any(String),
    franceConnectToken: expect.any(String),
  });

  await test.step('the account has its section about it', async () => {
    await page.goto('/account/profile-infos');
    // The profile, once it has come, leads there too, in other words.
    await expect(page.getByRole('link', { name: t('account.franceConnect'), exact: true })).toBeVisible();
  });

  await test.step('signing out goes through FranceConnect and comes back', async () => {
    await new AccountMenu({ page, t, press }).choose('signOut');
    await expect(page).toHaveURL(/\/login\?reason=signedOut$/);
    await expect(page.getByText(t('session.signedOut'))).toBeVisible();
    const stored = await readStored(page);
    expect(stored).not.toHaveProperty('authToken');
    expect(stored).not.toHaveProperty('franceConnectToken');
  });

  await test.step('the next sign-in asks who one is again', async () => {
    await press(franceConnectButton(page));
    await site.signInAs('nadege');
    await expect(
      page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner?.firstName ?? '' }) }),
    ).toBeVisible();
  });
});

test('an identity that is not linked yet is linked with the usual credentials, once', async ({
  page,
  t,
  press,
  accounts,
  watch,
  show,
}) => {
  const site = new FranceConnectSite(page, accounts, watch);
  const owner = accounts.users.find(({ email }) => email.startsWith('ines'));
  if (!owner) throw new Error('The demonstration has no owner who can be linked.');
  const home = page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) });
  await page.goto('/login');
  await press(franceConnectButton(page));
  await site.signInAs('ines');
  await expectScreen({ page }, t('federatedSignIn.linkTitle'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/france-connect$/);
  await expect(page.getByText(t('federatedSignIn.linkCondition'))).toBeVisible();
  await show('link', 'page');
  await page.reload();
  await expectScreen({ page }, t('federatedSignIn.linkTitle'));
  await enterCredentials({ page, t }, owner);
  await expect(home).toBeVisible();
  expect(await readStored(page)).toHaveProperty('franceConnectToken');
  await new AccountMenu({ page, t, press }).choose('signOut');
  await expect(page.getByText(t('session.signedOut'))).toBeVisible();
  await press(franceConnectButton(page));
  await site.signInAs('ines');
  await expect(home).toBeVisible();
  const screens = new AccountScreens({ page, t, press });

  await test.step('signing out everywhere ends FranceConnect in this browser too', async () => {
    await screens.open('safety');
    await press(screens.button(screens.part(t('devices.title')), t('devices.everywhere')));
    const asking = page.getByRole('alertdialog', { name: t('devices.everywhereTitle') });
    await press(screens.button(asking, t('devices.everywhere')));
    await expect(page.getByText(t('session.signedOutEverywhere'))).toBeVisible();
    await expect(page.getByText(t('session.signedOut'), { exact: true })).toBeHidden();
    await press(franceConnectButton(page));
    await site.signInAs('ines');
    await expect(home).toBeVisible();
  });

  await test.step('what comes from FranceConnect is locked, and says why', async () => {
    await screens.open('profile-infos');
    const identity = screens.part(t('profile.identity'));
    await expect(screens.field(identity, t('profile.firstName'))).toHaveAttribute('readonly');
    await expect(identity.getByText(t('profile.lockedTitle'))).toBeVisible();
    await show('locked', 'page');
    await screens.open('safety');
    await expect(screens.part(t('safety.password')).getByText(t('safety.passwordLocked'))).toBeVisible();
    await show('locked-password', 'page');
  });

  await test.step('deactivating it signs out, there too, and gives the identity back', async () => {
    await screens.open('france-connect');
    await show('linked', 'page');
    await press(page.getByRole('button', { name: t('linkedIdentity.deactivate'), exact: true }));
    const asking = page.getByRole('alertdialog', { name: t('linkedIdentity.dialogTitle') });
    await show('deactivation');
    await press(screens.button(asking, t('linkedIdentity.deactivate')));
    await expect(page).toHaveURL(/\/login\?reason=federationDeactivated$/);
    await expect(page.getByText(t('session.federationDeactivated'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('session.signedOut'), { exact: true })).toBeHidden();
    expect(await readStored(page)).not.toHaveProperty('authToken');
    await press(franceConnectButton(page));
    await site.signInAs('ines');
    await expectScreen({ page }, t('federatedSignIn.linkTitle'));
    await page.goto('/login');
    await enterCredentials({ page, t }, owner);
    await expect(home).toBeVisible();
    await screens.open('profile-infos');
    const identity = screens.part(t('profile.identity'));
    await expect(screens.field(identity, t('profile.firstName'))).not.toHaveAttribute('readonly');
    await expect(page.getByRole('link', { name: t('account.franceConnect'), exact: true })).toBeHidden();
  });
});

test('an identity of somebody else signs in by password, links nothing, and says why', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  watch,
}) => {
  await activate(accounts, newcomer);
  const site = new FranceConnectSite(page, accounts, watch);
  await page.goto('/login');
  await press(franceConnectButton(page));
  await site.signInAs('gabriel');
  await expectScreen({ page }, t('federatedSignIn.linkTitle'));
  await enterCredentials({ page, t }, newcomer);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('status').getByText(t('federatedSignIn.linkRefused'))).toBeVisible();
  expect(await readStored(page)).not.toHaveProperty('franceConnectToken');
});

test('whoever gives up comes back to sign-in, calmly', async ({ page, t, press, accounts, watch, show }) => {
  const site = new FranceConnectSite(page, accounts, watch);
  await page.goto('/login?next=/documents');
  await press(franceConnectButton(page));
  await site.giveUp();
  await expectScreen({ page }, t('login.title'));
  await expect(page.getByText(t('session.federationCancelled'))).toBeVisible();
  await expect(page).toHaveURL(/next=/);
  await show('cancelled', 'page');
});

test('a return that this browser did not ask for, or that has served, says what to do', async ({
  page,
  t,
  press,
  accounts,
  watch,
  show,
  expectOutcome,
}) => {
  const site = new FranceConnectSite(page, accounts, watch);
  await page.goto('/france-connect');
  await expectScreen({ page }, t('federatedSignIn.interruptedTitle'));
  await show('interrupted', 'page');
  expectOutcome({ address: '/api/v1/auth/code', outcome: 422 });
  await page.goto('/france-connect?code=vole&state=invente');
  await expectScreen({ page }, t('federatedSignIn.failedTitle'));
  await expect(page).toHaveURL(/\/france-connect$/);
  await expect(page.getByText(t('federatedSignIn.failedText'))).toBeVisible();
  await show('failed', 'page');
  await press(page.getByRole('button', { name: t('federatedSignIn.again') }));
  await site.signInAs('nadege');
  await expect(page).toHaveURL(/\/home$/);
  // As the back button would, for whoever is signed in by then.
  await page.goto('/france-connect?code=servi&state=servi');
  await expect(page).toHaveURL(/\/home$/);
});

test('a line that breaks on the way back loses nothing', async ({
  page,
  t,
  press,
  accounts,
  watch,
  show,
  expectOutcome,
}) => {
  const site = new FranceConnectSite(page, accounts, watch);
  expectOutcome({ address: '/api/v1/auth/code', outcome: 'net::ERR_FAILED' });
  await page.route('**/api/v1/auth/code*', (route) => route.abort());
  await page.goto('/login');
  await press(franceConnectButton(page));
  await site.signInAs('nadege');
  await expectScreen({ page }, t('federatedSignIn.unreachableTitle'));
  await show('unreachable', 'page');
  await page.unroute('**/api/v1/auth/code*');
  await press(page.getByRole('button', { name: t('ui.retry') }));
  await expect(page).toHaveURL(/\/home$/);
});

test('the browser is sent to no address that could harm it', async ({ page, t, press }) => {
  await page.route('**/franceconnect/init', (route) =>
    route.fulfill({ json: { config: { authorizationUrl: 'http://mechant.example/authorize' } } }),
  );
  await page.goto('/login');
  await press(franceConnectButton(page));
  await expect(page.getByRole('alert')).toHaveText(t('network.unexpected'));
  await expect(page).toHaveURL(/\/login$/);
});

test('an owner of another version is sent to its callback, only where it was configured', async ({ page, t }) => {
  const loginUrl = (origin: string) => ({ user: { sub: 'abc v1', edpUserV2: { loginUrl: `${origin}/login` } } });
  await page.route('**/api/v1/auth/code*', (route) => route.fulfill({ json: loginUrl('https://ailleurs.example') }));
  await page.goto('/france-connect?code=c&state=s');
  await expectScreen({ page }, t('federatedSignIn.otherVersionTitle'));
  const { origin } = new URL(page.url());
  await page.route('**/runtime_conf.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), otherVersionUrl: `${origin}/` } });
  });
  await page.unroute('**/api/v1/auth/code*');
  await page.route('**/api/v1/auth/code*', (route) => route.fulfill({ json: loginUrl(origin) }));
  const callback = page.waitForRequest('**/fc-callback?sub=abc%20v1');
  await page.goto('/france-connect?code=c&state=s');
  await callback;
});
