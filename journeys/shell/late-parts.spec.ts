import type { BrowserContext, Locator, Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { makeLate, noteOpenings, readOpenings } from '../checks/late-answers.ts';
import type { Words } from '../checks/words.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { makeFolder } from '../screens/folders.ts';

interface LatePart {
  name: string;
  path: string;
  /** The buttons and entries that lead to it; each is pressed as soon as it is there. */
  presses: readonly Locator[];
  opens: Locator;
  /** The roles of everything that opens on the way. */
  opened: readonly string[];
  /** The answers that hold what is pressed. */
  early?: RegExp;
}

const title = 'Bail';
const file = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) });
const documents = /\/documents$/;

/** Finds what a page has, by the words of its language. */
const finders = (page: Page) => ({
  button: (name: string) => page.getByRole('button', { name, exact: true }).first(),
  entry: (name: string) => page.getByRole('menuitem', { name, exact: true }),
  menu: page.getByRole('menu'),
  // A menu is in a `div` that has this role too.
  dialog: (name: string) => page.getByRole('dialog', { name, exact: true }).and(page.locator('section')),
  question: (name: string) => page.getByRole('alertdialog', { name, exact: true }),
});

interface Journey {
  page: Page;
  context: BrowserContext;
  t: Words;
}

const rowPartsOf = ({ page, t }: Journey): LatePart[] => {
  const { button, entry, menu, dialog, question } = finders(page);
  const rowMenu = button(t('documents.actionsOf', { title }));
  return [
    {
      ...{ name: 'the menu of a row', presses: [rowMenu], opened: ['menu'] },
      opens: menu,
    },
    {
      ...{ name: 'moving', presses: [rowMenu, entry(t('documents.move'))], opened: ['menu', 'dialog'] },
      opens: dialog(t('organising.moveTitle', { count: 1 })),
    },
    {
      ...{ name: 'deleting', presses: [rowMenu, entry(t('documents.delete'))], opened: ['menu', 'alertdialog'] },
      opens: question(t('organising.deleteTitle', { count: 1 })),
    },
    {
      ...{ name: 'renaming', presses: [rowMenu, entry(t('documents.rename'))], opened: ['menu'] },
      opens: page.getByRole('textbox', { name: t('documents.titleOf', { title }) }),
    },
    {
      ...{ name: 'the viewer', presses: [page.getByRole('link', { name: title, exact: true })], opened: ['dialog'] },
      opens: dialog(title),
    },
  ].map((part) => ({ path: '/documents', early: documents, ...part }));
};

const listPartsOf = ({ page, t }: Journey): LatePart[] => {
  const { button, entry, menu, dialog } = finders(page);
  return [
    {
      name: 'the choice of dates',
      presses: [button(t('documents.period')), page.getByRole('menuitemradio', { name: t('documents.chooseDates') })],
      ...{ opens: dialog(t('documents.chooseDatesTitle')), opened: ['menu', 'dialog'] },
    },
    {
      name: 'a new category',
      presses: [button(t('documents.organise')), entry(t('documents.newCategory'))],
      ...{ opens: dialog(t('organising.newCategoryTitle')), opened: ['menu', 'dialog'] },
    },
    {
      ...{ name: 'adding files', presses: [button(t('documents.add'))] },
      ...{ opens: dialog(t('upload.title')), opened: ['dialog'] },
    },
    {
      ...{ name: 'searching contents', presses: [button(t('shell.searchOptions'))] },
      ...{ opens: dialog(t('contentReading.title')), opened: ['dialog'] },
    },
    {
      ...{ name: 'the menu of the account', presses: [button(t('shell.accountMenu'))] },
      ...{ opens: menu, opened: ['menu'] },
    },
    {
      ...{ name: 'the help', presses: [button(t('shell.help')), entry(t('shell.askHelp'))] },
      ...{ opens: dialog(t('help.panelTitle')), opened: ['menu', 'dialog'] },
    },
  ].map((part) => ({ path: '/documents', ...part }));
};

const safetyPartsOf = ({ page, t }: Journey): LatePart[] => {
  const { button, dialog } = finders(page);
  const parts = [
    ['the password', t('safety.passwordChange'), t('safety.passwordChange'), /\/profile$/],
    ['the e-mail address', t('safety.emailChange'), t('safety.emailTitle'), /\/profile$/],
    ['an application', t('secondFactorSettings.totpAdd'), t('secondFactorSettings.totpAdd'), /\/second-factor$/],
    ['a passkey', t('secondFactorSettings.passkeyAdd'), t('secondFactorSettings.passkeyAdd'), /\/second-factor$/],
  ] as const;
  return parts.map(([name, pressed, opened, early]) => ({
    ...{ name, path: '/account/safety', early },
    ...{ presses: [button(pressed)], opens: dialog(opened), opened: ['dialog'] },
  }));
};

const sharingPartsOf = ({ page, t }: Journey, shareId: string): LatePart[] => {
  const { button, menu } = finders(page);
  const ofRequest = t('documentRequests.actionsOf', { title });
  return [
    {
      ...{ name: 'the menu of a request', path: '/shares?view=requests', early: /\/document-requests$/ },
      ...{ presses: [button(ofRequest)], opens: menu, opened: ['menu'] },
    },
    {
      ...{ name: 'the menu of a share', path: `/shares/${shareId}`, early: /\/sharings\/[^/]+$/ },
      ...{ presses: [button(t('shares.moreActions'))], opens: menu, opened: ['menu'] },
    },
  ];
};

/** Opens each on a page of its own, whose code and data are still on their way. */
async function expectEachOpens({ page, context }: Journey, parts: readonly LatePart[]): Promise<void> {
  for (const { name, path, presses, opens, opened, early } of parts) {
    await test.step(name, async () => {
      await makeLate(context, { codeMs: 300, dataMs: 1_200, early });
      await page.goto(path);
      for (const pressed of presses) await pressed.click();
      await expect(opens).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(opens).toBeVisible();
      expect(await readOpenings(page), `what opens for ${name}`).toEqual(opened);
    });
  }
}

test.beforeEach(({ context }) => noteOpenings(context));
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('a press that is made before the list of requests arrives opens its dialog', async ({
  page,
  context,
  t,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  const { button, dialog } = finders(page);
  await makeLate(context, { codeMs: 1_000, dataMs: 2_000 });
  await page.goto('/shares?view=requests');
  await button(t('shares.request')).click();
  await expect(page.getByRole('status').getByText(t('app.loading'))).toBeVisible();
  await expect(dialog(t('documentRequests.title'))).toBeVisible();
  await expect(page.getByRole('status').getByText(t('app.loading'))).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await expect(dialog(t('documentRequests.title'))).toBeVisible();
  expect(await readOpenings(page)).toEqual(['dialog']);
});

for (const [where, partsOf] of [
  ['in a row of the list', rowPartsOf],
  ['around the list', listPartsOf],
  ['among the safety of the account', safetyPartsOf],
] as const)
  test(`a press ${where} opens what it asks for once, while code and data arrive`, async ({
    page,
    context,
    t,
    owner,
    accounts,
  }) => {
    await addDocument(accounts, owner.token, file(title));
    await expectEachOpens({ page, context, t }, partsOf({ page, context, t }));
  });

test('a press on a share, a request, a folder or an employer opens what it asks for once', async ({
  page,
  context,
  t,
  owner,
  accounts,
  employer,
}) => {
  const { button, entry, dialog } = finders(page);
  const safe = new OwnerCalls(accounts, owner.token);
  const share = await safe.share({ documents: [await addDocument(accounts, owner.token, file(title))], mode: 'LINK' });
  await safe.call('POST', 'document-requests', { title });
  const { items } = (await safe.call('GET', 'categories')) as { items: { id: string; title: string }[] };
  const [category] = items;
  await makeFolder(accounts, owner.token, { name: 'Baux', category: category?.title ?? '' });
  const journey = { page, context, t };
  await expectEachOpens(journey, [
    ...sharingPartsOf(journey, share.id),
    {
      ...{ name: 'renaming a folder', path: `/documents?category=${category?.id}`, early: /\/folders$/ },
      presses: [button(t('documents.actionsOf', { title: 'Baux' })), entry(t('documents.renameFolder'))],
      ...{ opens: dialog(t('organising.renameFolderTitle')), opened: ['menu', 'dialog'] },
    },
    {
      ...{ name: 'the delivery', path: '/account/dematerialization', early: /\/payslip-agreement/ },
      presses: [button(t('delivery.offNamed', { employer: employer.name }))],
      ...{ opens: dialog(t('delivery.offTitle')), opened: ['dialog'] },
    },
  ]);
});

test('on a phone, renaming opens its dialog', async ({ page, context, t, owner, accounts }) => {
  const { button, entry, dialog } = finders(page);
  await addDocument(accounts, owner.token, file(title));
  await page.setViewportSize({ width: 390, height: 844 });
  await expectEachOpens({ page, context, t }, [
    {
      ...{ name: 'renaming', path: '/documents', early: documents },
      presses: [button(t('documents.actionsOf', { title })), entry(t('documents.rename'))],
      ...{ opens: dialog(t('documents.renameTitle')), opened: ['menu', 'dialog'] },
    },
  ]);
});

test('the last of two menus opens when both are asked for while their code loads', async ({
  page,
  context,
  t,
  owner,
  accounts,
}) => {
  const { button, menu } = finders(page);
  for (const name of [title, 'Quittance']) await addDocument(accounts, owner.token, file(name));
  const [first, last] = [title, 'Quittance'].map((name) => t('documents.actionsOf', { title: name }));
  await makeLate(context, { codeMs: 1_000, dataMs: 0 });
  await page.goto('/documents');
  await button(first ?? '').click();
  await button(last ?? '').click();
  await expect(menu).toHaveAccessibleName(last ?? '');
  expect(await readOpenings(page)).toEqual(['menu']);
  await page.keyboard.press('Escape');
  await expect(button(last ?? '')).toBeFocused();
});

test('a title stays in its row until its field is there', async ({ page, context, t, owner, accounts }) => {
  const { button, entry } = finders(page);
  await addDocument(accounts, owner.token, file(title));
  await page.goto('/documents');
  await button(t('documents.actionsOf', { title })).click();
  await makeLate(context, { codeMs: 1_500, dataMs: 0 });
  await entry(t('documents.rename')).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('status').getByText(t('app.loading'))).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('documents.titleOf', { title }) })).toBeFocused();
});

test('contents are offered where they were asked for, whatever the search finds meanwhile', async ({
  page,
  context,
  t,
  owner,
  accounts,
}) => {
  const { button, dialog } = finders(page);
  await addDocument(accounts, owner.token, file(title));
  await page.goto(`/documents?q=${title}`);
  await expect(button(t('documents.searchContents'))).toBeVisible();
  await makeLate(context, { codeMs: 2_000, dataMs: 1_000 });
  const asked = page.waitForRequest(/\/documents\?.*introuvable/);
  await page.getByRole('searchbox', { name: t('shell.search') }).pressSequentially(' introuvable');
  await asked;
  await button(t('documents.searchContents')).click();
  await expect(page.getByText(t('documents.noMatch'))).toBeVisible();
  await expect(dialog(t('contentReading.title'))).toBeVisible();
  expect(await readOpenings(page)).toEqual(['dialog']);
});

test('nothing that can be pressed moves from under a hand when the font of the pages arrives', async ({
  page,
  context,
  t,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  const places = () =>
    page
      .getByRole('button')
      .or(page.getByRole('link'))
      .evaluateAll((pressed) => pressed.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
  for (const [path, settled] of [
    ['/shares?view=requests', t('documentRequests.emptyTitle')],
    ['/documents', t('documents.empty')],
  ] as const) {
    const fonts = Promise.withResolvers<void>();
    await context.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(settled)).toBeVisible();
    const before = await places();
    fonts.resolve();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const after = await places();
    const moves = after.map(({ x, y }, at) => Math.hypot(x - (before[at]?.x ?? 0), y - (before[at]?.y ?? 0)));
    expect(Math.max(...moves), `pixels on ${path}`).toBeLessThan(8);
    await context.unrouteAll({ behavior: 'wait' });
  }
});
