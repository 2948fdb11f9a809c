import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { startBareDatabase } from './database.ts';
import { fillFullSafe } from './full-safe.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import { auditPage } from './lighthouse.ts';
import type { Measure } from './measure.ts';
import { signInByPage } from './sign-in-by-page.ts';

const documents = 100_000;
const wholeScrollWithinMs = 150_000;

/** The documents page of a safe of 100,000: the longest task of a scroll through all of it, and Lighthouse on a phone. */
export async function measureScrolling(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), database: await makeFolder() };
  const database = await startBareDatabase(folders.database);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
  });
  const browser = await chromium.launch(browserOptions);
  try {
    await fillFullSafe(database.ownerUrl, folders.data, { count: documents });
    const audited = { name: 'documents page', path: '/documents', performance: 0.9 };
    const prepare = (page: Page) => signInByPage(page, instance);
    return [await measureLongestTask(browser, instance), ...(await auditPage(instance, { ...audited, prepare }))];
  } finally {
    await browser.close();
    await instance.stop();
    await database.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function measureLongestTask(browser: Browser, instance: Instance): Promise<Measure> {
  const page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 1280, height: 900 } });
  await signInByPage(page, instance);
  await page.goto(`${instance.url}/documents`);
  await page.locator('[data-document-link]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const { frames, longest, last } = await page.evaluate<Scroll>(scrollThrough);
  await page.close();
  const whole =
    last > documents ? '' : `; ${longest} ms until row ${last}, where ${wholeScrollWithinMs / 1000} s were over`;
  return {
    ...{ name: 'longest task of a scroll through 100,000 documents', unit: 'ms', promise: { atMost: 1 } },
    ...{ ours: [whole ? Number.NaN : longest], limit: [100] },
    note: `${frames} frames; tasks under 50 ms are not counted; load ${loadavg()[0]?.toFixed(1)}${whole}`,
  };
}

interface Scroll {
  frames: number;
  longest: number;
  /** The row that it came to. */
  last: number;
}

/** In the page: two screens a frame, faster than any hand, until nothing more comes. */
const scrollThrough = `new Promise((resolve) => {
  const tasks = [0];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  const started = performance.now();
  let frames = 0;
  const step = () => {
    frames += 1;
    window.scrollBy(0, 1_800);
    const last = Number([...document.querySelectorAll('tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex'));
    const rows = Number(document.querySelector('table')?.getAttribute('aria-rowcount'));
    const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 4;
    const isOver = isAtEnd && rows > ${documents} && last === rows;
    if (isOver || performance.now() - started > ${wholeScrollWithinMs})
      setTimeout(() => resolve({ frames, longest: Math.max(...tasks), last }), 500);
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
