import { ActivationScreens } from '../screens/activation-screens.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';
import { expectNoOverflow, expectNoSidewaysScroll, expectWordsWhole } from '../screens/layout.ts';
import { Viewer } from '../screens/viewer.ts';

/** 1280 px at 400 % and at 200 % (WCAG 2.2, 1.4.10 and 1.4.4). */
const windows = [
  { name: '320 px', viewport: { width: 320, height: 640 } },
  { name: '200 %', viewport: { width: 640, height: 450 } },
] as const;

for (const { name, viewport } of windows) {
  test.describe(`at ${name}`, () => {
    test.use({ viewport });

    test('nothing has to be scrolled sideways and no word is cut, from sign-in to the documents', async ({
      page,
      t,
      press,
      newcomer,
      owner,
      accounts,
      show,
    }) => {
      const viewer = new Viewer({ page, t, press });
      const title = 'Attestation-de-domicile-et-d-hébergement-2026';
      await addDocument(accounts, owner.token, {
        name: `${title}.pdf`,
        mimeType: 'application/pdf',
        buffer: makePdf(title),
      });
      const pages = [
        ['/home', t('home.hello', { name: newcomer.firstName })],
        ['/documents', t('documents.heading')],
        ['/documents?q=zzz', t('documents.heading')],
        ['/account/profile-infos', t('account.title')],
        ['/account/safety', t('account.title')],
        ['/account/dematerialization', t('account.title')],
        ['/account/journal', t('account.title')],
        ['/account/export', t('account.title')],
        ['/payslips', t('payslips.title')],
        ['/shares', t('shares.title')],
        ['/help', t('help.title')],
        ['/public/sharings-expired', t('publicShares.title')],
      ] as const;
      for (const [path, heading] of pages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNoSidewaysScroll(page);
        await expectNoOverflow(page);
        await expectWordsWhole(page, title);
        await show(`${viewport.width}-${heading.split(' ')[0]?.toLowerCase()}`);
      }
      await page.goto('/documents');
      await page.getByRole('link', { name: title }).click();
      await viewer.expectPdf(title);
      await expectNoSidewaysScroll(page);
      await show(`${viewport.width}-viewer`);
    });

    test('nothing has to be scrolled sideways to sign in and to activate', async ({ page, t, press, newcomer }) => {
      const screens = new ActivationScreens({ page, t, press });
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.goto('/activation');
      await screens.expectStep('delivery');
      await expectNoSidewaysScroll(page);
      await screens.acceptDelivery();
      await screens.expectStep('code');
      await expectNoSidewaysScroll(page);
      await screens.enterIdentity(newcomer);
      await screens.expectStep('email');
      await expectNoSidewaysScroll(page);
    });
  });
}

test('whoever asks for less motion gets none', async ({ page, t, owner, accounts }) => {
  await addDocument(accounts, owner.token, {
    name: 'Bail.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf('Bail'),
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/documents');
  await page.getByRole('button', { name: t('documents.actionsOf', { title: 'Bail' }) }).click();
  await page.getByRole('menuitem', { name: t('documents.move') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const longest = await page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(',').map((part) => Number.parseFloat(part)));
    const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    return Math.max(...styles.flatMap((s) => [seconds(s.animationDuration), seconds(s.transitionDuration)]));
  });
  expect(longest).toBeLessThan(0.001);
});

test.describe('a phone at 200 %', () => {
  test.use({ viewport: { width: 195, height: 422 } });

  test('keeps most of its height for the page', async ({ page, t, archivist, show }) => {
    expect(archivist.email).toBeTruthy();
    await page.goto('/documents');
    await expect(page.getByRole('heading', { level: 1, name: t('documents.heading') })).toBeVisible();
    await page.mouse.wheel(0, 600);
    await expect(page.getByRole('banner')).not.toBeInViewport();
    const tabs = await page.getByRole('navigation', { name: t('shell.navigation') }).boundingBox();
    expect(tabs?.height).toBeLessThanOrEqual(60);
    await show('phone-200');
  });
});
