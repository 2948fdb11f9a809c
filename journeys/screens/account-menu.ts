import { expect } from '@playwright/test';
import type { Hands } from './hands.ts';

/** The menu behind the initials of whoever is signed in. */
export class AccountMenu {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  async choose(entry: 'profile' | 'security' | 'journal' | 'export' | 'signOut'): Promise<void> {
    const { page, t, press } = this.#hands;
    await press(page.getByRole('banner').getByRole('button', { name: t('shell.accountMenu') }));
    await expect(page.getByRole('menu')).toBeVisible();
    await press(page.getByRole('menuitem', { name: t(`shell.${entry}`) }));
  }
}
