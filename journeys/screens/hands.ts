import type { Locator, Page } from '@playwright/test';
import type { Words } from '../checks/words.ts';

/** What it takes to use a page: its words, and a way to press. */
export interface Hands {
  page: Page;
  t: Words;
  press: (target: Locator) => Promise<void>;
}
