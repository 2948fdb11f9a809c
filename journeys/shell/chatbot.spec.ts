import type { Page } from '@playwright/test';
import { tabTo } from '../checks/keyboard.ts';
import type { Words } from '../checks/words.ts';
import { expect, test } from '../fixtures.ts';
import { chatbotAddress, ChatbotVendor } from '../people/chatbot-vendor.ts';
import { askForHelp, chatbotPanel } from '../screens/chatbot-panel.ts';
import { goTo } from '../screens/navigation.ts';

test.use({ environment: { PERENNE_CHATBOT_URL: chatbotAddress } });
// One product for all of them.
test.describe.configure({ mode: 'default' });

const signature = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The next token that a chatbot gets ends in so many seconds, and not in an hour. */
async function endNextToken(page: Page, seconds: number): Promise<void> {
  await page.route(
    '**/auth/ago/get-jwt',
    async (route) => {
      const answer = await route.fetch();
      const { token } = (await answer.json()) as { token: string };
      const [head, , signature] = token.split('.');
      const claims = JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds });
      const shorter = [head, Buffer.from(claims).toString('base64url'), signature].join('.');
      await route.fulfill({ response: answer, json: { token: shorter } });
    },
    { times: 1 },
  );
}

type AtHome = { page: Page; t: Words; owner: { firstName: string } };

async function openHome({ page, t, owner }: AtHome): Promise<void> {
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: t('home.hello', { name: owner.firstName }) })).toBeVisible();
}

/** It looks for itself in the frame, by the origin of the page. */
const wordsOfAxe = /Failed to execute 'postMessage' on 'DOMWindow'/;

test('a conversation gets each new token, ends with its panel, and begins anew with the next, until the sign-out', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
  show,
}) => {
  const vendor = await ChatbotVendor.open(context, watch);
  watch.expectLine(wordsOfAxe);
  await page.clock.install();
  await openHome({ page, t, owner });
  const { dialog, frame, close, message, said, site } = chatbotPanel(page, t);
  await expect(frame).toHaveCount(0);
  await askForHelp(page, t);
  await expect(dialog).toContainText(t('chatbot.provider', { host: 'assistant.example' }));
  await expect(frame).toHaveAttribute('title', t('chatbot.frame'));
  await message.fill('Où est mon bulletin ?');
  await page.keyboard.press('Enter');
  await expect(said).toHaveCount(2);
  await show('conversation');
  await test.step('its frame goes with the panel, and comes anew with the next opening', async () => {
    await press(close);
    await expect(dialog).toBeHidden();
    await expect(frame).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('chatbotToken'))).toBeNull();
    await expect(page.getByRole('button', { name: t('shell.help'), exact: true })).toBeFocused();
    await goTo(page, t, 'documents');
    await endNextToken(page, 600);
    await askForHelp(page, t);
    await expect(said).toHaveCount(1);
    expect(vendor.loads).toBe(2);
  });
  await test.step('its links open in a window that holds nothing of this one', async () => {
    const opening = context.waitForEvent('page');
    await press(site);
    const opened = await opening;
    await opened.waitForLoadState();
    expect(await opened.evaluate(() => [self.origin, opener === null])).toEqual(['https://assistant.example', true]);
    await opened.close();
  });
  await test.step('it gets a new token a minute before the old one ends', async () => {
    await expect.poll(() => vendor.tokens).toHaveLength(2);
    await page.clock.runFor('09:10');
    await expect.poll(() => vendor.tokens).toHaveLength(3);
    for (const token of vendor.tokens) expect(token).toMatch(signature);
    expect(await page.evaluate(() => localStorage.getItem('chatbotToken'))).toBe(vendor.tokens[2]);
  });
  await test.step('it ends with the sign-out in another window', async () => {
    const other = await context.newPage();
    await openHome({ page: other, t, owner });
    await other
      .getByRole('banner')
      .getByRole('button', { name: t('shell.accountMenu') })
      .click();
    await other.getByRole('menuitem', { name: t('shell.signOut') }).click();
    await expect(other.getByText(t('session.signedOut'))).toBeVisible();
    await expect(frame).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('chatbotToken'))).toBeNull();
  });
});

test('a chatbot is gone through from the keyboard', async ({ page, context, t, owner, watch }) => {
  await ChatbotVendor.open(context, watch);
  await openHome({ page, t, owner });
  const opener = page.getByRole('button', { name: t('shell.help'), exact: true });
  const { dialog, frame, close, message, said } = chatbotPanel(page, t);
  const openByKeys = async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: t('shell.askHelp') }).waitFor();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(said).toHaveCount(1);
    await expect(frame).toBeFocused();
  };
  await tabTo(page, opener);
  await openByKeys();
  await page.keyboard.press('Tab');
  await expect(message).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await openByKeys();
  await close.focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('on a phone, a chatbot is asked from the menu of the bar, and has the width of the screen', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
  show,
}) => {
  await ChatbotVendor.open(context, watch);
  watch.expectLine(wordsOfAxe);
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome({ page, t, owner });
  const opener = page.getByRole('button', { name: t('shell.more'), exact: true });
  const { dialog, close, said } = chatbotPanel(page, t);
  await press(opener);
  await press(page.getByRole('menuitem', { name: t('shell.askHelp') }));
  await expect(said).toHaveCount(1);
  const box = await dialog.boundingBox();
  expect(box?.x).toBe(0);
  // The room of a scroll bar is kept here, which phones do not have.
  expect(box?.width).toBeGreaterThanOrEqual(375);
  await show('on-a-phone');
  await press(close);
  await expect(opener).toBeFocused();
});

test('our own help answers in the place of a chatbot that does not, and the next opening tries again', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
  expectOutcome,
  show,
}) => {
  const vendor = await ChatbotVendor.open(context, watch, 'nothing');
  watch.expectLine(wordsOfAxe);
  expectOutcome({ address: chatbotAddress, outcome: 'net::ERR_CONNECTION_REFUSED' });
  await page.clock.install();
  await openHome({ page, t, owner });
  const { dialog, said } = chatbotPanel(page, t);
  const help = page.getByRole('dialog', { name: t('help.panelTitle') });
  await askForHelp(page, t);
  await expect(help.getByRole('alert')).toHaveText(t('chatbot.failed'));
  await expect(help.getByRole('searchbox')).toBeFocused();
  await show('not-answering');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('button', { name: t('shell.help'), exact: true })).toBeFocused();
  await test.step('nor to one that is silent for 15 seconds', async () => {
    vendor.answers = 'silence';
    await askForHelp(page, t);
    await expect(dialog.getByRole('status').filter({ hasText: t('chatbot.opening') })).toBeVisible();
    await show('opening');
    await expect.poll(() => vendor.loads).toBe(2);
    await page.clock.runFor(15_000);
    await expect(help.getByRole('alert')).toHaveText(t('chatbot.failed'));
    await press(help.getByRole('button', { name: t('ui.close') }));
  });
  vendor.answers = 'conversation';
  await askForHelp(page, t);
  await expect(said).toHaveCount(1);
});

test('a chatbot that is asked for without a connection opens with the next one', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
  expectOutcome,
  show,
}) => {
  const vendor = await ChatbotVendor.open(context, watch, 'nothing');
  watch.expectLine(wordsOfAxe);
  expectOutcome({ address: chatbotAddress, outcome: 'net::ERR_CONNECTION_REFUSED' });
  expectOutcome({ address: '/', outcome: 'net::ERR_INTERNET_DISCONNECTED' });
  await openHome({ page, t, owner });
  const { dialog, said } = chatbotPanel(page, t);
  const help = page.getByRole('dialog', { name: t('help.panelTitle') });
  // The code of the panel comes with an earlier opening.
  await askForHelp(page, t);
  await press(help.getByRole('button', { name: t('ui.close') }));
  vendor.answers = 'conversation';
  await context.setOffline(true);
  await askForHelp(page, t);
  await expect(dialog.getByText(t('chatbot.offline'))).toBeVisible();
  await show('offline');
  expect(vendor.loads).toBe(1);
  await context.setOffline(false);
  await expect(said).toHaveCount(1);
  await context.setOffline(true);
  await expect(dialog.getByText(t('chatbot.offlineNow'))).toBeVisible();
  await show('offline-later');
  await context.setOffline(false);
  await expect(dialog.getByText(t('chatbot.offlineNow'))).toBeHidden();
});
