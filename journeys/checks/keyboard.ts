import { expect, type Locator, type Page } from '@playwright/test';

/** More than a page with a full list has. */
const mostStops = 200;

/** Goes from stop to stop, as far as the target: no other way leads there with a keyboard. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached with the Tab key').toBeFocused();
}
