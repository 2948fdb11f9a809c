import { expect, type Locator, type Page } from '@playwright/test';
import type { Hands } from './hands.ts';
import type { Newcomer } from '../people/people.ts';
import type { Words } from '../checks/words.ts';

type Step =
  | 'delivery'
  | 'method'
  | 'code'
  | 'notRecognised'
  | 'email'
  | 'emailCode'
  | 'profile'
  | 'password'
  | 'success'
  | 'existingSafe'
  | 'notLinked'
  | 'nothingToMerge'
  | 'merge'
  | 'merged'
  | 'refusal'
  | 'refusalCode'
  | 'refused'
  | 'refusalDisabled'
  | 'openElsewhere';

type Field =
  | ('code' | 'lastName' | 'email' | 'emailCode' | 'phone' | 'password' | 'confirmation')
  | ('refusalCode' | 'safeEmail' | 'safePassword');
type Button =
  | ('next' | 'byCodeWay' | 'emailSubmit' | 'warningConfirm' | 'passwordSubmit')
  | ('refusalSubmit' | 'refusalCodeSubmit' | 'existingSafeSubmit');

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

  /** Also for who does not look: the page's title changes, and its heading has the focus. */
  async expectStep(step: Step): Promise<void> {
    await this.expectHeading(this.#t(`activation.${step}Title`));
  }

  async expectHeading(name: string): Promise<void> {
    await expect(this.#heading(name)).toBeVisible();
    await expect(this.#page).toHaveTitle(`${name} – Pérenne`);
  }

  /** With a code, where there is a choice. */
  async acceptDelivery(): Promise<void> {
    await this.chooseElectronic();
    const method = this.#heading(this.#t('activation.methodTitle'));
    await expect(method.or(this.#heading(this.#t('activation.codeTitle')))).toBeVisible();
    if (await method.isVisible()) await this.#press(this.#button('activation.byCodeWay'));
  }

  async chooseElectronic(): Promise<void> {
    await this.expectStep('delivery');
    await this.acceptTerms();
    await this.goOn();
  }

  async acceptTerms(): Promise<void> {
    await this.#press(this.termsBox);
    await expect(this.#page.getByRole('checkbox')).toBeChecked();
  }

  async refuseDelivery(): Promise<void> {
    await this.pickRefusal();
    await this.goOn();
  }

  async pickRefusal(): Promise<void> {
    await this.expectStep('delivery');
    await this.#page.getByRole('radio', { name: this.#t('activation.refuse') }).check({ force: true });
  }

  /** The place of the step among those of the way, as the page counts them. */
  async expectCount(current: number, total: number): Promise<void> {
    await expect(this.#page.getByText(this.#t('ui.step', { current, total }), { exact: true })).toBeVisible();
    await expect(this.#page.getByRole('list', { name: this.#t('ui.steps') }).getByRole('listitem')).toHaveCount(total);
  }

  async askToRefuse({ activationCode, lastName, birthDate }: Newcomer, phone: string): Promise<void> {
    await this.expectStep('refusal');
    await this.activationCode.fill(activationCode);
    await this.lastName.fill(lastName);
    await this.typeBirthDate(birthDate);
    await this.phone.fill(phone);
    await this.#press(this.#button('activation.refusalSubmit'));
  }

  /** Nothing is refused before the button is pressed. */
  async confirmRefusal(code: string): Promise<void> {
    await this.refusalCode.fill(code);
    await this.#press(this.#button('activation.refusalCodeSubmit'));
  }

  /** The safe that one has already. */
  async openSafe({ email, password }: { email: string; password: string }): Promise<void> {
    await this.safeEmail.fill(email);
    await this.safePassword.fill(password);
    await this.#press(this.#button('activation.existingSafeSubmit'));
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
  get refusalCode(): Locator {
    return this.#field('activation.refusalCode');
  }
  get safeEmail(): Locator {
    return this.#field('activation.safeEmail');
  }
  get safePassword(): Locator {
    return this.#field('activation.safePassword');
  }
  get password(): Locator {
    return this.#field('activation.password');
  }
  get confirmation(): Locator {
    return this.#field('activation.confirmation');
  }

  #heading(name: string) {
    return this.#page.getByRole('heading', { level: 1, name, exact: true });
  }

  #field(label: `activation.${Field}`) {
    return this.#page.getByRole('textbox', { name: this.#t(label), exact: true });
  }

  #button(label: `activation.${Button}`) {
    return this.#page.getByRole('button', { name: this.#t(label), exact: true });
  }
}
