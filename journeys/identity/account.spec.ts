import { AccountScreens } from '../screens/account-screens.ts';
import { makePdf } from '../checks/files.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { readMails, readTextedCode } from '../people/inbox.ts';
import { tabTo } from '../checks/keyboard.ts';
import { newMobile } from '../people/addresses.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { activate } from '../people/people.ts';
import { addDocument } from '../people/safe.ts';
import { wordsOf } from '../checks/words.ts';

test('the profile is written by its owner, and what is wrong is told beside its field', async ({
  page,
  t,
  press,
  owner,
  show,
}) => {
  const screens = new AccountScreens({ page, t, press });
  await screens.open('profile-infos');
  const main = page.getByRole('main');
  const phone = screens.field(main, t('profile.phone'));
  await expect(phone).toHaveValue('06 39 98 01 77');
  await expect(screens.field(main, t('profile.firstName'))).toHaveValue(owner.firstName);
  await show('profile', 'page');
  await phone.fill('12');
  await press(screens.button(main, t('profile.save')));
  await expect(phone).toHaveAccessibleDescription(t('forms.phone'));
  const number = newMobile().typed;
  await phone.fill(number.replaceAll(' ', ''));
  await screens.field(main, `${t('profile.city')} ${t('ui.optional')}`).fill('Saint-Malo');
  await show('profile-changed');
  await press(screens.button(main, t('profile.save')));
  await expect(page.getByRole('status').getByText(t('profile.saved'))).toBeVisible();
  const save = screens.button(main, t('profile.save'));
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(phone).toHaveValue(number);
  await expect(screens.field(main, `${t('profile.city')} ${t('ui.optional')}`)).toHaveValue('Saint-Malo');
});

test('leaving a profile that is not saved asks first', async ({ page, t, press, owner }) => {
  expect(owner.token).toBeTruthy();
  const screens = new AccountScreens({ page, t, press });
  await screens.open('profile-infos');
  const main = page.getByRole('main');
  await screens.field(main, t('profile.firstName')).fill('Camille');
  await page.getByRole('link', { name: t('account.journal') }).click();
  const question = page.getByRole('alertdialog', { name: t('profile.leaveTitle') });
  await press(screens.button(question, t('profile.stay')));
  await expect(question).toBeHidden();
  await expect(screens.field(main, t('profile.firstName'))).toHaveValue('Camille');
  await page.getByRole('link', { name: t('account.journal') }).click();
  await press(screens.button(question, t('profile.leave')));
  await expect(page).toHaveURL(/\/account\/journal$/);
});

test('the language of a profile is that of its pages', async ({ page, t, press, owner }) => {
  expect(owner.token).toBeTruthy();
  const english = await wordsOf('en');
  const screens = new AccountScreens({ page, t, press });
  await screens.open('profile-infos');
  await page.getByRole('button', { name: new RegExp(t('profile.language')) }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await press(screens.button(page.getByRole('main'), t('profile.save')));
  await expect(page.getByRole('heading', { level: 1, name: english('account.title') })).toBeVisible();
});

test('the language of the bar changes nothing else of a profile', async ({ page, t, press, owner, accounts }) => {
  const safe = new OwnerCalls(accounts, owner.token);
  await new AccountScreens({ page, t, press }).open('profile-infos');
  const profile = (await safe.call('GET', 'user/profile')) as object;
  await safe.call('PUT', 'user', { ...profile, city: 'Saint-Malo' });
  await press(page.getByRole('button', { name: t('app.language') }));
  await expect.poll(() => safe.call('GET', 'user/profile')).toMatchObject({ locale: 'en' });
  expect(await safe.call('GET', 'user/profile')).toMatchObject({ city: 'Saint-Malo' });
});

test('a profile that is saved keeps the language that the bar has given it', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const english = await wordsOf('en');
  const safe = new OwnerCalls(accounts, owner.token);
  const screens = new AccountScreens({ page, t, press });
  await screens.open('profile-infos');
  const main = page.getByRole('main');
  await screens.field(main, `${t('profile.city')} ${t('ui.optional')}`).fill('Saint-Malo');
  await press(page.getByRole('button', { name: t('app.language') }));
  const language = main.getByRole('button', { name: new RegExp(english('profile.language')) });
  await expect(language).toContainText(english('profile.english'));
  await press(screens.button(main, english('profile.save')));
  await expect(page.getByRole('status').getByText(english('profile.saved'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: english('account.title') })).toBeVisible();
  expect(await safe.call('GET', 'user/profile')).toMatchObject({ locale: 'en', city: 'Saint-Malo' });
});

test('payslips go to paper and back by a code, each time with a receipt', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
  show,
}) => {
  const { typed, stored } = newMobile();
  await enterSafe(page, await activate(accounts, newcomer, typed));
  const screens = new AccountScreens({ page, t, press });
  await screens.open('dematerialization');
  const part = screens.part(t('delivery.title'));
  const name = await part.getByRole('heading', { level: 3 }).first().textContent();
  const employer = { employer: name ?? '' };
  await expect(part.getByText(t('delivery.electronic'), { exact: true })).toBeVisible();
  await show('delivery');

  await test.step('to paper: a wrong code is told beside its field', async () => {
    await press(part.getByRole('button', { name: t('delivery.offNamed', employer) }));
    const dialog = screens.dialog(t('delivery.offTitle'));
    await expect(dialog.getByText(t('delivery.offMeanwhile'))).toBeVisible();
    await expect(dialog.getByText(t('delivery.offOthers'))).toBeVisible();
    await show('delivery-explained');
    await press(screens.button(dialog, t('delivery.sendCode')));
    const code = await readTextedCode(accounts.inboxUrl, stored, 1);
    const field = screens.field(dialog, t('delivery.code'));
    expectOutcome({ address: '/payslip-agreement/verify-code', outcome: 422 });
    await field.fill(code === '000000' ? '000001' : '000000');
    await press(screens.button(dialog, t('delivery.confirm')));
    await expect(field).toHaveAccessibleDescription(t('errors.WrongVerificationCode'));
    await field.fill(code);
    await press(screens.button(dialog, t('delivery.confirm')));
    const done = screens.dialog(t('delivery.doneTitle'));
    await expect(done.getByText(t('delivery.doneOff', employer))).toBeVisible();
    await show('delivery-done');
    const downloading = page.waitForEvent('download');
    await press(done.getByRole('button', { name: t('delivery.receiptNamed', employer) }));
    expect((await downloading).suggestedFilename()).toBe(t('delivery.receiptFile'));
    await press(screens.button(done, t('delivery.close')));
    await expect(part.getByText(t('delivery.paper'), { exact: true })).toBeVisible();
  });

  await test.step('and back', async () => {
    await press(part.getByRole('button', { name: t('delivery.onNamed', employer) }));
    const dialog = screens.dialog(t('delivery.onTitle'));
    await press(screens.button(dialog, t('delivery.sendCode')));
    await screens.field(dialog, t('delivery.code')).fill(await readTextedCode(accounts.inboxUrl, stored, 2));
    await press(screens.button(dialog, t('delivery.confirm')));
    await press(screens.button(screens.dialog(t('delivery.doneTitle')), t('delivery.close')));
    await expect(part.getByText(t('delivery.electronic'), { exact: true })).toBeVisible();
  });
});

test('who has no mobile number is told where to give one before payslips go to paper', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  expectOutcome,
}) => {
  await enterSafe(page, await activate(accounts, newcomer, '0145678901'));
  const screens = new AccountScreens({ page, t, press });
  await screens.open('dematerialization');
  expectOutcome({ address: '/payslip-agreement/request-code', outcome: 422 });
  await press(page.getByRole('button', { name: t('delivery.off'), exact: false }).first());
  await press(screens.button(screens.dialog(t('delivery.offTitle')), t('delivery.sendCode')));
  await expect(page.getByRole('alert')).toHaveText(t('delivery.noMobile'));
});

test('the journal says what happened, in sentences, by kind and by time', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const id = await addDocument(accounts, owner.token, file);
  const screens = new AccountScreens({ page, t, press });
  await screens.open('journal');
  const journal = screens.part(t('journal.title'));
  const title = t('journal.quoted', { title: 'Bail' });
  const line = journal.getByRole('listitem').filter({ hasText: title });
  await expect(line).toContainText(`${t('journal.who.owner')} déposé ${title}.`);
  await expect(line.getByRole('link', { name: title })).toHaveAttribute('href', `/documents?document=${id}`);
  await press(line.getByRole('button'));
  await expect(line.getByText(t('journal.hash'), { exact: true })).toBeVisible();
  // Its own, and that of the entry before.
  await expect(line.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2);
  await show('journal', 'page');

  await journal.getByRole('button', { name: new RegExp(t('journal.kind')) }).click();
  await page.getByRole('option', { name: t('journal.kinds.safe'), exact: true }).click();
  await expect(page).toHaveURL(/kind=safe/);
  await expect(line).toBeHidden();
  await expect(journal.getByText(t('journal.done.safe.activated'))).toBeVisible();
  await page.reload();
  await expect(journal.getByText(t('journal.done.safe.activated'))).toBeVisible();

  await page.goto('/account/journal?from=2001-01-01&to=2001-01-31');
  await expect(journal.getByRole('heading', { name: t('journal.empty') })).toBeVisible();
  await show('journal-empty');
  await press(screens.button(journal, t('journal.clear')));
  await expect(line).toBeVisible();
});

test('the help panel answers from the keyboard, and gives the focus back', async ({ page, t, owner, show }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  const opener = page.getByRole('button', { name: t('shell.help'), exact: true });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('shell.askHelp') }).waitFor();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: t('help.panelTitle') });
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('supprimé');
  await expect(panel.getByText(t('help.deleteText'))).toBeVisible();
  await show('help-panel');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('météorologie');
  await expect(panel.getByText(t('help.panelNone'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('the address of a login is changed by a code, and the old one is told', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  const screens = new AccountScreens({ page, t, press });
  await screens.open('safety');
  const told = (await readMails(accounts.inboxUrl, owner.email)).length;
  await press(screens.button(screens.part(t('safety.email')), t('safety.emailChange')));
  const dialog = screens.dialog(t('safety.emailTitle'));
  const address = owner.email.replace('@', '.nouveau@');
  expectOutcome({ address: '/email-change/request-code', outcome: 422 });
  await screens.field(dialog, t('safety.emailNew')).fill(address);
  await screens.field(dialog, t('safety.emailPassword')).fill('Un-autre-mot-1!!');
  await press(screens.button(dialog, t('safety.emailSubmit')));
  const doubt = screens.dialog(t('safety.warningTitle'));
  await expect(doubt.getByText(/example\.org/)).toBeVisible();
  await show('email-doubted');
  await press(screens.button(doubt, t('safety.warningConfirm')));
  await expect(screens.field(dialog, t('safety.emailPassword'))).toHaveAccessibleDescription(
    t('errors.InvalidUserPassword'),
  );
  await screens.field(dialog, t('safety.emailPassword')).fill(owner.password);
  await press(screens.button(dialog, t('safety.emailSubmit')));
  await press(screens.button(doubt, t('safety.warningConfirm')));
  await expect(dialog.getByText(t('safety.emailCodeText', { email: address }))).toBeVisible();
  await show('email-code');
  await expect.poll(async () => (await readMails(accounts.inboxUrl, address)).length).toBe(1);
  const [mail] = await readMails(accounts.inboxUrl, address);
  await screens.field(dialog, t('safety.emailCode')).fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  const done = screens.dialog(t('safety.emailDoneTitle'));
  await expect(done.getByText(t('safety.emailDone', { email: address, former: owner.email }))).toBeVisible();
  await show('email-changed');
  await press(screens.button(done, t('safety.emailDoneClose')));
  await expect(page.getByText(t('safety.emailText', { email: address }))).toBeVisible();
  await expect.poll(async () => (await readMails(accounts.inboxUrl, owner.email)).length).toBeGreaterThan(told);
});
