import type { Page } from '@playwright/test';
import type { Instance } from './instance.ts';

/** Signs in as people do, as the one of the demonstration who has most documents. */
export async function signInByPage(page: Page, instance: Instance): Promise<void> {
  const user = (await instance.accounts()).users.find(({ mustChangeEmail }) => !mustChangeEmail);
  if (!user) throw new Error('no user');
  await page.goto(`${instance.url}/login`);
  await page.locator('input[type="email"], input[autocomplete="username"]').first().fill(user.email);
  await page.locator('input[type="password"]').first().fill(user.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
}
