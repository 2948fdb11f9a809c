import { loadavg } from 'node:os';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserOptions } from './browser.ts';
import { freePort } from '../apps/server/src/testing/instances/free-port.ts';
import { makeFolder, removeFolder, type Instance } from './instance.ts';
import { median, type Measure } from './measure.ts';

const rounds = 5;
const categories = [
  { id: 'performance', title: 'performance' },
  { id: 'accessibility', title: 'accessibility' },
  { id: 'best-practices', title: 'best practices' },
] as const;

interface Audited {
  name: string;
  /** The browser's path in the end. */
  path: string;
  /** The address that leads there, if another one. */
  link?: string;
  /** The least score for performance, of 1; the others are to be whole. */
  performance: number;
  /** Brings a browser to where the page can be opened. */
  prepare: (page: Page) => Promise<void>;
}

/** Lighthouse's findings for a page, with its own preset for phones, which has nothing of it yet. */
export async function auditPage(instance: Instance, audited: Audited): Promise<Measure[]> {
  const { name, performance } = audited;
  const audits = await runAudits(instance, audited);
  const scores = categories.map(({ id, title }): Measure => ({
    ...{ name: `${name} on a phone: ${title}`, unit: '', promise: { atLeast: id === 'performance' ? performance : 1 } },
    ...{
      ours: audits.map(({ scores: found }) => found[id]),
      limit: [100],
      note: id === 'performance' ? describe(audits) : 'Lighthouse, of 100',
    },
  }));
  return [
    ...scores,
    {
      ...{ name: `${name} on a phone: layout shift`, unit: '', promise: { atMost: 1 } },
      ...{ ours: audits.map(({ layoutShift }) => layoutShift), limit: [0.05], note: 'Lighthouse' },
    },
  ];
}

interface Audit {
  scores: Record<(typeof categories)[number]['id'], number>;
  layoutShift: number;
  largestPaintMs: number;
  blockingMs: number;
  /** The load of the machine in the last minute: other programs on it block the page too. */
  load: number;
}

function describe(audits: Audit[]): string {
  const medianOf = (name: 'largestPaintMs' | 'blockingMs') => Math.round(median(audits.map((audit) => audit[name])));
  const load = median(audits.map((audit) => audit.load)).toFixed(1);
  return `Lighthouse, of 100; largest paint ${medianOf('largestPaintMs')} ms, blocked ${medianOf('blockingMs')} ms, at a load of ${load}`;
}

async function runAudits(instance: Instance, { path, link, prepare }: Audited): Promise<Audit[]> {
  // A link names the address that the installation has for others.
  const page = new URL(path, link ?? instance.url).href;
  const profile = await makeFolder();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...browserOptions,
    locale: 'fr-FR',
    args: [...browserOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    const tab = await context.newPage();
    await prepare(tab);
    // The account's data is on its way still, and its page is not what is measured.
    await tab.waitForLoadState('networkidle');
    const audits: Audit[] = [];
    for (let tried = 0; audits.length < rounds && tried < 2 * rounds; tried++) {
      await forgetFiles(context, tab);
      const audit = await auditOnce({ link: link ?? page, page }, port);
      if (audit) audits.push(audit);
    }
    if (audits.length < rounds) throw new Error('Lighthouse saw no beginning of the page in too many rounds');
    return audits;
  } finally {
    await context.close();
    await removeFolder(profile);
  }
}

/** Lighthouse clears its caches only with the storage, where the sign-in is. */
async function forgetFiles(context: BrowserContext, tab: Page): Promise<void> {
  const session = await context.newCDPSession(tab);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Nothing where the browser, on a busy machine, reported the beginning too late: that round is to be run again. */
async function auditOnce({ link, page }: { link: string; page: string }, port: number): Promise<Audit | undefined> {
  const ran = await lighthouse(link, {
    ...{ port, logLevel: 'error', onlyCategories: categories.map(({ id }) => id) },
    // A signed-in owner stays so.
    disableStorageReset: true,
  });
  if (!ran) throw new Error('Lighthouse found nothing');
  const { lhr } = ran;
  if (lhr.runtimeError?.code === 'NO_NAVSTART') return undefined;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  if (lhr.finalDisplayedUrl !== page) throw new Error(`Lighthouse was led to ${lhr.finalDisplayedUrl}`);
  const scoreOf = (id: string) => 100 * (lhr.categories[id]?.score ?? 0);
  const figureOf = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    layoutShift: figureOf('cumulative-layout-shift'),
    largestPaintMs: figureOf('largest-contentful-paint'),
    blockingMs: figureOf('total-blocking-time'),
    load: loadavg()[0] ?? Number.NaN,
  };
}
