import { basename, join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { resultsFolder } from './results.ts';

const picturesFolder = join(resultsFolder, 'pictures');

export type TakePicture = (name: string, extent?: 'screen' | 'page') => Promise<void>;

/** Takes numbered pictures of what is on the screen, or of the page as a whole, for people to look at: of whose screen, if there are two. */
export function makePhotographer(page: Page, { project, file }: TestInfo, who = ''): TakePicture {
  const story = basename(file, '.spec.ts');
  // The main path is the one that everybody looks through.
  const prefix = (story === 'main-path' ? '' : `${story}-`) + (who && `${who}-`);
  let taken = 0;
  return async (name, extent = 'screen') => {
    const number = String(++taken).padStart(2, '0');
    const path = join(picturesFolder, project.name, `${prefix}${number}-${name}.png`);
    await page.screenshot({ path, fullPage: extent === 'page', animations: 'disabled' });
  };
}
