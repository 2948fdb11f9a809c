import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from './browser.ts';
import { freePort, makeFolder, removeFolder, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const categories = [
  { id: 'performance', title: 'performance' },
  { id: 'accessibility', title: 'accessibility' },
  { id: 'best-practices', title: 'best practices' },
] as const;

interface Audited {
  name: string;
  path: string;
  /** The least score for performance, of 1; the others are to be whole. */
  performance: number;
  /** Brings a browser to where the page can be opened. */
  prepare: (page: Page) => Promise<void>;
}

/** What Lighthouse finds of a page, with its own preset for phones. */
export async function auditPage(instance: Instance, audited: Audited): Promise<Measure[]> {
  const { name, performance } = audited;
  const audits = await runAudits(instance, audited);
  const scores = categories.map(({ id, title }): Measure => ({
    ...{ name: `${name} on a phone: ${title}`, unit: '', promise: { atLeast: id === 'performance' ? performance : 1 } },
    ...{ ours: audits.map(({ scores: found }) => found[id]), limit: [100], note: 'Lighthouse, of 100' },
  }));
  return [
    ...scores,
    {
      ...{ name: `${name} on a phone: layout shift`, unit: '', promise: { atMost: 1 } },
      ...{ ours: audits.map(({ layoutShift }) => layoutShift), limit: [0.05], note: 'Lighthouse' },
    },
  ];
}

type Audit = { scores: Record<(typeof categories)[number]['id'], number>; layoutShift: number };

async function runAudits(instance: Instance, { path, prepare }: Audited): Promise<Audit[]> {
  const profile = await makeFolder();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    locale: 'fr-FR',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    await prepare(page);
    // What the account holds is on its way still, and its page is not what is measured.
    await page.waitForLoadState('networkidle');
    const audits: Audit[] = [];
    for (let round = 0; round < rounds; round++) audits.push(await auditOnce(`${instance.url}${path}`, port));
    return audits;
  } finally {
    await context.close();
    await removeFolder(profile);
  }
}

async function auditOnce(url: string, port: number): Promise<Audit> {
  const ran = await lighthouse(url, {
    ...{ port, logLevel: 'error', onlyCategories: categories.map(({ id }) => id) },
    // Who is signed in stays so; what the network carried before is forgotten all the same.
    disableStorageReset: true,
  });
  if (!ran) throw new Error('Lighthouse found nothing');
  const { lhr } = ran;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  if (!lhr.finalDisplayedUrl.startsWith(url)) throw new Error(`Lighthouse was led to ${lhr.finalDisplayedUrl}`);
  const scoreOf = (id: string) => 100 * (lhr.categories[id]?.score ?? 0);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    layoutShift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}
