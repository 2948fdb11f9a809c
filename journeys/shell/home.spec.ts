import type { Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
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
