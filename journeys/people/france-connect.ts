import { expect, type Page } from '@playwright/test';
import type { Accounts } from './accounts.ts';
import type { Watch } from '../checks/watch.ts';

/** The stand-in of FranceConnect: a site of its own, which one leaves by signing in or by giving up. */
export class FranceConnectSite {
  readonly #page: Page;
  readonly #issuer: string;
  readonly #identities: Accounts['franceConnect']['identities'];

  constructor(page: Page, { franceConnect }: Accounts, watch: Watch) {
    this.#page = page;
    this.#issuer = franceConnect.issuer;
    this.#identities = franceConnect.identities;
    watch.allow(new URL(this.#issuer).origin);
  }

  async signInAs(login: string): Promise<void> {
    const person = this.#identities.find((identity) => identity.login === login);
    if (!person) throw new Error(`No identity signs in as ${login}.`);
    await this.#expectToBeThere();
    await this.#page.locator('input[name=login]').fill(person.login);
    await this.#page.locator('input[name=password]').fill(person.password);
    await this.#page.locator('button[value=sign-in]').click();
  }

  async giveUp(): Promise<void> {
    await this.#expectToBeThere();
    await this.#page.locator('button[value=cancel]').click();
  }

  async #expectToBeThere(): Promise<void> {
    const { origin } = new URL(this.#issuer);
    await expect(this.#page).toHaveURL((url) => url.origin === origin);
    await expect(this.#page.locator('input[name=login]')).toBeVisible();
  }
}
