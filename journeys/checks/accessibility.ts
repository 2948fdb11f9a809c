import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Some pages never rest: what begins again and again is not waited for. */
const roundsAtMost = 10;

/** What is fading in would be found pale. */
const waitUntilStill = (page: Page): Promise<void> =>
  page.evaluate(async (rounds) => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let round = 0, some = moving(); round < rounds && some.length > 0; round += 1, some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  }, roundsAtMost);

/** No serious or critical finding of axe on the page as it is, once it stands still. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitUntilStill(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(wcag).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`);
  expect(told, `axe on ${page.url()}`).toEqual([]);
}
