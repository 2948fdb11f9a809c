import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';
import { longestReadingMs, pace } from '../checks/pace.ts';

const note = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('titles are found as they are typed, without regard to accents and case, and going back leaves the search', async ({
  page,
  t,
  owner,
  accounts,
}) => {
  await addDocument(accounts, owner.token, note('Été à Nîmes.txt', 'photographies'));
  await addDocument(accounts, owner.token, note('Relevé de compte.txt', 'solde'));
  await page.goto('/documents');
  const links = page.locator('[data-document-link]');
  await expect(links).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: t('shell.search') });
  await search.pressSequentially('ETE');
  await expect(page).toHaveURL(/q=ETE/);
  await expect(links).toHaveText(['Été à Nîmes']);
  await expect(page.getByRole('row', { name: 'Été à Nîmes' })).toContainText(t('documents.foundIn.title'));
  await search.pressSequentially(' nim');
  await expect(page).toHaveURL(/q=ETE(\+|%20)nim/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('ETE nim');
  await expect(links).toHaveText(['Été à Nîmes']);
  await page.goBack();
  await expect(page).not.toHaveURL(/q=/);
  await expect(search).toHaveValue('');
  await expect(links).toHaveCount(2);
});

test('contents are searched once their owner has agreed, and forgotten when that is taken back', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  await addDocument(accounts, owner.token, note('Courrier.txt', 'La chaudière a été révisée en novembre.'));
  await addDocument(accounts, owner.token, note('Chaudière.txt', 'Le contrat d’entretien.'));
  await page.goto('/documents?q=chaudiere');
  const links = page.locator('[data-document-link]');
  await expect(links).toHaveText(['Chaudière']);
  await page.getByRole('button', { name: t('documents.searchContents') }).click();
  const dialog = page.getByRole('dialog', { name: t('contentReading.title') });
  await expect(dialog.getByText(t('contentReading.off'))).toBeVisible();
  await show('agreement-off');
  await dialog.getByRole('button', { name: t('contentReading.accept') }).click();
  await expect(dialog.getByRole('button', { name: t('contentReading.withdraw') })).toBeVisible();
  await show('agreement-on');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('documents.searchContents') })).toHaveCount(0);
  test.slow();
  await expect(async () => {
    await page.reload();
    await expect(links).toHaveCount(2, { timeout: 10_000 * pace });
  }).toPass({ timeout: longestReadingMs });
  await expect(page.getByRole('row', { name: 'Courrier' })).toContainText(t('documents.foundIn.content'));
  await expect(page.getByRole('row', { name: 'Chaudière' })).toContainText(t('documents.foundIn.title'));
  await show('found-in-contents');

  await page.goto('/account/search');
  await show('account-search', 'page');
  await page.getByRole('button', { name: t('contentReading.withdraw') }).click();
  await expect(page.getByText(t('contentReading.off'))).toBeVisible();
  await page.goto('/documents?q=chaudiere');
  await expect(links).toHaveText(['Chaudière']);
});

test('the agreement is reached from the search box, with a keyboard too', async ({ page, t, owner }) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/home');
  const options = page.getByRole('button', { name: t('shell.searchOptions') });
  await page.getByRole('searchbox', { name: t('shell.search') }).focus();
  await page.keyboard.press('Tab');
  await expect(options).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('contentReading.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toBeFocused();
});

test('a refusal of the agreement is told where it was asked', async ({ page, t, owner, expectOutcome, show }) => {
  expect(owner.token).toBeTruthy();
  expectOutcome({ address: '/user/content-reading', outcome: 500 });
  await page.goto('/account/search');
  await expect(page.getByText(t('contentReading.off'))).toBeVisible();
  const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
  await page.route('**/user/content-reading', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: body }) : route.continue(),
  );
  await page.getByRole('button', { name: t('contentReading.accept') }).click();
  await expect(page.getByText(t('safeFailures.putContentReading'))).toBeVisible();
  await expect(page.getByText(t('contentReading.off'))).toBeVisible();
  await show('agreement-refused');
});

test('without a connection, a search says so and what was found before stays', async ({
  page,
  context,
  t,
  owner,
  accounts,
  expectOutcome,
}) => {
  expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await addDocument(accounts, owner.token, note('Bail.txt', 'loyer'));
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await context.setOffline(true);
  const search = page.getByRole('searchbox', { name: t('shell.search') });
  await search.fill('facture');
  await search.press('Enter');
  await expect(page.getByText(t('network.offline')).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(t('documents.noMatch'))).toBeVisible();
});
