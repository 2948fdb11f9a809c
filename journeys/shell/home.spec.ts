import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { enterSafe, expect, test } from '../fixtures.ts';
import { withDatabase } from '../people/database.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { activate } from '../people/people.ts';
import { addDocument } from '../people/safe.ts';
import { expectApart } from '../screens/layout.ts';

const widths = [1280, 820, 390];
const origins = [
  { addedBy: 'employee', name: 'prenom.nomdefamille.compose@example.org (Vos pièces justificatives)' },
  { addedBy: 'company', name: 'Compagnie générale des transports et de la distribution régionale' },
];

/** The newest document that waits comes from there. */
async function receiveFrom(page: Page, { addedBy, name }: { addedBy: string; name: string }): Promise<void> {
  await page.route('**/backend/api/v1/documents?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { items: object[] };
    const items = list.items.map((document) => ({ ...document, addedBy, origin: { name } }));
    await route.fulfill({ response: answer, json: { ...list, items } });
  });
}

for (const width of widths) {
  test(`who sent the newest document stands clear of its drawing, at ${width} pixels`, async ({
    page,
    owner,
    employer,
    show,
  }) => {
    const { employeeNumber } = owner;
    await employer.deposit({ employeeNumber, title: 'Novembre', period: '2026-11', file: makePdf('Novembre') });
    await page.setViewportSize({ width, height: 900 });
    for (const origin of origins) {
      await receiveFrom(page, origin);
      await page.goto('/home');
      const hero = page.getByRole('region', { name: 'Novembre' });
      const line = hero.getByText(origin.name);
      await expect(line).toBeVisible();
      await expectApart(line, hero.locator('svg[viewBox="0 0 190 250"]'));
      await show(`home-from-${origin.addedBy}-${width}`);
      await page.unrouteAll();
    }
  });
}

test('home greets by the first name, and shows what is new, last, shared and collected, the room and the ways on', async ({
  page,
  t,
  owner,
  employer,
  accounts,
  show,
}) => {
  const file = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  const lease = await addDocument(accounts, owner.token, file);
  await new OwnerCalls(accounts, owner.token).share({ documents: [lease], mode: 'LINK' });
  const { employeeNumber } = owner;
  await employer.deposit({ employeeNumber, title: 'Novembre', period: '2026-11', file: makePdf('Novembre') });
  await page.goto('/home');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
  await expect(main.getByText(t('home.news', { count: 1 }))).toBeVisible();
  await expect(main.getByRole('region', { name: 'Novembre' })).toBeVisible();
  for (const words of [
    t('home.unread', { count: 1 }),
    t('home.activeShares', { count: 1 }),
    t('home.collectorsHint'),
    t('home.storage'),
    t('home.addFileHint'),
    t('home.shareDocumentsHint'),
    t('home.addCollectorHint'),
  ])
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Bail', exact: true })).toBeVisible();
  await show('home-contents', 'page');
});

test('while documents are recovered, home says how many have come, and the safe is open', async ({
  page,
  t,
  employer,
  newcomer,
  accounts,
  show,
}) => {
  const { employeeNumber } = newcomer;
  // One more than the worker brings at a time.
  const total = 51;
  const months = Array.from({ length: total }, (_, index) =>
    new Date(Date.UTC(2022, index, 1)).toISOString().slice(0, 7),
  );
  let deposited = '';
  for (const period of months)
    deposited = await employer.deposit({ employeeNumber, title: `Bulletin ${period}`, period, file: makePdf(period) });
  await withDatabase(accounts, async (client) => {
    // The worker takes them in the order of their ids, and waits for the last.
    await client.query('begin');
    const held = await client.query(
      `select from documents
       where safe_id = (select safe_id from documents join deposits using (document_id) where deposit_id = $1)
       order by document_id desc limit 1 for update`,
      [deposited],
    );
    expect(held.rowCount).toBe(1);
    await enterSafe(page, await activate(accounts, newcomer));
    await page.goto('/home');
    await expect(
      page.getByRole('heading', { level: 1, name: t('home.hello', { name: newcomer.firstName }) }),
    ).toBeVisible();
    const bar = page.getByRole('progressbar', { name: t('home.recovering') });
    await expect(bar).toBeVisible();
    await expect(page.getByText(t('home.recoveringText', { recovered: 50, total }))).toBeVisible();
    await show('recovering');
    await client.query('commit');
    await expect(bar).toBeHidden();
    await expect(page.getByText(t('home.news', { count: total }))).toBeVisible();
  });
});
