import { ActivationScreens } from '../screens/activation-screens.ts';
import { expect, test } from '../fixtures.ts';
import { FranceConnectSite } from '../people/france-connect.ts';
import { readMailedCode } from '../people/inbox.ts';
import { newAddress } from '../people/addresses.ts';

test('someone whom FranceConnect recognises opens their safe without a code', async ({
  page,
  t,
  press,
  accounts,
  watch,
  show,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const franceConnect = new FranceConnectSite(page, accounts, watch);
  const identify = () => press(page.getByRole('button', { name: 'FranceConnect' }));
  const pending = accounts.franceConnect.identities.find(({ login }) => login === 'lea');
  const firstName = pending?.firstName ?? '';

  await test.step('the method is chosen, given up, and chosen again', async () => {
    await page.goto('/activation');
    await screens.chooseElectronic();
    await screens.expectStep('method');
    await show('method', 'page');
    await identify();
    await franceConnect.giveUp();
    await screens.expectStep('notRecognised');
    await expect(page.getByText(t('activation.notRecognisedMissing'))).toBeVisible();
    await show('given-up', 'page');
    await identify();
    await franceConnect.signInAs('lea');
  });

  await test.step('whom it recognised is shown, also after a reload', async () => {
    await screens.expectHeading(t('activation.recognisedTitle', { firstName }));
    await show('recognised', 'page');
    await page.reload();
    await screens.expectHeading(t('activation.recognisedTitle', { firstName }));
    await press(page.getByRole('button', { name: t('activation.recognisedSubmit') }));
    await screens.expectStep('email');
  });

  await test.step('the rest is as with a code', async () => {
    const email = newAddress('lea');
    await screens.enterEmail(email);
    await screens.expectStep('emailCode');
    await screens.emailCode.fill(await readMailedCode(accounts.inboxUrl, email));
    await screens.fillProfile();
    await screens.choosePassword('Lampadaire-Azur-58!');
    await screens.expectStep('success');
    await press(
      page
        .getByRole('button', { name: t('activation.enter') })
        .or(page.getByRole('button', { name: t('activation.enterNow') })),
    );
    await expect(page.getByRole('heading', { name: t('home.hello', { name: firstName }) })).toBeVisible();
  });
});

test('an address that names somebody is not believed', async ({ page, t, press }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation/france-connect?sub=0ab6e15f0ab6e15fv1&email=lea.fontaine@example.org');
  await screens.expectStep('notRecognised');
  await expect(page.getByText(t('activation.notRecognisedMissing'))).toBeVisible();
  await press(page.getByRole('button', { name: t('activation.byCodeWay') }));
  await screens.expectStep('delivery');
});

test('a safe that FranceConnect opens receives the documents', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  watch,
  show,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const franceConnect = new FranceConnectSite(page, accounts, watch);
  const linked = accounts.franceConnect.identities.find(({ login }) => login === 'nadege');
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await press(page.getByRole('button', { name: t('activation.alreadyOwnerWay') }));
  await screens.expectStep('existingSafe');
  await show('existing-safe', 'page');
  await press(page.getByRole('button', { name: 'FranceConnect' }));
  await franceConnect.signInAs('nadege');
  await screens.expectStep('merge');
  await expect(page.getByText(linked?.firstName ?? '').first()).toBeVisible();
  await screens.acceptTerms();
  await press(page.getByRole('button', { name: t('activation.mergeSubmit') }));
  await screens.expectStep('merged');
  await press(page.getByRole('button', { name: t('activation.enter'), exact: true }));
  await expect(page.getByRole('heading', { name: t('home.hello', { name: linked?.firstName ?? '' }) })).toBeVisible();
});

test('an identity that opens no safe leads back to the password', async ({
  page,
  t,
  press,
  newcomer,
  accounts,
  watch,
  show,
  expectOutcome,
}) => {
  const screens = new ActivationScreens({ page, t, press });
  const franceConnect = new FranceConnectSite(page, accounts, watch);
  await page.goto('/activation');
  await screens.acceptDelivery();
  await screens.enterIdentity(newcomer);
  await screens.expectStep('email');
  await press(page.getByRole('button', { name: t('activation.alreadyOwnerWay') }));
  await screens.expectStep('existingSafe');
  expectOutcome({ address: '/auth/code', outcome: 422 });
  expectOutcome({ address: '/activation/login-to-merge', outcome: 422 });
  await press(page.getByRole('button', { name: 'FranceConnect' }));
  await franceConnect.signInAs('gabriel');
  await screens.expectStep('notLinked');
  await show('not-linked', 'page');
  await press(page.getByRole('button', { name: t('activation.byPassword') }));
  await screens.expectStep('existingSafe');
});

test('without an activation under way, there is nothing to merge', async ({ page, t, press }) => {
  const screens = new ActivationScreens({ page, t, press });
  await page.goto('/activation/merge-with-france-connect');
  await screens.expectStep('nothingToMerge');
  await press(page.getByRole('button', { name: t('activation.nothingToMergeWay') }));
  await screens.expectStep('delivery');
});
