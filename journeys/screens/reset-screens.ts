import type { Locator } from '@playwright/test';
import type { Accounts } from '../people/accounts.ts';
import type { Hands } from './hands.ts';
import { sentBy } from '../people/sent-code.ts';
import { expectScreen } from './sign-in-screen.ts';

type Step = 'email' | 'mode' | 'sent' | 'code' | 'password' | 'done';
type Button = 'next' | 'modeSubmit' | 'sentSubmit' | 'codeSubmit' | 'passwordSubmit';

/** The screens of a forgotten password. */
export class ResetScreens {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  expectStep = (step: Step): Promise<void> => expectScreen(this.#hands, this.#hands.t(`resetPassword.${step}Title`));

  /** Follows the link of the mail, as its owner does: a scanner of mails presses nothing. */
  async followLink(address: string): Promise<void> {
    const { page, t, press } = this.#hands;
    await page.goto(address);
    await expectScreen(this.#hands, t('resetPassword.linkTitle'));
    await press(page.getByRole('button', { name: t('resetPassword.linkSubmit') }));
  }

  async giveEmail(email: string): Promise<void> {
    await this.expectStep('email');
    await this.email.fill(email);
    await this.press('next');
  }

  async chooseMode(mode: 'EMAIL' | 'SMS'): Promise<void> {
    const { page, t } = this.#hands;
    await this.expectStep('mode');
    const name = t(mode === 'EMAIL' ? 'resetPassword.byEmail' : 'resetPassword.bySms');
    await page.getByRole('radio', { name }).check({ force: true });
    await this.press('modeSubmit');
    await this.expectStep('sent');
  }

  /** As far as the code, which is given. */
  async askForCode(accounts: Accounts, email: string): Promise<string> {
    await this.giveEmail(email);
    const code = await sentBy(accounts, { channel: 'EMAIL', to: email }, () => this.chooseMode('EMAIL'));
    await this.press('sentSubmit');
    await this.expectStep('code');
    return code;
  }

  async choosePassword(password: string): Promise<void> {
    await this.expectStep('password');
    await this.password.fill(password);
    await this.confirmation.fill(password);
    await this.press('passwordSubmit');
  }

  press = (name: Button): Promise<void> => this.#hands.press(this.button(name));

  button(name: Button): Locator {
    const { page, t } = this.#hands;
    return page.getByRole('button', { name: t(`resetPassword.${name}`), exact: true });
  }

  get email(): Locator {
    return this.#field('email');
  }
  get code(): Locator {
    return this.#field('code');
  }
  get password(): Locator {
    return this.#field('password');
  }
  get confirmation(): Locator {
    return this.#field('confirmation');
  }

  #field(label: 'email' | 'code' | 'password' | 'confirmation'): Locator {
    const { page, t } = this.#hands;
    return page.getByRole('textbox', { name: t(`resetPassword.${label}`), exact: true });
  }
}
