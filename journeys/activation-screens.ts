import { expect, type Locator, type Page } from '@playwright/test';
import type { Hands } from './hands.ts';
import type { Newcomer } from './people.ts';
import type { Words } from './words.ts';

type Step = 'delivery' | 'refusal' | 'code' | 'email' | 'emailCode' | 'profile' | 'password' | 'success';

/** The screens of an activation, gone through as someone would who fills everything in. */
export class ActivationScreens {
  readonly #page: Page;
  readonly #t: Words;
  readonly #press: Hands['press'];

  constructor({ page, t, press }: Hands) {
    this.#page = page;
    this.#t = t;
    this.#press = press;
  }

  async expectStep(step: Step): Promise<void> {
    const title = this.#t(`activation.${step}Title`);
    await expect(this.#page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  async acceptDelivery(): Promise<void> {
    await this.expectStep('delivery');
    await this.#press(this.termsBox);
    await expect(this.#page.getByRole('checkbox')).toBeChecked();
    await this.goOn();
  }

  async enterIdentity({ activationCode, lastName, birthDate }: Newcomer): Promise<void> {
    await this.expectStep('code');
    await this.activationCode.fill(activationCode);
    await this.lastName.fill(lastName);
    await this.typeBirthDate(birthDate);
    await this.goOn();
  }

  /** Their address is no known provider's: the page asks whether it is their own. */
  async enterEmail(email: string): Promise<void> {
    await this.expectStep('email');
    await this.email.fill(email);
    await this.#press(this.#button('activation.emailSubmit'));
    await this.#press(this.#button('activation.warningConfirm'));
  }

  async fillProfile(): Promise<void> {
    await this.expectStep('profile');
    await this.phone.fill('0639980177');
    await this.goOn();
  }

  async choosePassword(password: string): Promise<void> {
    await this.expectStep('password');
    await this.password.fill(password);
    await this.confirmation.fill(password);
    await this.#press(this.#button('activation.passwordSubmit'));
  }

  async typeBirthDate(date: string): Promise<void> {
    const [year, month, day] = date.split('-');
    await this.birthDate.getByRole('spinbutton').first().focus();
    await this.#page.keyboard.type(`${day}${month}${year}`);
  }

  goOn = (): Promise<void> => this.#press(this.#button('activation.next'));

  get termsBox(): Locator {
    return this.#page.locator('label').filter({ has: this.#page.getByRole('checkbox') });
  }
  get activationCode(): Locator {
    return this.#field('activation.code');
  }
  get lastName(): Locator {
    return this.#field('activation.lastName');
  }
  get birthDate(): Locator {
    return this.#page.getByRole('group', { name: this.#t('activation.birthDate') });
  }
  get email(): Locator {
    return this.#field('activation.email');
  }
  get emailCode(): Locator {
    return this.#field('activation.emailCode');
  }
  get phone(): Locator {
    return this.#field('activation.phone');
  }
  get password(): Locator {
    return this.#field('activation.password');
  }
  get confirmation(): Locator {
    return this.#field('activation.confirmation');
  }

  #field(label: `activation.${'code' | 'lastName' | 'email' | 'emailCode' | 'phone' | 'password' | 'confirmation'}`) {
    return this.#page.getByRole('textbox', { name: this.#t(label), exact: true });
  }

  #button(label: `activation.${'next' | 'emailSubmit' | 'warningConfirm' | 'passwordSubmit'}`) {
    return this.#page.getByRole('button', { name: this.#t(label), exact: true });
  }
}
