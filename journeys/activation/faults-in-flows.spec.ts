import { type Locator, type Page } from '@playwright/test';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../checks/keyboard.ts';
import { addDocuments } from '../people/safe.ts';
import type { Words } from '../checks/words.ts';
import { newAddress } from '../people/addresses.ts';

const widths = [1280, 390];
const documents = Array.from({ length: 10 }, (_, index) => ({
  name: `Document ${index}.pdf`,
  mimeType: 'application/pdf',
  buffer: makePdf(`Document ${index}`),
}));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** All of it, clear of the bars that stay where they are. */
async function expectInSight(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  const isClear = () =>
    target.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
    });
  await expect.poll(isClear).toBe(true);
}

/** It has come into view, and the focus is on it: the next Tab goes on from there. */
async function expectTold(page: Page, fault: string): Promise<void> {
  await expectInSight(page.getByRole('alert').filter({ hasText: fault }));
  await expect(page.locator('[data-step-fault]')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
}

async function goToRecipients(page: Page, t: Words): Promise<void> {
  await page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Document 1' }) }).focus();
  await page.keyboard.press('Space');
  await pressByKeyboard(page, button(page, t('newShare.next')));
  await pressByKeyboard(page, button(page, t('newShare.next')));
}

for (const width of widths) {
  test(`what stops a share is brought before its owner, at ${width} pixels`, async ({
    page,
    t,
    owner,
    accounts,
    show,
    expectOutcome,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await addDocuments(accounts, owner.token, documents);
    await page.goto('/shares/new');
    const next = button(page, t('newShare.next'));
    await pressByKeyboard(page, next);
    await expect(page.getByLabel(t('newShare.shareTitle'))).toBeFocused();
    await page.keyboard.type('Dossier de location');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('checkbox', { name: t('newShare.choose', { title: 'Document 1' }) })).toBeAttached();
    for (const time of ['first', 'second']) {
      await pressByKeyboard(page, next);
      await expectTold(page, t('newShare.noneChosen'));
      await show(`none-chosen-${time}-${width}`);
    }
    await goToRecipients(page, t);

    const recipients = page.getByLabel(t('newShare.recipients'));
    const submit = button(page, t('newShare.submitEmail'));
    await pressByKeyboard(page, submit);
    await expect(recipients).toBeFocused();
    for (const part of [recipients, page.getByText(t('newShare.noRecipient'))]) await expectInSight(part);
    await page.keyboard.type(newAddress('agence'));
    const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
    expectOutcome({ address: '/sharings', outcome: 500 });
    await page.route('**/api/v1/sharings', (route) => route.fulfill({ status: 500, json: body }));
    for (const time of ['first', 'second']) {
      await pressByKeyboard(page, submit);
      await expectTold(page, t('safeFailures.createShare'));
      await show(`share-refused-${time}-${width}`);
    }
    await page.unroute('**/api/v1/sharings');
    const refusal = { status: 400, errors: [{ code: 'InvalidRequest', field: 'recipients.0.email' }] };
    expectOutcome({ address: '/sharings', outcome: 400 });
    await page.route('**/api/v1/sharings', (route) => route.fulfill({ status: 400, json: refusal }));
    await pressByKeyboard(page, submit);
    await expect(page.getByText(t('newShare.invalidRecipients'))).toBeVisible();
    await expect(recipients).toBeFocused();
  });

  test(`the terms that were not accepted are brought before who goes on, at ${width} pixels`, async ({ page, t }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/activation');
    const terms = page.getByRole('checkbox');
    for (const time of ['first', 'second']) {
      await pressByKeyboard(page, button(page, t('activation.next')));
      await expect(terms, `the ${time} time`).toBeFocused();
      await expect(page.getByText(t('forms.accepted'))).toBeInViewport();
    }
    await page.keyboard.press('Space');
    await expect(terms).toBeChecked();
  });
}
