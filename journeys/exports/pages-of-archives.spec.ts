import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readZip } from '../../apps/verifier/src/checks/archive/zip.ts';
import { words } from '../../apps/verifier/src/messages/words.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';
import { ExportScreens } from '../screens/export-screens.ts';

const pages = ['LISEZMOI.html', 'journal/journal.html', 'verifier.html'] as const;

/** A server of somebody else, whose every answer renames the page that runs it. */
async function openElsewhere() {
  const calls = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    calls.add(url);
    response.setHeader('content-type', 'text/javascript').end('document.title = "taken"');
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return { calls, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The marks that a title would leave in a page that did not escape it. */
const marks = (origin: string) =>
  `<script>document.title = "taken"</script><script src="${origin}/script"></script><style>body { color: red }</style>` +
  `<img src="${origin}/picture" onerror="document.title = 'taken'"><iframe src="${origin}/frame"></iframe>`;

/** From the next page on, gathers what a page's policy refuses. Returns a function that reads it. */
async function gatherRefusals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused = new Set<string>();
    Object.assign(self, { refused });
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.add(effectiveDirective));
  });
  return () => page.evaluate(() => [...(self as unknown as { refused: Set<string> }).refused].toSorted());
}

/** The words of a page that a line ends in the middle of; digests and paths have no other place to break. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('code, pre')) continue;
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });

test('the pages of an archive run from a disk under policies of their own, which refuse what is added to them', async ({
  page,
  context,
  t,
  press,
  owner,
  accounts,
  watch,
  language,
  show,
}, { outputDir }) => {
  const bail = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
  await addDocument(accounts, owner.token, bail);
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  await screens.ask();
  const { bytes } = await screens.download(await screens.expectReady());

  const save = async (name: string, content: Uint8Array): Promise<string> => {
    await mkdir(dirname(join(outputDir, name)), { recursive: true });
    await writeFile(join(outputDir, name), content);
    return pathToFileURL(join(outputDir, name)).href;
  };
  await save('coffre.zip', bytes);
  const files = await readZip(new Blob([new Uint8Array(bytes)]), 'coffre.zip');
  const sources = new Map<string, string>();
  for (const { name, read } of files)
    if (pages.some((each) => each === name)) sources.set(name, new TextDecoder().decode(await read()));
  const sourceOf = (name: string): string => sources.get(name) ?? '';
  const open = async (name: string, source: string) => page.goto(await save(name, Buffer.from(source)));
  const readRefusals = await gatherRefusals(page);
  watch.allow('null');

  for (const name of pages)
    await test.step(`${name} has its style, and breaks its policy nowhere`, async () => {
      await open(name, sourceOf(name));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
      await show(name.replace(/^.*\/|\.html$/g, ''), 'page');
      expect(await readRefusals()).toEqual([]);
    });

  await test.step('a phone shows the pages to read with whole words, and no wider than it is', async () => {
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['LISEZMOI.html', 'journal/journal.html'] as const) {
      await open(name, sourceOf(name));
      expect(await brokenWords(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await show(`${name.replace(/^.*\/|\.html$/g, '')}-on-a-phone`, 'page');
    }
    if (usual) await page.setViewportSize(usual);
  });

  await test.step('without a network, the verifier finds that the archive that holds it is whole', async () => {
    const { groups, verdicts } = words[language];
    await context.setOffline(true);
    await open('verifier.html', sourceOf('verifier.html'));
    await page.locator('input[type=file]').first().setInputFiles(join(outputDir, 'coffre.zip'));
    await expect(page.getByText(groups.holds)).toBeVisible();
    await expect(page.getByText(groups.fails)).toHaveCount(0);
    await expect(page.getByText(verdicts.holds.title, { exact: true })).toBeVisible();
    await show('checked', 'page');
    expect(await readRefusals()).toEqual([]);
    await context.setOffline(false);
  });

  const { calls, origin } = await openElsewhere();
  watch.allow(origin);
  watch.expect({ address: origin, outcome: 'csp' });
  watch.expectLine(/violates the following Content Security Policy directive/);

  for (const name of pages)
    await test.step(`${name} runs, loads and frames nothing that is added to it`, async () => {
      await open(name, sourceOf(name).replace('<body>', `<body>${marks(origin)}`));
      await expect
        .poll(readRefusals)
        .toEqual(['frame-src', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem']);
      expect(await page.title()).not.toBe('taken');
      expect([...calls]).toEqual([]);
    });

  await test.step('without its policy, a page would', async () => {
    const bare = sourceOf('LISEZMOI.html').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    await open('bare.html', bare.replace('<body>', `<body>${marks(origin)}`));
    await expect(page).toHaveTitle('taken');
    expect([...calls].toSorted()).toEqual(['/frame', '/picture', '/script']);
  });
});
