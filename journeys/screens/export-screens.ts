import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { pace } from '../checks/pace.ts';
import type { Hands } from './hands.ts';

/** The page by which an owner takes everything out of the safe. */
export class ExportScreens {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  async open(origin = ''): Promise<void> {
    await this.#hands.page.goto(`${origin}/account/export`);
    await expect(this.card).toBeVisible();
  }

  /** The card that asks for an export, and shows the one that is being prepared. */
  get card(): Locator {
    return this.#region(this.#hands.t('exports.title'));
  }
  /** The exports that have ended. */
  get list(): Locator {
    return this.#region(this.#hands.t('exports.listTitle'));
  }
  get items(): Locator {
    const { page } = this.#hands;
    return this.list.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  }
  get running(): Locator {
    return this.#region(this.#hands.t('exports.runningTitle'));
  }
  get askButton(): Locator {
    return this.#button(this.card, this.#hands.t('exports.ask'));
  }

  async ask(): Promise<void> {
    await this.#hands.press(this.askButton);
  }

  /** The newest export has its archive; the page has said so without being loaded again. */
  async expectReady(count = 1): Promise<Locator> {
    const { t } = this.#hands;
    await expect(this.items).toHaveCount(count, { timeout: 60_000 * pace });
    const newest = this.items.first();
    await expect(newest).toContainText(t('exports.state.READY'));
    return newest;
  }

  /** @returns the bytes that the browser was given, and under which name */
  async download(item: Locator, label = this.#hands.t('exports.download')): Promise<{ bytes: Buffer; name: string }> {
    const { page, press } = this.#hands;
    const downloading = page.waitForEvent('download', { timeout: 60_000 * pace });
    await press(item.getByText(label, { exact: true }));
    const download = await downloading;
    return { bytes: await readFile(await download.path()), name: download.suggestedFilename() };
  }

  dialog(title: string): Locator {
    return this.#hands.page.getByRole('alertdialog', { name: title });
  }

  async confirm(title: string, button: string): Promise<void> {
    await this.#hands.press(this.#button(this.dialog(title), button));
    await expect(this.dialog(title)).toBeHidden();
  }

  #region(name: string): Locator {
    return this.#hands.page.getByRole('region', { name, exact: true });
  }

  #button(within: Locator, name: string): Locator {
    return within.getByRole('button', { name, exact: true });
  }
}
