import type { Browser, BrowserContext, Locator, Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from '../checks/accessibility.ts';
import type { Accounts } from './accounts.ts';
import { makePhotographer, type TakePicture } from '../checks/pictures.ts';
import { Watch } from '../checks/watch.ts';
import { type Words, wordsOf } from '../checks/words.ts';
import { newClientAddress } from './addresses.ts';

/** Someone outside, with a browser of their own and a phone in their hand. */
export interface Guest {
  context: BrowserContext;
  page: Page;
  /** The words of the pages, in the language of their browser. */
  t: Words;
  watch: Watch;
  /** Takes a picture of the screen as it is, and lets axe find nothing serious or critical on it. */
  show: TakePicture;
  isPhone: boolean;
  press: (target: Locator) => Promise<void>;
  /** Leaves; nothing that no user should meet has been met. */
  leave: () => Promise<void>;
}

interface GuestSetting {
  browser: Browser;
  accounts: Accounts;
  testInfo: TestInfo;
  /** The language in which the browser asks for pages. */
  locale?: 'fr-FR' | 'en-GB' | 'de-DE';
  isPhone?: boolean;
}

export async function welcomeGuest(setting: GuestSetting): Promise<Guest> {
  const { browser, accounts, testInfo, locale = 'fr-FR', isPhone = true } = setting;
  const screen = isPhone
    ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    : { viewport: { width: 1280, height: 900 } };
  const context = await browser.newContext({
    ...screen,
    locale,
    timezoneId: 'Europe/Paris',
    baseURL: accounts.baseUrl,
    colorScheme: testInfo.project.use.colorScheme ?? 'light',
    extraHTTPHeaders: { 'X-Forwarded-For': newClientAddress() },
  });
  const watch = new Watch(context, new URL(accounts.baseUrl).origin);
  const page = await context.newPage();
  const takePicture = makePhotographer(page, testInfo, 'guest');
  return {
    context,
    page,
    t: await wordsOf(locale === 'en-GB' ? 'en' : 'fr'),
    watch,
    isPhone,
    press: (target) => (isPhone ? target.tap() : target.click()),
    show: async (name, extent) => {
      await takePicture(name, extent);
      await expectAccessible(page);
    },
    leave: async () => {
      await context.close();
      expect(watch.faults, 'what no guest should meet').toEqual([]);
    },
  };
}
