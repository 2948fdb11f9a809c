import { pace } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { chatbotAddress, ChatbotVendor } from '../people/chatbot-vendor.ts';
import { AccountMenu } from '../screens/account-menu.ts';
import { AccountScreens } from '../screens/account-screens.ts';
import { askForHelp, chatbotPanel } from '../screens/chatbot-panel.ts';

test.use({ environment: { PERENNE_CHATBOT_URL: chatbotAddress } });
// One product for all of them.
test.describe.configure({ mode: 'default' });

const signature = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The browser's words for what it refuses to a script in a sandbox. */
const refusals = [
  /violates the (following|document's) Content Security Policy/,
  /Unsafe attempt to initiate navigation .* is sandboxed/s,
  /blocked by CORS policy/,
];

test('the script of a chatbot gets a token, and reaches nothing of the safe', async ({
  page,
  context,
  t,
  owner,
  watch,
  expectOutcome,
}) => {
  for (const refusal of refusals) watch.expectLine(refusal);
  // The vendor's own page, inside of the frame, calls without a policy of ours.
  expectOutcome({ address: '/backend/api/v1/user/profile', outcome: 'net::ERR_FAILED' });
  const vendor = await ChatbotVendor.open(context, watch, 'attacks');
  await page.goto('/home');
  await askForHelp(page, t);
  await expect.poll(() => vendor.report, { timeout: 30_000 * pace }).toBeDefined();
  expect(vendor.report).toEqual({
    'the page around it': 'SecurityError',
    'the storage of the page around it': 'SecurityError',
    'what the page around it says': 'SecurityError',
    'its own storage': 'SecurityError',
    'the storage of the tab': 'SecurityError',
    cookies: 'SecurityError',
    databases: 'SecurityError',
    caches: 'SecurityError',
    'a worker of its own for all pages': 'SecurityError',
    'a call with the session': 'TypeError',
    'another place to take it to': 'TypeError',
    'a page of the safe in a frame': 'TypeError',
    'a blank window beside': 'TypeError',
    'the address of the page around it': 'SecurityError',
    'the camera': 'NotAllowedError',
  });
  await test.step('nor does a page of the vendor inside of the frame, which our policy does not bind', async () => {
    await expect.poll(() => vendor.innerReport).toBeDefined();
    expect(vendor.innerReport).toEqual({ call: 'TypeError', storage: 'SecurityError', top: 'SecurityError' });
  });
  expect(vendor.tokens).toEqual([expect.stringMatching(signature)]);
  expect(vendor.tokens).not.toContain(owner.token);
  // It asked for it to fail and to close, from where nobody is heard.
  const { dialog, said } = chatbotPanel(page, t);
  await expect(dialog).toBeVisible();
  await expect(said).toHaveCount(1);
  await expect(page).toHaveURL(/\/home$/);
  await test.step('nor can it take its frame, and the next token, to another page', async () => {
    const frame = page.frames().find((one) => one.url().includes('/chatbot.html'));
    await frame?.evaluate((place) => void (location.href = place), new URL('/taken', chatbotAddress).href);
    await expect.poll(() => page.frames().map((one) => one.url())).toContain('chrome-error://chromewebdata/');
    expect(vendor.visited).toEqual([]);
  });
});

test('the page of a chatbot has no origin either when it is opened by itself, and stays empty', async ({
  page,
  context,
  owner,
  watch,
}) => {
  const vendor = await ChatbotVendor.open(context, watch);
  expect(owner.token).toBeTruthy();
  await page.goto('/chatbot.html');
  const reading = await page.evaluate(() => {
    try {
      return localStorage.length;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect([await page.evaluate(() => self.origin), reading]).toEqual(['null', 'SecurityError']);
  await page.evaluate(() => postMessage({ type: 'perenne:chatbot-token', token: 'forged' }, '*'));
  await page.waitForLoadState('networkidle');
  expect([vendor.loads, await page.locator('body').innerText()]).toEqual([0, '']);
});

test('a chatbot that takes the focus gets no key once its panel is closed', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
}) => {
  const vendor = await ChatbotVendor.open(context, watch, 'thief');
  await page.goto('/home');
  await askForHelp(page, t);
  const { dialog, frame, close, message, said } = chatbotPanel(page, t);
  await expect(said).toHaveCount(1);
  await expect(message).toBeFocused();
  await page.keyboard.press('a');
  await expect.poll(() => vendor.keys).toEqual(['a']);
  await close.click();
  await expect(dialog).toBeHidden();
  await new AccountMenu({ page, t, press }).choose('security');
  const screens = new AccountScreens({ page, t, press });
  await screens.button(screens.part(t('safety.password')), t('safety.passwordChange')).click();
  const current = screens.field(screens.dialog(t('safety.passwordChange')), t('safety.passwordCurrent'));
  await current.click();
  await page.keyboard.type(owner.password);
  await expect(current).toHaveValue(owner.password);
  expect(vendor.keys).toEqual(['a']);
  await expect(frame).toHaveCount(0);
});

test('while a chatbot is open, nothing of the page can have the focus, and a ring says where it is', async ({
  page,
  context,
  t,
  owner,
  watch,
  show,
}) => {
  await ChatbotVendor.open(context, watch);
  watch.expectLine(/Failed to execute 'postMessage' on 'DOMWindow'/);
  await page.goto('/documents');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await askForHelp(page, t);
  const { dialog, frame, close, message, said } = chatbotPanel(page, t);
  await expect(said).toHaveCount(1);
  await expect(dialog).toContainText(t('chatbot.provider', { host: 'assistant.example' }));
  const focus = await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [tabindex]')];
    const beneath = controls.filter((control) => !control.closest('dialog'));
    const reached = beneath.filter((control) => {
      control.focus();
      return document.activeElement === control;
    });
    return { beneath: beneath.length, reached: reached.map(({ outerHTML }) => outerHTML) };
  });
  expect(focus.beneath).toBeGreaterThan(10);
  expect(focus.reached).toEqual([]);
  await message.click();
  await expect(frame).toBeFocused();
  await expect(frame).toHaveCSS('outline-style', 'solid');
  await show('ring');
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeFocused();
  await expect(frame).toHaveCSS('outline-style', 'none');
  expect(owner.token).toBeTruthy();
});

test('a chatbot that floods the page with messages is stopped, and the page goes on', async ({
  page,
  context,
  t,
  press,
  owner,
  watch,
  show,
}) => {
  const vendor = await ChatbotVendor.open(context, watch, 'flood');
  await page.goto('/home');
  await askForHelp(page, t);
  const { frame, said } = chatbotPanel(page, t);
  const help = page.getByRole('dialog', { name: t('help.panelTitle') });
  await expect(help.getByRole('alert')).toHaveText(t('chatbot.stopped'));
  await expect(frame).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('chatbotToken'))).toBeNull();
  await expect(help.getByRole('searchbox')).toBeFocused();
  await show('stopped');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await test.step('the next opening tries again', async () => {
    vendor.answers = 'conversation';
    await askForHelp(page, t);
    await expect(said).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(frame).toHaveCount(0);
  });
  await new AccountMenu({ page, t, press }).choose('signOut');
  await expect(page.getByText(t('session.signedOut'))).toBeVisible();
  expect(owner.token).toBeTruthy();
});
