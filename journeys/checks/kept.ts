import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';

const quietMs = 200;

/** The tab seals what was typed before it keeps it: a reload in the same instant would come first. */
export async function typeUntilKept(page: Page, field: Locator, text: string): Promise<void> {
  const readKept = () =>
    page.evaluate(() =>
      JSON.stringify(Object.entries({ ...sessionStorage }).filter(([key]) => key.startsWith('kept.'))),
    );
  const before = await readKept();
  await field.fill(text);
  // An earlier step may still be being sealed: the last has come once nothing changes any more.
  const hasSettled = async () => {
    const kept = await readKept();
    await wait(quietMs);
    return kept !== before && kept === (await readKept());
  };
  await expect.poll(hasSettled).toBe(true);
}
