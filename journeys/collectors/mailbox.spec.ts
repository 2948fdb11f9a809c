import { expect, test } from '../fixtures.ts';
import { CollectorScreens } from '../screens/collector-screens.ts';

const name = 'Courriel';
const agents = { fr: 'Messagerie électronique', en: 'Mailbox' } as const;

const neededFields = {
  fr: ['Serveur IMAP', 'Identifiant', 'Mot de passe', 'Expéditeurs'],
  en: ['IMAP server', 'Username', 'Password', 'Senders'],
} as const;

test('an owner connects a mailbox, and the invoices of a sender are in the safe', async ({
  page,
  t,
  press,
  owner,
  accounts,
  language,
  expectOutcome,
  show,
}) => {
  const { mailbox } = accounts;
  test.skip(mailbox === null, 'Dovecot is not installed: the demonstration has no mailbox.');
  if (!mailbox) return;
  const screens = new CollectorScreens({ page, t, press });
  const { dialog } = screens;
  const fill = (field: string, value: string) => dialog.locator(`input[name="credentials.${field}"]`).fill(value);

  await test.step(`${owner.firstName} finds it among the mailboxes, and reads what it needs`, async () => {
    await screens.open();
    await press(page.getByRole('button', { name: t('collectors.add') }).first());
    await press(dialog.getByRole('button', { name: t('newCollector.category') }));
    await press(page.getByRole('option', { name: t('newCollector.categories.MAILBOX') }));
    await press(dialog.getByRole('button', { name: agents[language] }));
    await show('fields');
    await screens.press(t('newCollector.next'));
    // The port and the folder may stay empty.
    await screens.expectMissing(neededFields[language]);
  });

  await test.step('a server at home is refused where it was typed', async () => {
    await fill('host', '192.168.1.20');
    await fill('port', String(mailbox.port));
    await fill('login', mailbox.login);
    await fill('password', mailbox.password);
    await fill('senders', mailbox.senders);
    await screens.field(t('collectors.accountName')).fill(name);
    await screens.press(t('newCollector.next'));
    await press(dialog.getByText(t('newCollector.authorise', { name: agents[language] })));
    expectOutcome({ address: '/collectors', outcome: 400 });
    await screens.press(t('newCollector.submit'));
    await expect(dialog.getByText(t('forms.host'))).toBeVisible();
    await show('refused');
  });

  await test.step('the first synchronisation brings what the sender has sent', async () => {
    await fill('host', mailbox.host);
    await screens.press(t('newCollector.next'));
    await press(dialog.getByText(t('newCollector.authorise', { name: agents[language] })));
    await screens.press(t('newCollector.submit'));
    await screens.expectSoon(dialog.getByText(t('collectors.run.done', { count: 6 })).first());
    await show('watched');
    await screens.press(t('collectors.run.close'));
    await screens.expectState(name, 'ENABLED');
    await expect(screens.item(name)).toContainText('6');
    await show('list', 'page');
  });

  await test.step('the documents are called by the subject of their mails, and nothing comes twice', async () => {
    await press(screens.item(name).getByRole('link'));
    await expect(page.getByRole('link', { name: /Votre facture d’électricité/ })).toHaveCount(6);
    await show('documents', 'page');
    await screens.open();
    await screens.choose(name, t('collectors.synchronise'));
    await screens.expectSoon(screens.item(name).getByText(t('collectors.nothingNew')));
  });
});
