import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** No serious or critical finding of axe on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(wcag).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`);
  expect(told, `axe on ${page.url()}`).toEqual([]);
}
