import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { signIn } from '../people/people.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import type { Hands } from '../screens/hands.ts';
import { wordsOf } from '../checks/words.ts';
import { pace } from '../checks/pace.ts';

const readStored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test('a collapsed menu stays so after a reload', async ({ page, t, owner }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  await page.getByRole('button', { name: t('shell.collapse') }).click();
  await expect(page.getByRole('button', { name: t('shell.expand') })).toHaveAttribute('aria-expanded', 'false');
  expect(await readStored(page, 'collapsedMenu')).toBe('true');
  await page.reload();
  await expect(page.getByRole('button', { name: t('shell.expand') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('shell.trash') })).toBeVisible();
  await page.getByRole('button', { name: t('shell.expand') }).click();
  await expect(page.getByRole('button', { name: t('shell.collapse') })).toBeVisible();
});

test('language and theme stay after a reload, and change every word at once', async ({ page, t, owner }) => {
  const english = await wordsOf('en');
  await page.goto('/home');
  await page.getByRole('button', { name: t('app.language') }).click();
  await expect(page.getByRole('heading', { name: english('home.hello', { name: owner.firstName }) })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: english('app.darkTheme') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect([await readStored(page, 'locale'), await readStored(page, 'theme')]).toEqual(['en', 'dark']);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { name: english('home.hello', { name: owner.firstName }) })).toBeVisible();
  await page.getByRole('link', { name: english('shell.trash') }).click();
  await expect(page).toHaveTitle(new RegExp(english('trash.title')));
});

test('the language of the header is that of the account and of the categories that nobody renamed', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  const english = await wordsOf('en');
  const safe = new OwnerCalls(accounts, owner.token);
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: /Bulletins de paie/ })).toBeVisible();
  await page.getByRole('button', { name: t('app.language') }).click();
  await expect(page.getByRole('link', { name: /Payslips/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: english('documents.heading') })).toBeVisible();
  await expect.poll(() => safe.call('GET', 'user/profile')).toMatchObject({ locale: 'en' });
});

test('the privacy page says who answers for the data, on which basis, where, and to whom one complains', async ({
  page,
  t,
  show,
}) => {
  await page.goto('/privacy');
  await expect(page.getByText(t('privacy.controllerNone')), 'nobody is named in the demonstration').toBeVisible();
  for (const topic of ['basis', 'needed', 'kept', 'hosting', 'rights', 'complaint'] as const)
    await expect(page.getByRole('heading', { level: 2, name: t(`privacy.${topic}Title`) })).toBeVisible();
  for (const words of ['basisText', 'keptText', 'hostingOthers', 'complaintText'] as const)
    await expect(page.getByText(t(`privacy.${words}`))).toBeVisible();
  await expect(page.getByRole('link', { name: 'cnil.fr' })).toHaveAttribute('href', 'https://www.cnil.fr/fr/plaintes');
  await show('privacy', 'page');
  const controller = {
    ...{ name: 'Coffres de Loire', address: '1 quai de Loire, 45000 Orléans', email: 'contact@coffres.example' },
    ...{ dpoEmail: 'dpo@coffres.example', hosting: 'Hébergeur de Loire, France' },
  };
  await page.route('**/runtime_conf.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), controller } });
  });
  await page.reload();
  await expect(page.getByText(t('privacy.controllerText', { name: controller.name }))).toBeVisible();
  await expect(page.getByText(t('privacy.controllerAddress', { address: controller.address }))).toBeVisible();
  await expect(page.getByRole('link', { name: controller.email, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: controller.dpoEmail })).toHaveAttribute(
    'href',
    `mailto:${controller.dpoEmail}`,
  );
  await expect(page.getByText(t('privacy.hostingText', { hosting: controller.hosting }))).toBeVisible();
  await show('privacy-named', 'page');
});

test('the help menu leads to pages that help', async ({ page, t, owner, show }) => {
  await page.goto('/home');
  for (const [entry, title] of [
    [t('shell.onlineHelp'), t('help.title')],
    [t('shell.privacy'), t('privacy.title')],
  ] as const) {
    await page.getByRole('button', { name: t('shell.help'), exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await show(title.toLowerCase(), 'page');
    await page.goBack();
    await expect(page.getByRole('heading', { name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  }
});

test('the version that runs is told', async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/home');
  await expect(page.getByText(t('app.version', { version: '0.36.7' }))).toBeVisible();
});

test('a phone shows the version that runs too', async ({ browser, t, archivist, accounts }) => {
  const context = await browser.newContext({ baseURL: accounts.baseUrl, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await enterSafe(phone, await signIn(accounts, archivist));
  await phone.goto('/home');
  const foot = phone.getByRole('contentinfo');
  await expect(foot.getByText(t('app.version', { version: '0.36.7' }))).toBeVisible();
  await context.close();
});

test('a page answers to HEAD as to GET, without its bytes', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  for (const path of ['/', '/login', '/documents', '/account/safety']) {
    const head = await page.request.head(path);
    expect([head.status(), head.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await head.body()).length).toBe(0);
  }
  expect((await page.request.head('/backend/api/v1/nothing')).status()).toBe(404);
});

/** Renames a document of the list; its notification appears. */
async function rename({ page, t }: Pick<Hands, 'page' | 't'>, title: string): Promise<void> {
  await page.getByRole('button', { name: t('documents.actionsOf', { title }) }).click();
  await page.getByRole('menuitem', { name: t('documents.rename') }).click();
  const field = page.getByRole('textbox', { name: t('documents.titleOf', { title }) });
  await expect(field).toBeFocused();
  await field.fill(`${title} signé`);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(page.getByRole('link', { name: `${title} signé` })).toBeVisible();
}

const renamedNotice = ({ page, t }: Pick<Hands, 'page' | 't'>): Locator =>
  page.getByRole('status').getByText(t('documents.renamed'), { exact: true });

test('notifications leave after 3 seconds, and the same one is not stacked twice', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  for (const name of ['Bail.pdf', 'Quittance.pdf']) {
    await addDocument(accounts, owner.token, { name, mimeType: 'application/pdf', buffer: makePdf(name) });
  }
  await page.goto('/documents');
  const told = renamedNotice({ page, t });
  await rename({ page, t }, 'Bail');
  await expect(told).toBeVisible();
  const shownAt = Date.now();
  const corner = page.getByRole('status').filter({ hasText: t('documents.renamed') });
  expect((await corner.boundingBox())?.width).toBe(300);
  await rename({ page, t }, 'Quittance');
  await expect(told).toHaveCount(1);
  await expect(told).toBeHidden({ timeout: 4000 * pace });
  // 300 ms to come, 3,000 to be read, 300 to leave, and what a busy machine takes.
  expect(Date.now() - shownAt).toBeGreaterThan(2500);
  expect(Date.now() - shownAt).toBeLessThan(6000 * pace);
});

test('the same words are shown anew while the notification before them leaves', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  await addDocument(accounts, owner.token, {
    name: 'Bail.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf('Bail'),
  });
  await page.goto('/documents');
  await rename({ page, t }, 'Bail');
  await expect(renamedNotice({ page, t })).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  const leaving = page.locator('[data-leaving]');
  await expect(leaving).toHaveCount(1);
  await leaving.evaluate((toast) => toast.getAnimations().forEach((animation) => animation.pause()));
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await rename({ page, t }, 'Bail signé');
  await page.evaluate(() => {
    for (const toast of document.querySelectorAll('[data-leaving]')) toast.getAnimations()[0]?.finish();
  });
  await expect(leaving).toHaveCount(0);
  await expect(renamedNotice({ page, t })).toBeVisible();
});

const unknownFolder = '01999999-0000-7000-8000-000000000000';

const openRoutes = [
  ['/login', /\/login$/],
  ['/activation', /\/activation$/],
  ['/activate', /\/activation$/],
  ['/activation/france-connect?sub=x&email=y', /\/activation\/france-connect/],
  ['/activation/merge-with-france-connect', /\/activation\/merge-with-france-connect$/],
  ['/france-connect', /\/france-connect$/],
  ['/reset-password', /\/reset-password$/],
  ['/public/sharings', /\/public\/sharings$/],
  ['/public/sharings-list', /\/public\/sharings$/],
  ['/public/sharings-expired', /\/public\/sharings-expired$/],
  ['/help', /\/help$/],
  ['/privacy', /\/privacy$/],
  ['/terms', /\/terms$/],
] as const;

const safeRoutes = [
  ['/home', /\/home$/],
  ['/documents', /\/documents$/],
  [`/documents/${unknownFolder}`, new RegExp(`/documents/${unknownFolder}$`)],
  ['/payslips', /\/payslips$/],
  ['/shares', /\/shares$/],
  ['/collectors', /\/collectors$/],
  ['/trash', /\/trash$/],
  ['/account', /\/account\/profile-infos$/],
  ['/account/profile-infos', /\/account\/profile-infos$/],
  ['/account/safety', /\/account\/safety$/],
  ['/account/france-connect', /\/account\/france-connect$/],
  ['/account/dematerialization', /\/account\/dematerialization$/],
  ['/account/journal', /\/account\/journal$/],
  ['/account/merge', /\/account\/merge$/],
  ['/account/export', /\/account\/export$/],
] as const;

/** Opens a page; it has one heading that says where one is, and no control that does nothing. */
async function expectPage(page: Page, [path, address]: readonly [string, RegExp], leavesBy?: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/^.+ – Pérenne$/);
  await page.waitForLoadState('networkidle');
  // All at once: the safe's latest answer may put some links in the place of others.
  const hrefs = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const href of hrefs) expect(href, `a link of ${path}`).toMatch(/^(\/|https?:\/\/|#main)/);
  const buttons = page.getByRole('main').getByRole('button', { disabled: false });
  // Those of the first visit: each of the next ones adds entries to the journal, with buttons of their own.
  const count = await buttons.count();
  for (let index = 0; index < count; index++) {
    const button = buttons.nth(index);
    const name = (await button.textContent())?.trim() || (await button.getAttribute('aria-label'));
    // It leads out of here: a journey of its own goes that way.
    if (leavesBy && name?.includes(leavesBy)) continue;
    expect(await doesSomething(page, button), `“${name}” on ${path}`).toBe(true);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
}

/** Whether the page or its address changes when a button is pressed. */
async function doesSomething(page: Page, button: Locator): Promise<boolean> {
  await page.evaluate(() => {
    document.body.dataset.changes = '';
    const observer = new MutationObserver((changes) => {
      const isReal = changes.some(
        ({ target, attributeName }) =>
          target !== document.body && !/^data-(pressed|hovered|focus)/.test(attributeName ?? ''),
      );
      if (isReal) document.body.dataset.changes = 'some';
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });
  const before = page.url();
  await button.click();
  return expect
    .poll(async () => page.url() !== before || (await page.locator('body').getAttribute('data-changes')) === 'some')
    .toBe(true)
    .then(() => true);
}

for (const route of openRoutes) {
  test(`the public page ${route[0]} exists, and does what it shows`, async ({ page }) => {
    await expectPage(page, route, 'FranceConnect');
  });
}

for (const route of safeRoutes) {
  test(`the page ${route[0]} of the safe exists, and does what it shows`, async ({ page, owner, expectOutcome }) => {
    expect(owner.token).toBeTruthy();
    if (route[0].includes(unknownFolder)) expectOutcome({ address: `folderId=${unknownFolder}`, outcome: 404 });
    // There is nothing to take out of a safe that holds nothing.
    if (route[0] === '/account/export') expectOutcome({ address: '/exports', outcome: 422 });
    await expectPage(page, route);
  });
}

test('no page of the safe is shown without signing in', async ({ page, t }) => {
  for (const [path] of safeRoutes) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
  }
});
