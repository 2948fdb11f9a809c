import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Instance } from './instance.ts';
import { auditPage } from './lighthouse.ts';
import type { Measure } from './measure.ts';

const documents = z.object({ items: z.array(z.object({ id: z.string() })) });
const linked = z.object({ link: z.string() });

/** Shares documents of who is signed in on a page, by a link that asks for no code. */
export async function makeLink(page: Page, { url }: Instance): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const api = `${url}/backend/api/v1`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { items } = documents.parse(await (await fetch(`${api}/documents?limit=5`, { headers })).json());
  const body = JSON.stringify({ title: 'Dossier', mode: 'LINK', documents: items.map(({ id }) => id) });
  return linked.parse(await (await fetch(`${api}/sharings`, { method: 'POST', headers, body })).json()).link;
}

/** From a link to the list of what it opens, on a phone that has never been here. */
export async function visit(browser: Browser, link: string, watch: (page: Page) => Promise<() => number>) {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const weigh = await watch(page);
  await page.goto(link, { waitUntil: 'networkidle' });
  const checkKb = weigh() / 1000;
  await page.locator('main button').click();
  await page.waitForURL('**/public/sharings-list');
  await page.waitForLoadState('networkidle');
  const listKb = weigh() / 1000;
  await context.close();
  return { checkKb, listKb };
}

/** The page that a link leads to. */
export const auditVisit = (instance: Instance, link: string): Promise<Measure[]> =>
  auditPage(instance, {
    ...{ name: 'visitor’s page', path: '/public/sharings', performance: 0.95 },
    prepare: async (page) => {
      await page.goto(link, { waitUntil: 'networkidle' });
    },
  });
