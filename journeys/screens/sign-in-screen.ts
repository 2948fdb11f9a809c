import { expect } from '@playwright/test';
import type { Hands } from './hands.ts';

/** Fills the sign-in form, wherever it is, and sends it. */
export async function enterCredentials(
  { page, t }: Pick<Hands, 'page' | 't'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole('textbox', { name: t('login.email') }).fill(email);
  await page.getByRole('textbox', { name: t('login.password'), exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

/** The page's one heading: shown, in the title of the tab too, and focused where one has just come to it. */
export async function expectScreen({ page }: Pick<Hands, 'page'>, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${title} – Pérenne`);
}
