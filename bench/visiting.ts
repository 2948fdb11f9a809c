import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Instance } from './instance.ts';
import { auditPage } from './lighthouse.ts';
import type { Measure } from './measure.ts';

const documents = z.object({ items: z.array(z.object({ id: z.string() })) });
const linked = z.object({ link: z.string() });

/** Shares documents of who is signed in on a page, by a link that asks for no code. */
export async function makeLink(page: Page): Promise<string> {
  const { items } = documents.parse(await callFrom(page, { method: 'GET', path: 'documents?limit=5' }));
  const given = { title: 'Dossier', mode: 'LINK', documents: items.map(({ id }) => id) };
  return linked.parse(await callFrom(page, { method: 'POST', path: 'sharings', body: given })).link;
}

/** From the page itself: its token is good in its browser alone. */
const callFrom = (
  page: Page,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<unknown> =>
  page.evaluate(
    async (asked) => {
      const answer = await fetch(`/backend/api/v1/${asked.path}`, {
        method: asked.method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('authToken')}`,
          ...(asked.body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(asked.body ? { body: asked.body } : {}),
      });
      return (await answer.json()) as unknown;
    },
    { method, path, body: body && JSON.stringify(body) },
  );

/** From a link to the list of what it opens, on a phone that has never been here. */
export async function visit(browser: Browser, link: string, watch: (page: Page) => Promise<() => number>) {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const weigh = await watch(page);
  await page.goto(link, { waitUntil: 'networkidle' });
  const checkKb = weigh() / 1000;
  await page.locator('main button[type=submit]').click();
  await page.waitForURL('**/public/sharings-list');
  await page.waitForLoadState('networkidle');
  const listKb = weigh() / 1000;
  await context.close();
  return { checkKb, listKb };
}

/** The page that a link leads to, for who has never been here. */
export const auditVisit = (instance: Instance, link: string): Promise<Measure[]> =>
  auditPage(instance, {
    ...{ name: 'visitor’s page', path: '/public/sharings', link, performance: 0.95 },
    prepare: async (page) => {
      await page.goto(instance.url);
    },
  });
