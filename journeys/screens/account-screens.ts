import { expect, type Locator } from '@playwright/test';
import type { Hands } from './hands.ts';

/** The pages of the account, used as their owner does. */
export class AccountScreens {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  async open(section: 'profile-infos' | 'safety' | 'france-connect' | 'dematerialization' | 'journal'): Promise<void> {
    const { page, t } = this.#hands;
    await page.goto(`/account/${section}`);
    await expect(page.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible();
  }

  /** A part of a page by the title that it has. */
  part(title: string): Locator {
    return this.#hands.page.getByRole('region', { name: title, exact: true });
  }

  field(within: Locator, name: string): Locator {
    return within.getByRole('textbox', { name, exact: true });
  }

  dialog(title: string): Locator {
    return this.#hands.page.getByRole('dialog', { name: title });
  }

  button(within: Locator, name: string): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  /** Gives the password that a dialog asks for, and goes on. */
  async confirmWithPassword(title: string, { password, submit }: { password: string; submit: string }): Promise<void> {
    const { t, press } = this.#hands;
    const dialog = this.dialog(title);
    await this.field(dialog, t('safety.confirmPassword')).fill(password);
    await press(this.button(dialog, submit));
  }

  /** The dialog of a change of address, filled in and not sent. */
  async fillEmailChange({ email, password }: { email: string; password: string }): Promise<Locator> {
    const { t, press } = this.#hands;
    await this.open('safety');
    await press(this.button(this.part(t('safety.email')), t('safety.emailChange')));
    const dialog = this.dialog(t('safety.emailTitle'));
    await this.field(dialog, t('safety.emailNew')).fill(email);
    await this.field(dialog, t('safety.emailPassword')).fill(password);
    return dialog;
  }
}
