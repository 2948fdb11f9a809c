import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import type { Hands } from './hands.ts';
import { pace } from '../checks/pace.ts';

/** The viewer of a document, over the list. */
export class Viewer {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  dialog = (title: string): Locator => this.#hands.page.getByRole('dialog', { name: title, exact: true });

  /** The first page is drawn and in sight: its canvas holds ink and paper. */
  async expectPdf(title: string): Promise<void> {
    const { t } = this.#hands;
    const page = this.dialog(title).getByRole('figure', { name: t('viewer.pageOf', { page: 1 }) });
    await expect(page).toBeVisible();
    await expect
      .poll(() => page.locator('canvas').evaluateAll(countColours), { timeout: 30_000 * pace })
      .toBeGreaterThan(1);
    const content = this.dialog(title).getByRole('region', { name: t('viewer.content') });
    expect(await content.evaluate((frame) => frame.scrollTop), 'a document begins at its top').toBe(0);
  }

  async expectImage(title: string): Promise<void> {
    const image = this.dialog(title).getByRole('img', { name: title });
    await expect(image).toBeVisible();
    const width = () => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
    await expect.poll(width).toBeGreaterThan(0);
  }

  /** A button of the viewer, by its words. */
  button = (name: string): Locator => this.#hands.page.getByRole('dialog').getByRole('button', { name, exact: true });

  /** Opens what is known of the document beside it. */
  async openDetails(): Promise<Locator> {
    const { page, t, press } = this.#hands;
    await press(this.button(t('details.open')));
    const panel = page.getByRole('complementary', { name: t('details.title') });
    await expect(panel).toBeVisible();
    return panel;
  }

  /** @returns the bytes that the browser was given under this name */
  async download(fileName: string): Promise<Buffer> {
    const { page, t, press } = this.#hands;
    const downloading = page.waitForEvent('download');
    await press(page.getByRole('dialog').getByRole('button', { name: t('documents.download'), exact: true }));
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(fileName);
    return readFile(await download.path());
  }

  async close(): Promise<void> {
    const { page, t, press } = this.#hands;
    await press(page.getByRole('dialog').getByRole('button', { name: t('viewer.close'), exact: true }));
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

/** How many colours a drawing has; a blank one has one at most. */
function countColours(canvases: Element[]): number {
  const [canvas] = canvases;
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colours.add(pixels.slice(at, at + 4).join(','));
  return colours.size;
}
