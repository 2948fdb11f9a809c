import type { Locator, Page } from '@playwright/test';
import type { Added } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';

/** Drops files on the page, as a hand does that holds them over it first. */
export async function drop(page: Page, files: readonly Added[], onHold?: () => Promise<void>): Promise<void> {
  await dropOn(page.getByRole('main'), files, onHold);
}

/** Drops them on one place of the page. */
export async function dropOn(target: Locator, files: readonly Added[], onHold?: () => Promise<void>): Promise<void> {
  const page = target.page();
  const transfer = await page.evaluateHandle(
    (given) => {
      const held = new DataTransfer();
      for (const { name, mimeType, base64, sizeBytes } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const filled = new Uint8Array(Math.max(sizeBytes, bytes.length));
        filled.set(bytes);
        held.items.add(new File([filled], name, { type: mimeType }));
      }
      return held;
    },
    files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64'), sizeBytes: buffer.length })),
  );
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await onHold?.();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** A slow line, so that one can see files on their way. */
export async function slowDown(page: Page, bytesASecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: bytesASecond };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Confirms the guesses of what the files are and where they go: they are right. */
export async function confirmAdding(page: Page, t: Words, count: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('upload.title') });
  await dialog.getByRole('button', { name: t('upload.submit', { count }) }).click();
}
