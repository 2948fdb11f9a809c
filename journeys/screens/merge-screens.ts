import { expect, type Locator } from '@playwright/test';
import type { Hands } from './hands.ts';

type Step =
  | ('prove' | 'notProved' | 'summary' | 'confirm' | 'receiving' | 'failed' | 'done')
  // The first one is called as the page is.
  | 'explain';

/** The screens by which an owner receives another safe. */
export class MergeScreens {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  async open(): Promise<void> {
    await this.#hands.page.goto('/account/merge');
    await this.expectStep('explain');
  }

  /** Also for people who do not look: the page's title changes, and its heading has the focus. */
  async expectStep(step: Step): Promise<void> {
    const { page, t } = this.#hands;
    const name = step === 'explain' ? t('merge.title') : t(`merge.${step}Title`);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${name} – Pérenne`);
  }

  async begin(): Promise<void> {
    await this.pressButton(this.#hands.t('merge.begin'));
    await this.expectStep('prove');
  }

  async prove({ email, password }: { email: string; password: string }): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.pressButton(this.#hands.t('merge.next'));
  }

  async confirm(): Promise<void> {
    const { t, press } = this.#hands;
    await this.expectStep('confirm');
    await press(this.acknowledgement);
    await this.pressButton(t('merge.confirm'));
  }

  async pressButton(name: string): Promise<void> {
    const { page, press } = this.#hands;
    await press(page.getByRole('main').getByRole('button', { name, exact: true }));
  }

  get email(): Locator {
    return this.#field(this.#hands.t('merge.email'));
  }
  get password(): Locator {
    return this.#field(this.#hands.t('merge.password'));
  }
  get acknowledgement(): Locator {
    return this.#hands.page.getByText(this.#hands.t('merge.acknowledgement'));
  }

  #field(name: string): Locator {
    return this.#hands.page.getByRole('textbox', { name, exact: true });
  }
}
