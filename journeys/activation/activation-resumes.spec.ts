import type { Page } from '@playwright/test';
import { ActivationScreens } from '../screens/activation-screens.ts';
import { expect, test } from '../fixtures.ts';
import { readMailedCode } from '../people/inbox.ts';
import { typeUntilKept } from '../checks/kept.ts';
import { tabTo } from '../checks/keyboard.ts';
import { activate } from '../people/people.ts';

/** Tries to take the tab's key out of the browser, as a script that has no business here would. */
const exportTabKey = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = await asked(indexedDB.open('perenne'));
    const keys = database.transaction('tabKeys').objectStore('tabKeys').getAll() as IDBRequest<{ key: CryptoKey }[]>;
    const [{ key } = { key: null }] = await asked(keys);
    if (!key) throw new Error('The tab has no key.');
    return crypto.subtle.exportKey('raw', key).then(
      () => 'exported',
      (error: DOMException) => error.name,
    );
  });

test('a reload and the back button lose nothing but secrets', async ({ page, t, press, newcomer, accounts }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();

  await screens.expectStep('code');
  await typeUntilKept(page, screens.activationCode, newcomer.activationCode);
  await typeUntilKept(page, screens.lastName, newcomer.lastName);
  await page.reload();
  await screens.expectStep('code');
  await expect(screens.activationCode).toHaveValue(newcomer.activationCode);
  await expect(screens.lastName).toHaveValue(newcomer.lastName);
  await screens.enterIdentity(newcomer);

  await screens.enterEmail(newcomer.email);
  await screens.expectStep('emailCode');
  await page.reload();
  await screens.expectStep('emailCode');
  await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, newcomer.email));

  await screens.expectStep('profile');
  await page.getByRole('textbox', { name: t('activation.city') }).fill('Saint-Étienne');
  await screens.fillProfile();
  await screens.expectStep('password');
  await screens.password.fill(newcomer.password);
  await page.goBack();
  await screens.expectStep('profile');
  await expect(page.getByRole('textbox', { name: t('activation.city') })).toHaveValue('Saint-Étienne');
  await page.goForward();
  await screens.expectStep('password');
  await expect(screens.password).toHaveValue('');

  await screens.password.fill(newcomer.password);
  await page.reload();
  await screens.expectStep('password');
  await expect(screens.password).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).toContain('kept.activation');
  const { password, activationCode, lastName, birthDate, email } = newcomer;
  for (const personal of [password, activationCode, lastName, birthDate, email, 'Saint-Étienne', '0639980177'])
    expect(kept).not.toContain(personal);
  expect(await exportTabKey(page)).toBe('InvalidAccessError');

  await screens.choosePassword(newcomer.password);
  await screens.expectStep('success');
  expect(await page.evaluate(() => sessionStorage.getItem('kept.activation'))).toBeNull();
});

test('a step whose turn has not come is not shown', async ({ page, t, press }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation?step=password');
  await screens.expectStep('delivery');
  await expect(page).toHaveURL(/step=delivery$/);
});

test('a code that was used says the one error', async ({ page, t, press, newcomer, accounts, expectOutcome }) => {
  await activate(accounts, newcomer);
  const screens = new ActivationScreens({ page, t, press });
  expectOutcome({ address: '/activation/info', outcome: 404 });
  await page.goto('/activate');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await expect(page.getByRole('alert')).toHaveText(t('errorsIn.activation.EntityNotFound'));
});

test('a code that was lost is asked for again', async ({ page, t, press, show }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation');
  await screens.acceptDelivery();
  await page.getByRole('button', { name: t('activation.noCode') }).click();
  const dialog = page.getByRole('dialog', { name: t('activation.resendTitle') });
  await dialog.getByRole('textbox', { name: t('activation.lastName') }).fill('Fontaine');
  await dialog
    .getByRole('group', { name: t('activation.birthDate') })
    .getByRole('spinbutton')
    .first()
    .focus();
  await page.keyboard.type('17021994');
  await dialog.getByRole('button', { name: t('activation.resendSubmit') }).click();
  await expect(dialog.getByRole('textbox', { name: t('activation.resendEmail') })).toHaveAccessibleDescription(
    t('forms.required', { field: t('activation.resendEmail') }),
  );
  await show('activation-resend');
  await dialog.getByRole('textbox', { name: t('activation.resendEmail') }).fill('lea.fontaine@example.org');
  await dialog.getByRole('button', { name: t('activation.resendSubmit') }).click();
  await expect(page.getByRole('status').getByText(t('activation.resendDone'))).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('an activation is gone through with a keyboard alone', async ({ page, t, press, newcomer, accounts }) => {
  const screens = new ActivationScreens({ page, t, press });
  const { keyboard } = page;
  const enterOn = async (label: string) => {
    await tabTo(page, page.getByRole('button', { name: label, exact: true }));
    await keyboard.press('Enter');
  };
  await page.goto('/activation');
  await screens.expectStep('delivery');
  await tabTo(page, page.getByRole('checkbox'));
  await keyboard.press('Space');
  await enterOn(t('activation.next'));
  await page.waitForURL(/step=(method|code)$/);
  if (page.url().endsWith('method')) await enterOn(t('activation.byCodeWay'));

  await screens.expectStep('code');
  await tabTo(page, screens.activationCode);
  await keyboard.type(newcomer.activationCode.toLowerCase().replaceAll('-', ''));
  await tabTo(page, screens.lastName);
  await keyboard.type(newcomer.lastName);
  const [year, month, day] = newcomer.birthDate.split('-');
  await tabTo(page, screens.birthDate.getByRole('spinbutton').first());
  await keyboard.type(`${day}${month}${year}`);
  await enterOn(t('activation.next'));

  await screens.expectStep('email');
  await tabTo(page, screens.email);
  await keyboard.type(newcomer.email);
  await keyboard.press('Enter');
  await enterOn(t('activation.warningConfirm'));

  await screens.expectStep('emailCode');
  await tabTo(page, screens.emailCode);
  await keyboard.type(await readMailedCode(accounts.inboxUrl, newcomer.email));

  await screens.expectStep('profile');
  await tabTo(page, screens.phone);
  await keyboard.type('0639980177');
  await keyboard.press('Enter');

  await screens.expectStep('password');
  await tabTo(page, screens.password);
  await keyboard.type(newcomer.password);
  await tabTo(page, screens.confirmation);
  await keyboard.type(newcomer.password);
  await keyboard.press('Enter');

  await screens.expectStep('success');
  await enterOn(t('activation.enter'));
  await expect(page).toHaveURL(/\/home$/);
});
