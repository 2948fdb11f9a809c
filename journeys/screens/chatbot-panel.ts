import { expect, type Page } from '@playwright/test';
import type { Words } from '../checks/words.ts';

/** The panel of the chatbot, and what is said in it. */
export const chatbotPanel = (page: Page, t: Words) => {
  const dialog = page.getByRole('dialog', { name: t('chatbot.title') });
  const inside = dialog.frameLocator('iframe');
  return {
    dialog,
    frame: page.locator('iframe'),
    close: dialog.getByRole('button', { name: t('ui.close') }),
    message: inside.getByRole('textbox'),
    said: inside.getByRole('listitem'),
    site: inside.getByRole('link'),
  };
};

export async function askForHelp(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('shell.help'), exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('menuitem', { name: t('shell.askHelp') }).click();
}
