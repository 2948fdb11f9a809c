import type { Page } from '@playwright/test';
import { heicSample } from '../../apps/server/src/testing/files/sample-files.ts';
import { makePages, makePdf, makePng, makeTiff } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument, type Added } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';
import { pace } from '../checks/pace.ts';

const pdf = (name: string, buffer: Added['buffer']): Added => ({ name, mimeType: 'application/pdf', buffer });
const bytes = (content: Uint8Array): Added['buffer'] => Buffer.from(new Uint8Array(content));

/** How many sheets the browser was asked to print, each time. */
async function countPrints(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const prints: number[] = [];
    Object.assign(window, { prints });
    window.print = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('body > div > img')];
      const texts = document.querySelectorAll('body > div > pre');
      prints.push(images.filter(({ naturalWidth }) => naturalWidth > 0).length + texts.length);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  return () => page.evaluate(() => (window as unknown as { prints: number[] }).prints);
}

test('words are looked for in a PDF with the keyboard, whatever their case and accents', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const titles = ['Contrat', 'Congés payés', 'Annexe', 'Horaires', 'Préavis', 'CONGÉS sans solde'];
  const id = await addDocument(accounts, owner.token, pdf('Contrat.pdf', makePages(titles)));
  await page.goto(`/documents?document=${id}`);
  await viewer.expectPdf('Contrat');

  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: t('viewer.searchIn') });
  await expect(field).toBeFocused();
  await page.keyboard.type('conges');
  const count = page.getByRole('search').getByRole('status');
  await expect(count).toHaveText(t('viewer.matches', { position: 1, total: 2 }));
  const pageField = page.getByRole('textbox', { name: t('viewer.goToPage', { total: 6 }) });
  await expect(pageField).toHaveValue('2');
  await show('viewer-search');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText(t('viewer.matches', { position: 2, total: 2 }));
  await expect(pageField).toHaveValue('6');
  await page.keyboard.press('Shift+Enter');
  await expect(pageField).toHaveValue('2');
  // Digits and signs are words here, and no orders to the document.
  await field.fill('0+-');
  await expect(count).toHaveText(t('viewer.noMatch'));
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(viewer.dialog('Contrat')).toBeVisible();
});

test('a page of a PDF is gone to by its number, enlarged, and all of them are printed', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const prints = await countPrints(page);
  const viewer = new Viewer({ page, t, press });
  const id = await addDocument(accounts, owner.token, pdf('Livret.pdf', makePages(['Un', 'Deux', 'Trois', 'Quatre'])));
  await page.goto(`/documents?document=${id}`);
  await viewer.expectPdf('Livret');
  const pageField = page.getByRole('textbox', { name: t('viewer.goToPage', { total: 4 }) });
  await pageField.fill('3');
  await pageField.press('Enter');
  await expect(page.getByRole('figure', { name: t('viewer.pageOf', { page: 3 }) })).toBeInViewport({ ratio: 0.4 });
  await expect(pageField).toHaveValue('3');
  await pageField.fill('99');
  await pageField.press('Enter');
  await expect(page.getByRole('figure', { name: t('viewer.pageOf', { page: 4 }) })).toBeInViewport();

  const sheet = page.getByRole('figure', { name: t('viewer.pageOf', { page: 4 }) });
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const before = await width();
  await viewer.button(t('viewer.zoomIn')).click();
  await expect.poll(width).toBeGreaterThan(before);
  await viewer.button(t('viewer.print')).click();
  await expect.poll(prints, { timeout: 30_000 * pace }).toEqual([4]);
  await expect(page.locator('body > div > img')).toHaveCount(0);
});

test('a picture is enlarged, turned and printed; a text is printed too', async ({
  page,
  t,
  press,
  owner,
  accounts,
}) => {
  const prints = await countPrints(page);
  const viewer = new Viewer({ page, t, press });
  const text = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Trois lignes\nde texte\nlibre') };
  await addDocument(accounts, owner.token, text);
  const picture = { name: 'Photo.png', mimeType: 'image/png', buffer: makePng(320, 200) };
  await addDocument(accounts, owner.token, picture);
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Photo', exact: true }).click();
  await viewer.expectImage('Photo');
  const box = () => page.getByRole('img', { name: 'Photo' }).boundingBox();
  await expect.poll(async () => Math.round((await box())?.width ?? 0)).toBe(320);
  await viewer.button(t('viewer.rotate')).click();
  await expect.poll(async () => Math.round((await box())?.height ?? 0)).toBe(320);
  await page.keyboard.press('+');
  await expect.poll(async () => Math.round((await box())?.height ?? 0)).toBe(400);
  await page.keyboard.press('0');
  await expect.poll(async () => Math.round((await box())?.height ?? 0)).toBe(320);
  await viewer.button(t('viewer.print')).click();
  await expect.poll(prints).toEqual([1]);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.dialog('Notes')).toContainText('Trois lignes');
  await viewer.button(t('viewer.print')).click();
  await expect.poll(prints).toEqual([1, 1]);
});

/** How light the first point of a picture is: 0 to 255. */
function readGrey(element: Element): number {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context || !(element instanceof HTMLImageElement)) throw new Error('Not a picture');
  context.drawImage(element, 0, 0);
  return context.getImageData(2, 2, 1, 1).data[0] ?? 255;
}

test('the photograph of a phone and a scan of several pages are shown, though browsers do not draw them', async ({
  page,
  t,
  press,
  owner,
  accounts,
  expectOutcome,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const [name, mimeType] = ['Abîmé.tif', 'image/tiff'];
  const broken = bytes(Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(400)]));
  const brokenId = await addDocument(accounts, owner.token, { name, mimeType, buffer: broken });
  await addDocument(accounts, owner.token, { name: 'Bail.tiff', mimeType, buffer: makeTiff([250, 120, 30]) });
  await addDocument(accounts, owner.token, { name: 'Selfie.heic', mimeType: 'image/heic', buffer: bytes(heicSample) });
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Selfie', exact: true }).click();
  await viewer.expectImage('Selfie');
  await page.keyboard.press('ArrowRight');
  await viewer.expectImage('Bail');
  await expect(page.getByRole('textbox', { name: t('viewer.goToPage', { total: 3 }) })).toHaveValue('1');
  await expect(viewer.button(t('viewer.previousPage'))).toBeDisabled();
  await viewer.button(t('viewer.nextPage')).click();
  await viewer.button(t('viewer.nextPage')).click();
  await expect(viewer.button(t('viewer.nextPage'))).toBeDisabled();
  const greyOf = () => page.getByRole('img', { name: 'Bail' }).evaluate(readGrey);
  await expect.poll(greyOf, 'the last page is the darkest').toBeLessThan(60);
  await show('viewer-scan');

  expectOutcome({ address: `${brokenId}/preview`, outcome: 415 });
  await page.keyboard.press('ArrowRight');
  await expect(viewer.dialog('Abîmé').getByText(t('viewer.damaged'))).toBeVisible();
  await show('viewer-scan-damaged');
});

test('the details tell where a document comes from, and prove that it is whole', async ({
  page,
  context,
  t,
  press,
  owner,
  employer,
  show,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const viewer = new Viewer({ page, t, press });
  const { employeeNumber } = owner;
  await employer.deposit({ employeeNumber, title: 'Bulletin de mai', period: '2026-05', file: makePdf('Mai') });
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Bulletin de mai' }).click();
  await viewer.expectPdf('Bulletin de mai');
  const panel = await viewer.openDetails();
  await expect(panel).toContainText(employer.name);
  await expect(panel).toContainText(t('details.by.company'));
  await expect(panel).toContainText('mai 2026');
  await expect(panel).toContainText('bulletin.pdf');

  const digest = (await panel.locator('code').textContent()) ?? '';
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  await panel.getByRole('button', { name: t('ui.copyDigest') }).click();
  await expect(page.getByText(t('ui.digestCopied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digest);

  await panel.getByRole('button', { name: t('details.verify') }).click();
  await expect(panel.getByRole('alert')).toContainText(t('details.intact'));
  await show('viewer-details');
  await page.route('**/verify-integrity', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), intact: false } });
  });
  await panel.getByRole('button', { name: t('details.verify') }).click();
  await expect(panel.getByRole('alert')).toContainText(t('details.altered'));
  await show('viewer-altered');

  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: t('details.attestation') }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(viewer.button(t('details.open'))).toBeFocused();
});

const script = 'document.body.dataset.ran="1";fetch("https://evil.example/")';

test('hostile files do nothing in the viewer', async ({ page, t, press, owner, accounts }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const viewer = new Viewer({ page, t, press });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload='${script}'><script>${script}</script></svg>`;
  const html = `<!doctype html><img src="x" onerror='${script}'><script>${script}</script>`;
  const action = `/OpenAction << /S /JavaScript /JS (app.alert\\('1'\\)) >> /AA << /WC << /S /URI /URI (https://evil.example/) >> >>`;
  const open = async (file: Added) => {
    const id = await addDocument(accounts, owner.token, file);
    await page.goto(`/documents?document=${id}`);
  };
  for (const [name, mimeType, text] of [
    ['Dessin.txt', 'text/plain', svg],
    ['Dessin en XML.xml', 'application/xml', svg],
    ['Page.txt', 'text/plain', html],
    ['Tableau.csv', 'text/csv', html],
  ] as const) {
    await open({ name, mimeType, buffer: Buffer.from(text) });
    // The script is shown as words.
    await expect(viewer.dialog(name.replace(/\.\w+$/, ''))).toContainText('<script>');
  }
  await open(pdf('Contrat.pdf', makePages(['Contrat'], action)));
  await viewer.expectPdf('Contrat');
  await open(pdf('Double.pdf', bytes(Buffer.concat([makePdf('Double'), Buffer.from(html)]))));
  await viewer.expectPdf('Double');
  expect(dialogs).toEqual([]);
  expect(await page.locator('body').getAttribute('data-ran')).toBeNull();
});
