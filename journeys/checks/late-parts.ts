import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { makeLate, readOpenings } from './late-answers.ts';
import type { Words } from './words.ts';

/** Something whose code loads when it is asked for. */
export interface LatePart {
  name: string;
  path: string;
  /** The buttons and entries that lead to it; each is pressed as soon as it is there. Or another act on the way. */
  presses: readonly (Locator | (() => Promise<void>))[];
  opens: Locator;
  /** The roles of everything that opens on the way. */
  opened: readonly string[];
  /** The answers that hold what is pressed. */
  early?: RegExp;
}

/** Finds what a page has, by the words of its language. */
export const finders = (page: Page) => ({
  button: (name: string) => page.getByRole('button', { name, exact: true }).first(),
  entry: (name: string) => page.getByRole('menuitem', { name, exact: true }),
  menu: page.getByRole('menu'),
  // A menu is in a `div` that has this role too.
  dialog: (name: string) => page.getByRole('dialog', { name, exact: true }).and(page.locator('section')),
  question: (name: string) => page.getByRole('alertdialog', { name, exact: true }),
});

export interface Journey {
  page: Page;
  context: BrowserContext;
  t: Words;
}

/** Opens each on a page of its own, whose code and data are still on their way. */
export async function expectEachOpens({ page, context }: Journey, parts: readonly LatePart[]): Promise<void> {
  for (const { name, path, presses, opens, opened, early } of parts) {
    await test.step(name, async () => {
      await makeLate(context, { codeMs: 300, dataMs: 1_200, early });
      await page.goto(path);
      for (const pressed of presses) await (typeof pressed === 'function' ? pressed() : pressed.click());
      await expect(opens).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(opens).toBeVisible();
      expect(await readOpenings(page), `what opens for ${name}`).toEqual(opened);
    });
  }
}
