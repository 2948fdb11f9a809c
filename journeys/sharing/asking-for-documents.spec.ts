import { expect, test } from '../fixtures.ts';
import { makePdf } from '../checks/files.ts';
import { tokenOfLink } from '../people/links.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { Viewer } from '../screens/viewer.ts';

test('someone outside is asked for documents by a link, until its owner ends it', async ({
  page,
  t,
  owner,
  accounts,
  show,
}) => {
  await page.goto('/shares?view=requests');
  await expect(page.getByRole('heading', { name: t('documentRequests.emptyTitle') })).toBeVisible();
  await page
    .getByRole('button', { name: t('shares.request') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(
    dialog.getByText(t('forms.required', { field: t('documentRequests.what') }), { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel(t('documentRequests.what')).fill('Vos diplômes');
  await dialog.getByLabel(t('documentRequests.maxFiles')).fill('500');
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByText(t('documentRequests.maxFilesFault', { max: 100 }))).toBeVisible();
  await dialog.getByLabel(t('documentRequests.maxFiles')).fill('5');
  // Blanks are no message and no address.
  await dialog.getByLabel(t('documentRequests.message')).fill('  ');
  await dialog.getByLabel(t('documentRequests.email')).fill(' ');
  await show('asking');
  await dialog.getByRole('button', { name: t('documentRequests.submit') }).click();
  await expect(dialog.getByLabel(t('shares.link'), { exact: true })).toHaveValue(/\/p#[\w-]{22}$/);
  await show('request-link');
  await page.keyboard.press('Escape');
  const row = page.getByRole('list', { name: t('documentRequests.caption') }).getByRole('listitem');
  await expect(row).toContainText('Vos diplômes');
  await expect(row).toContainText(t('documentRequests.received', { count: 0, max: 5 }));
  await page.getByRole('button', { name: t('documentRequests.actionsOf', { title: 'Vos diplômes' }) }).click();
  await page.getByRole('menuitem', { name: t('documentRequests.copyLink') }).click();
  await expect(dialog.getByLabel(t('shares.link'), { exact: true })).toHaveValue(/\/p#[\w-]{22}$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('documentRequests.actionsOf', { title: 'Vos diplômes' }) }).click();
  await page.getByRole('menuitem', { name: t('documentRequests.end') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('documentRequests.endSubmit') })
    .click();
  await expect(page.getByRole('heading', { name: t('documentRequests.emptyTitle') })).toBeVisible();
  const safe = new OwnerCalls(accounts, owner.token);
  expect(await safe.call('GET', 'document-requests')).toMatchObject({ total: 0 });
});

test('a document that came by a mailed link says to whom the link was sent, and not who sent the file', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const safe = new OwnerCalls(accounts, owner.token);
  const asked = { title: 'Vos diplômes', email: 'ecole@example.org' };
  const { link } = (await safe.call('POST', 'document-requests', asked)) as { link: string };
  const form = new FormData();
  form.set('file', new File([new Uint8Array(makePdf('Licence'))], 'Licence.pdf', { type: 'application/pdf' }));
  const answer = await fetch(`${accounts.baseUrl}/backend/api/v1/public/document-requests/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOfLink(accounts, link)}` },
    body: form,
  });
  expect(answer.status, await answer.text()).toBe(201);
  const name = 'ecole@example.org (Vos diplômes)';
  await page.goto('/documents');
  await expect(page.getByRole('row', { name: 'Licence' })).toContainText(t('documents.linkSentTo', { name }));
  await show('link-sent-to-in-the-list');
  await press(page.getByRole('link', { name: 'Licence', exact: true }));
  const details = await new Viewer({ page, t, press }).openDetails();
  await expect(details).toContainText(t('details.byLinkSentTo', { name }));
  await show('link-sent-to-in-the-details');
});
