import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';

export const picturesFolder = fileURLToPath(new URL('../test-results/pictures', import.meta.url));

/** Takes numbered pictures of the screens, for people to look at. */
export function makePhotographer(page: Page, { project }: TestInfo) {
  let taken = 0;
  return async (name: string): Promise<void> => {
    const number = String(++taken).padStart(2, '0');
    const path = join(picturesFolder, project.name, `${number}-${name}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  };
}
