import { chromium, type Page } from '@playwright/test';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { browserOptions } from './browser.ts';
import { signInByPage } from './sign-in-by-page.ts';
import { auditVisit, makeLink, visit } from './visiting.ts';

/** The weight of the first pages on the wire, scripts and styles alone, in a browser that has nothing yet. */
export async function measurePages(): Promise<Measure[]> {
  const folder = await makeFolder();
  const instance = await startInstance(folder);
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ locale: 'fr-FR' });
    const weigh = await watchWeight(page);
    await page.goto(`${instance.url}/login`, { waitUntil: 'networkidle' });
    const signInKb = weigh() / 1000;
    await openDocuments(page, instance);
    const documentsKb = weigh() / 1000;
    const size = (name: string, kb: number, limit: number): Measure => ({
      ...{ name, unit: 'KB', ours: [kb], limit: [limit], promise: { atMost: 1 } },
      note: 'compressed scripts and styles',
    });
    const link = await makeLink(page);
    const { checkKb, listKb } = await visit(browser, link, watchWeight);
    return [
      size('first page (sign-in)', signInKb, 180),
      size('documents page, all in all', documentsKb, 260),
      size('visitor’s page, as a link leads to it', checkKb, 160),
      size('visitor’s page, all in all', listKb, 160),
      ...(await auditVisit(instance, link)),
    ];
  } finally {
    await browser.close();
    await instance.stop();
    await removeFolder(folder);
  }
}

/** Sums what the network carried for scripts and styles since the beginning. */
async function watchWeight(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

async function openDocuments(page: Page, instance: Instance): Promise<void> {
  await signInByPage(page, instance);
  // Nobody would count requests on their way when the page is left.
  await page.waitForLoadState('networkidle');
  await page.goto(`${instance.url}/documents`, { waitUntil: 'networkidle' });
}
