import { makePdf } from '../checks/files.ts';
import { makeLate, noteOpenings, readOpenings } from '../checks/late-answers.ts';
import { expectEachOpens, finders, type Journey, type LatePart } from '../checks/late-parts.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { connectAccount } from '../people/partner.ts';
import { addApplication } from '../people/people.ts';
import { welcomeGuest } from '../people/guest.ts';
import { addDocument } from '../people/safe.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';
import { makeFolder } from '../screens/folders.ts';

const title = 'Bail';
const file = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) });
const documents = /\/documents$/;

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
    {
      name: 'the details of a document',
      presses: [page.getByRole('link', { name: title, exact: true }), button(t('details.open'))],
      ...{ opens: page.getByRole('complementary', { name: t('details.title') }), opened: ['dialog'] },
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
      name: 'files on their way',
      presses: [
        button(t('documents.add')),
        () => page.locator('input[type=file]').first().setInputFiles(file('Quittance')),
        button(t('upload.submit', { count: 1 })),
      ],
      ...{ opens: page.getByRole('region', { name: t('upload.panel') }), opened: ['dialog'] },
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

test('a press on a collector, or to add one, opens what it asks for once', async ({
  page,
  context,
  t,
  owner,
  accounts,
}) => {
  const { button, entry, menu, dialog, question } = finders(page);
  const name = 'invoices';
  await connectAccount(accounts, { token: owner.token, behaviour: name });
  const screens = new CollectorScreens({ page, t, press: (target) => target.click() });
  await screens.open();
  await screens.expectState(name, 'ENABLED');
  const ofCollector = button(t('collectors.menu', { name }));
  const parts: Omit<LatePart, 'path'>[] = [
    {
      name: 'a new one',
      presses: [button(t('collectors.add'))],
      opens: dialog(t('newCollector.title')),
      opened: ['dialog'],
    },
    { name: 'its menu', presses: [ofCollector], opens: menu, opened: ['menu'] },
    {
      ...{ name: 'its changes', presses: [ofCollector, entry(t('collectors.modify'))], opened: ['menu', 'dialog'] },
      opens: dialog(t('collectors.modifyTitle', { name })),
    },
    {
      ...{ name: 'its runs', presses: [ofCollector, entry(t('collectors.runs'))], opened: ['menu', 'dialog'] },
      opens: dialog(t('collectors.runsTitle', { name })),
    },
    {
      ...{ name: 'its end', presses: [ofCollector, entry(t('collectors.delete'))], opened: ['menu', 'alertdialog'] },
      opens: question(t('collectors.deleteTitle', { name })),
    },
  ];
  const ofPage = { path: '/collectors', early: /\/collectors$/ };
  await expectEachOpens(
    { page, context, t },
    parts.map((part) => ({ ...ofPage, ...part })),
  );
});

test('a press on recovery codes opens what it asks for once', async ({ page, context, t, owner, accounts }) => {
  const { button, dialog } = finders(page);
  await addApplication(accounts, { token: owner.token, owner });
  const renew = t('secondFactorSettings.recoveryRenew');
  const prompt = dialog(t('secondFactorSettings.recoveryRenewTitle'));
  const ofPage = { path: '/account/safety', early: /\/second-factor/ };
  await expectEachOpens({ page, context, t }, [
    {
      ...{ name: 'testing a code', ...ofPage, presses: [button(t('secondFactorSettings.recoveryTest'))] },
      ...{ opens: dialog(t('secondFactorSettings.testTitle')), opened: ['dialog'] },
    },
    {
      ...{
        name: 'new codes',
        ...ofPage,
        opens: dialog(t('secondFactorSettings.codesTitle')),
        opened: ['dialog', 'dialog'],
      },
      presses: [
        button(renew),
        () => prompt.getByLabel(t('safety.confirmPassword')).fill(owner.password),
        prompt.getByRole('button', { name: renew, exact: true }),
      ],
    },
  ]);
});

test('a visitor’s press on a document opens it once', async ({ browser, owner, accounts }, testInfo) => {
  const documentId = await addDocument(accounts, owner.token, file(title));
  const { link } = await new OwnerCalls(accounts, owner.token).share({ documents: [documentId], mode: 'LINK' });
  const guest = await welcomeGuest({ browser, accounts, testInfo, isPhone: false });
  const { page, context, t } = guest;
  const { button, dialog } = finders(page);
  await noteOpenings(context);
  await expectEachOpens(guest, [
    {
      ...{ name: 'the viewer', path: link, opens: dialog(title), opened: ['dialog'] },
      presses: [button(t('publicShares.open')), page.getByRole('link', { name: title, exact: true })],
    },
  ]);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await guest.leave();
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
