import type { Locator, Page } from '@playwright/test';
import type { Words } from '../checks/words.ts';

/** The means of using a page: its words, and a way to press. */
export interface Hands {
  page: Page;
  t: Words;
  press: (target: Locator) => Promise<void>;
}
