import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestProject } from '@playwright/test';
import { countWorkers } from '../scripts/testing/machine.mjs';
import { pace } from './checks/pace.ts';
import { resultsFolder } from './checks/results.ts';
import type { JourneyOptions } from './fixtures.ts';

const browsers = [process.env.PERENNE_CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browser = browsers.find((path) => path && existsSync(path));

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The main path is gone through as everybody would; the other promises where they can differ. */
const promisesOf: Record<string, RegExp> = {
  'fr-desktop-light': /(?<!-on-phones)\.spec\.ts$/,
  'en-phone-dark':
    /(alerts-resolved|changed-host-key|codes-of-partners|collecting-folders|collectors-in-trouble|documents-of-collectors|documents-on-phones|expired-codes|forgotten-password|invoices|leaving-with-everything|mailbox|main-path|partners-at-rest|two-safes-become-one)\.spec\.ts$/,
};

const projects = (['fr', 'en'] as const).flatMap((language) =>
  (['desktop', 'phone'] as const).flatMap((screen) =>
    (['light', 'dark'] as const).map((theme): PlaywrightTestProject<JourneyOptions> => {
      const name = `${language}-${screen}-${theme}`;
      const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
      return {
        name,
        testMatch: promisesOf[name] ?? /main-path\.spec\.ts$/,
        use: { ...screens[screen], language, locale, colorScheme: theme },
      };
    }),
  ),
);

const reporter = fileURLToPath(new URL('../scripts/testing/playwright-reporter.mjs', import.meta.url));

export default defineConfig<JourneyOptions>({
  globalSetup: './global-setup.ts',
  outputDir: join(resultsFolder, 'journeys'),
  reporter: [['list'], [reporter]],
  fullyParallel: true,
  workers: countWorkers().journeys,
  retries: 0,
  forbidOnly: true,
  // Limits are on what hangs, never on a sum.
  timeout: 180_000 * pace,
  expect: { timeout: 15_000 * pace },
  use: {
    timezoneId: 'Europe/Paris',
    actionTimeout: 15_000 * pace,
    navigationTimeout: 30_000 * pace,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        // Each page lives for seconds: its code is seldom worth optimising. A look of axe takes a fifth less.
        '--js-flags=--max-optimized-bytecode-size=0',
      ],
    },
  },
  projects,
});
