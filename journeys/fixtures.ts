import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Locale } from '../apps/web/src/messages/messages.ts';
import { expectAccessible } from './checks/accessibility.ts';
import { longestStartMs, type Product, startProduct } from './product.ts';
import { type Accounts, readAccounts } from './people/accounts.ts';
import { Employer } from './people/employer.ts';
import { activate, hire, signIn, type Newcomer } from './people/people.ts';
import { makePhotographer, type TakePicture } from './checks/pictures.ts';
import { type Expected, Watch } from './checks/watch.ts';
import { type Words, wordsOf } from './checks/words.ts';
import { newClientAddress } from './people/addresses.ts';

export interface JourneyOptions {
  language: Locale;
}

interface Journey {
  /** The words of the pages, in the language of the journey. */
  t: Words;
  isPhone: boolean;
  watch: Watch;
  /** Says that a refusal or a failure is part of the journey. */
  expectOutcome: (expected: Expected) => void;
  /** Presses as people do on this screen: with a finger, or with a mouse. */
  press: (target: Locator) => Promise<void>;
  /** Takes a picture of the screen as it is, and lets axe find nothing serious or critical on it. */
  show: TakePicture;
  /** Someone hired, with an activation code and nothing yet in their safe. */
  newcomer: Newcomer;
  /** A safe that was just opened; its owner is signed in on the page. */
  owner: Newcomer & { token: string };
  /** The one of the demonstration with years of documents, signed in on the page: to look at, not to change. */
  archivist: Accounts['users'][number];
}

interface Shared {
  /** Variables of a product that is started for these journeys alone; by default, they share one with most others. */
  environment: Record<string, string> | null;
  /** The product that was started for these journeys alone; null where they share one. */
  ownProduct: Product | null;
  accounts: Accounts;
  employer: Employer;
}

export const test = base.extend<JourneyOptions & Journey, Shared>({
  language: ['fr', { option: true }],
  environment: [null, { option: true, scope: 'worker' }],
  ownProduct: [
    async ({ environment }, use) => {
      if (environment === null) return use(null);
      const product = await startProduct(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: longestStartMs },
  ],
  accounts: [({ ownProduct }, use) => use(readAccounts(ownProduct?.dataFolder)), { scope: 'worker' }],
  employer: [({ accounts }, use) => use(new Employer(accounts)), { scope: 'worker' }],
  baseURL: ({ accounts }, use) => use(accounts.baseUrl),
  extraHTTPHeaders: ({}, use) => use({ 'X-Forwarded-For': newClientAddress() }),
  context: async ({ context, language }, use) => {
    await context.addInitScript((locale) => {
      // A blank page has no storage, nor has one in a sandbox.
      if (self.origin !== 'null' && localStorage.getItem('locale') === null) localStorage.setItem('locale', locale);
    }, language);
    await use(context);
  },
  page: async ({ page }, use) => {
    // Files are chosen for the browser from the start: said only with the click, it opens its own window at times.
    page.on('filechooser', () => undefined);
    await use(page);
  },
  watch: [
    async ({ context, accounts }, use) => {
      const watch = new Watch(context, new URL(accounts.baseUrl).origin);
      await use(watch);
      expect(watch.faults, 'what no user should meet').toEqual([]);
    },
    { auto: true },
  ],
  expectOutcome: ({ watch }, use) => use(watch.expect),
  t: async ({ language }, use) => use(await wordsOf(language)),
  isPhone: ({ hasTouch }, use) => use(hasTouch ?? false),
  press: ({ isPhone }, use) => use((target) => (isPhone ? target.tap() : target.click())),
  show: async ({ page }, use, testInfo) => {
    const takePicture = makePhotographer(page, testInfo);
    await use(async (name, extent) => {
      await takePicture(name, extent);
      await expectAccessible(page);
    });
  },
  newcomer: async ({ employer }, use) => use(await hire(employer)),
  owner: async ({ page, accounts, newcomer }, use) => {
    const token = await activate(accounts, newcomer);
    await enterSafe(page, token);
    await use({ ...newcomer, token });
  },
  archivist: async ({ page, accounts }, use) => {
    const [user] = accounts.users;
    if (!user) throw new Error('The demonstration has no user.');
    await enterSafe(page, await signIn(accounts, user));
    await use(user);
  },
});

/** Leaves in the browser what sign-in leaves. */
export async function enterSafe(page: Page, token: string): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((signedIn) => localStorage.setItem('authToken', signedIn), token);
}

/** Forgets in the browser what sign-in leaves, from a page that asks the server for nothing of the safe any more. */
export async function leaveSafe(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate(() => localStorage.removeItem('authToken'));
}

export { expect };
