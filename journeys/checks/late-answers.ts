import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

interface Lateness {
  /** How long each script takes. */
  codeMs: number;
  /** How long each answer of the server takes. */
  dataMs: number;
  /** The paths whose answers take no longer than usual. */
  early?: RegExp | undefined;
}

/** Slows the line down: the code of a page and its data arrive one after the other. */
export async function makeLate(context: BrowserContext, { codeMs, dataMs, early }: Lateness): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await wait(codeMs);
    await route.continue();
  });
  await context.route(/\/backend\/api\/v1\//, async (route) => {
    if (!early?.test(new URL(route.request().url()).pathname)) await wait(dataMs);
    await route.continue();
  });
}

/** Notes each dialog and each menu that the pages of a context open from now on. */
export async function noteOpenings(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const openings: string[] = [];
    Object.assign(window, { openings });
    const selector = 'section[role=dialog], section[role=alertdialog], [role=menu]';
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue;
        const opened = added.matches(selector) ? [added] : [...added.querySelectorAll(selector)];
        openings.push(...opened.map((part) => part.getAttribute('role') ?? ''));
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

/** The roles of what the page has opened, in order. */
export const readOpenings = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { openings: string[] }).openings);

/** Lets React draw frames later than the code that asks for it, as on a device that has much else to do. */
export async function drawLate(context: BrowserContext, lateMs: number): Promise<void> {
  await context.addInitScript((delay) => {
    const { postMessage } = MessagePort.prototype;
    // A test may stop the clock of the page.
    const later = setTimeout;
    MessagePort.prototype.postMessage = function post(this: MessagePort, message: unknown) {
      later(() => postMessage.call(this, message), delay);
    };
  }, lateMs);
}
