import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { activate, hire } from '../people/people.ts';
import { addDocument } from '../people/safe.ts';

test('the address of another safe’s document shows nothing of it', async ({
  page,
  t,
  owner,
  employer,
  accounts,
  expectOutcome,
}) => {
  const neighbour = await activate(accounts, await hire(employer));
  const secret = { name: 'Testament.pdf', mimeType: 'application/pdf', buffer: makePdf('Testament') };
  const id = await addDocument(accounts, neighbour, secret);

  expectOutcome({ address: `/documents/${id}`, outcome: 404 });
  await page.goto(`/documents?document=${id}`);
  await expect(page.getByRole('dialog', { name: t('viewer.unavailable') })).toBeVisible();
  expect(await page.content()).not.toContain('Testament');
  await page.getByRole('button', { name: t('viewer.back') }).click();
  await expect(page.getByText(t('documents.empty'))).toBeVisible();

  const answers = await Promise.all(
    [id, '01999999-0000-7000-8000-000000000000', 'x'].flatMap((asked) =>
      ['', '/content'].map(async (part) => {
        const answer = await fetch(`${accounts.baseUrl}/backend/api/v1/documents/${asked}${part}`, {
          headers: { Authorization: `Bearer ${owner.token}` },
        });
        return `${answer.status} ${await answer.text()}`;
      }),
    ),
  );
  expect(new Set(answers).size, 'another’s document and none answer alike').toBe(1);
  expect(answers[0]).toContain('DocumentNotFound');
});
