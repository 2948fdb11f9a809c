import { createHash } from 'node:crypto';
import { AccountMenu } from '../screens/account-menu.ts';
import { ActivationScreens } from '../screens/activation-screens.ts';
import { makePdf, makePng } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { readMailedCode } from '../people/inbox.ts';
import { Viewer } from '../screens/viewer.ts';
import { pace } from '../checks/pace.ts';

const contract = {
  name: 'Contrat de travail.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf('Contrat de travail'),
};
const photo = { name: 'Photo du compteur.png', mimeType: 'image/png', buffer: makePng() };

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('someone opens their safe with a code, reads their payslips, adds papers and leaves', async ({
  page,
  t,
  press,
  newcomer,
  employer,
  accounts,
  show,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const viewer = new Viewer({ page, t, press });
  const accountMenu = new AccountMenu({ page, t, press });

  await test.step('the employer deposits two payslips before the safe exists', async () => {
    for (const [month, period] of [
      ['septembre 2026', '2026-09'],
      ['octobre 2026', '2026-10'],
    ] as const) {
      const title = `Bulletin de paie – ${month}`;
      await employer.deposit({ employeeNumber: newcomer.employeeNumber, title, period, file: makePdf(title) });
    }
  });

  await test.step('sign-in leads to the activation', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
    await show('sign-in', 'page');
    await press(page.getByRole('link', { name: t('login.activate') }));
  });

  await test.step('the delivery of payslips is chosen, and the terms accepted', async () => {
    await screens.expectStep('delivery');
    await screens.goOn();
    await expect(page.getByText(t('forms.accepted'))).toBeVisible();
    await show('activation-delivery', 'page');
    await screens.acceptDelivery();
  });

  await test.step('a wrong code is told, and nothing that was typed is lost', async () => {
    expectOutcome({ address: '/activation/info', outcome: 404 });
    await screens.enterIdentity({ ...newcomer, activationCode: 'ABCD-EFGH-JKMN' });
    await expect(page.getByRole('alert').filter({ hasText: t('errorsIn.activation.EntityNotFound') })).toBeVisible();
    await expect(screens.lastName).toHaveValue(newcomer.lastName);
    await expect(screens.activationCode).toHaveValue('ABCD-EFGH-JKMN');
    await show('activation-wrong-code', 'page');
    await screens.activationCode.fill(newcomer.activationCode);
    await screens.goOn();
  });

  await test.step('an address of the employer is refused beside its field, a personal one is not', async () => {
    expectOutcome({ address: '/email/send-code', outcome: 403 });
    await screens.enterEmail('prenom.nom@atelier-morvan.example');
    await expect(screens.email).toHaveAccessibleDescription(t('errors.EmailIsForbidden'));
    await expect(screens.email).toHaveValue('prenom.nom@atelier-morvan.example');
    await show('activation-email');
    await screens.enterEmail(newcomer.email);
  });

  await test.step('a wrong code by e-mail is told beside its field; the one that was mailed goes on', async () => {
    await screens.expectStep('emailCode');
    const code = await readMailedCode(accounts.inboxUrl, newcomer.email);
    expectOutcome({ address: '/email/verify-code', outcome: 422 });
    const wrong = code === '000000' ? '000001' : '000000';
    await screens.emailCode.fill(wrong);
    await expect(screens.emailCode).toHaveAccessibleDescription(t('errors.WrongVerificationCode'));
    await expect(screens.emailCode).toHaveValue(wrong);
    await show('activation-email-code');
    await screens.emailCode.fill(code);
  });

  await test.step('the profile is known from the employer, and completed', async () => {
    await screens.expectStep('profile');
    await show('activation-profile', 'page');
    await screens.fillProfile();
  });

  await test.step('the rules of the password are ticked as it is typed', async () => {
    await screens.expectStep('password');
    const rules = page.getByRole('list', { name: t('ui.passwordRules') });
    await screens.password.fill('Lampadaire');
    await expect(rules).toContainText(`${t('activation.ruleUppercase')} – ${t('ui.ruleKept')}`);
    await expect(rules).toContainText(`${t('activation.ruleDigit')} – ${t('ui.ruleMissing')}`);
    await show('activation-password');
    await screens.choosePassword(newcomer.password);
  });

  await test.step('the safe is open, and what waited arrives', async () => {
    await screens.expectStep('success');
    await expect(page.getByText(t('activation.recoveredAll', { total: 2 }))).toBeVisible({ timeout: 30_000 * pace });
    await show('activation-success');
    await press(page.getByRole('button', { name: t('activation.enter'), exact: true }));
  });

  await test.step('home shows the payslips as unread', async () => {
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { name: t('home.hello', { name: newcomer.firstName }) })).toBeVisible();
    await expect(page.getByText(t('home.news', { count: 2 }))).toBeVisible();
    await expect(page.getByRole('link', { name: 'Bulletin de paie – octobre 2026' })).toBeVisible();
    await show('home', 'page');
  });

  await test.step('reading a payslip takes its unread mark away', async () => {
    await press(page.getByRole('link', { name: t('home.open'), exact: true }));
    await viewer.expectPdf('Bulletin de paie – octobre 2026');
    await show('viewer-payslip');
    await viewer.close();
    await expect(page).toHaveURL(/\/documents$/);
    await expect(page.getByText(t('documents.new'), { exact: true })).toHaveCount(1);
  });

  await test.step('a PDF and a picture are added by the button', async () => {
    await press(page.getByRole('button', { name: t('documents.add'), exact: true }).first());
    const dialog = page.getByRole('dialog', { name: t('upload.title') });
    await expect(dialog).toBeVisible();
    await show('add-documents');
    const choosing = page.waitForEvent('filechooser');
    await press(dialog.getByRole('button', { name: t('upload.browse') }));
    const chooser = await choosing;
    await chooser.setFiles([contract, photo]);
    await show('add-documents-chosen');
    await press(dialog.getByRole('button', { name: t('upload.submit', { count: 2 }) }));
    const panel = page.getByRole('region', { name: t('upload.panel') });
    await expect(panel.getByText(t('upload.done', { count: 2 }), { exact: true })).toBeVisible();
    await show('documents-added');
    await press(panel.getByRole('button', { name: t('upload.dismiss') }));
    await expect(panel).toBeHidden();
  });

  await test.step('both are shown', async () => {
    await show('documents');
    await press(page.getByRole('link', { name: 'Contrat de travail', exact: true }));
    await viewer.expectPdf('Contrat de travail');
    await show('viewer-pdf');
    await viewer.close();
    await press(page.getByRole('link', { name: 'Photo du compteur', exact: true }));
    await viewer.expectImage('Photo du compteur');
    await show('viewer-picture');
    await viewer.close();
  });

  await test.step('what is downloaded is what was added, byte for byte', async () => {
    await press(page.getByRole('link', { name: 'Contrat de travail', exact: true }));
    const bytes = await viewer.download('Contrat de travail.pdf');
    expect(sha256(bytes)).toBe(sha256(contract.buffer));
    await viewer.close();
  });

  await test.step('the account tells who is signed in', async () => {
    await accountMenu.choose('profile');
    await expect(page.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible();
    await expect(page.getByText(newcomer.email)).toBeVisible();
    await show('account', 'page');
  });

  await test.step('signing out closes the safe here and on the server', async () => {
    const token = await page.evaluate(() => localStorage.getItem('authToken'));
    await accountMenu.choose('signOut');
    await expect(page.getByText(t('session.signedOut'))).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
    await show('signed-out');
    const answer = await fetch(`${accounts.baseUrl}/backend/api/v1/documents`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });
});
