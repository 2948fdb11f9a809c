import type { Page } from '@playwright/test';
import type { Words } from '../checks/words.ts';

/** Goes to a page by the main navigation. */
export const goTo = (page: Page, t: Words, destination: 'home' | 'documents' | 'shares' | 'trash'): Promise<void> =>
  page
    .getByRole('navigation', { name: t('shell.navigation') })
    .getByRole('link', { name: t(`shell.${destination}`) })
    .click();
