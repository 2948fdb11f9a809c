import type { Locator } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument, addDocuments } from '../people/safe.ts';
import { expectApart } from '../screens/layout.ts';

const pdf = (title: string) => ({
  name: `${title}.pdf`,
  mimeType: 'application/pdf',
  buffer: makePdf(title),
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the word that the line is cut hides neither the heading of a page nor what stays at its top', async ({
    page,
    context,
    t,
    owner,
    accounts,
    show,
    expectOutcome,
  }) => {
    expectOutcome({ address: '', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
    await addDocuments(
      accounts,
      owner.token,
      Array.from({ length: 14 }, (_, index) => pdf(`Quittance ${index + 1}`)),
    );
    const calls = new OwnerCalls(accounts, owner.token);
    const { items } = (await calls.call('GET', 'documents?limit=200')) as { items: { id: string }[] };
    await calls.call('POST', 'documents/delete', { documents: items.map(({ id }) => id) });
    const banner = page.getByText(t('ui.offline'));
    const heading = page.getByRole('heading', { level: 1 });
    for (const path of ['/home', '/documents', '/shares', '/account/safety', '/trash']) {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await expect(banner).toBeVisible();
      await expectApart(banner, heading);
      await expect(heading).toBeInViewport({ ratio: 1 });
      if (path !== '/trash') await context.setOffline(false);
    }
    await show('cut-line');
    await page.getByRole('listitem').filter({ hasText: 'Quittance' }).last().scrollIntoViewIfNeeded();
    await expect(banner).toBeInViewport({ ratio: 1 });
    const head = page
      .getByRole('region', { name: t('trash.caption') })
      .locator('> div')
      .first();
    await expectApart(banner, head);
    await show('cut-line-below');
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    const bar = page.getByRole('banner');
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expectApart(bar, head);
    await show('mended-line-below');
  });
});

test('a search field that is too narrow for its hint ends the hint with dots', async ({ page, owner, show }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/documents', '/shares']) {
    await page.goto(path);
    const field = page.getByRole('searchbox').filter({ visible: true });
    await expect(field).toHaveCSS('text-overflow', 'ellipsis');
    await show(`narrow-search${path.replace('/', '-')}`);
  }
  expect(owner.email).toBeTruthy();
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the view that is chosen has a ring that can be seen', async ({ page, t, owner, accounts, show }) => {
    await addDocument(accounts, owner.token, pdf('Bail'));
    await page.goto('/documents');
    const chosen = page.getByRole('radio', { checked: true }).locator('xpath=..');
    await expectRing(chosen);
    await show('chosen-view');
    await page.goto('/shares');
    await expectRing(page.getByRole('navigation', { name: t('shares.views') }).locator('[aria-current]'));
    await show('chosen-shares');
  });
});

/** Its ring differs from what it is drawn on by 3 to 1 (WCAG 2.2, 1.4.11). */
async function expectRing(chosen: Locator): Promise<void> {
  await expect(chosen).toBeVisible();
  const { ring, ground } = await chosen.evaluate((element) => {
    const { boxShadow, backgroundColor } = getComputedStyle(element);
    return {
      ring: /rgb\([^)]*\)(?= 0px 0px 0px 1\.5px inset)/.exec(boxShadow)?.[0] ?? boxShadow,
      ground: backgroundColor,
    };
  });
  const [brighter = 0, darker = 0] = [luminanceOf(ring), luminanceOf(ground)].toSorted((one, other) => other - one);
  expect((brighter + 0.05) / (darker + 0.05), `${ring} on ${ground}`).toBeGreaterThanOrEqual(3);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
