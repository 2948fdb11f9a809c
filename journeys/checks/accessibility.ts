import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Some pages never rest: what begins again and again is not waited for. */
const roundsAtMost = 10;

/** An element that is fading in would be found pale. */
const waitUntilStill = (page: Page): Promise<void> =>
  page.evaluate(async (rounds) => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let round = 0, some = moving(); round < rounds && some.length > 0; round += 1, some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  }, roundsAtMost);

/** No serious or critical finding of axe on the page as it is, once nothing moves. */
export async function expectAccessible(page: Page): Promise<void> {
  // A fade that begins during the look makes a text pale for an instant: a finding is one that a second look confirms.
  const first = await findGrave(page);
  const grave = first.length === 0 ? first : await findGrave(page);
  const findings = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`);
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

async function findGrave(page: Page): Promise<AxeResults['violations']> {
  await waitUntilStill(page);
  const violations = await findViolations(page);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/** Runs axe in the page itself: its own driver for Playwright brings it again for each look, and takes twice as long. */
async function findViolations(page: Page): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      // WCAG 2.5.3, which axe leaves out by default.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    return violations;
  }, wcag);
}
