import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { utf8 } from '../../apps/verifier/src/checks/bytes.ts';
import { words, type Words } from '../../apps/verifier/src/messages/words.ts';
import { documentName, makeFiles, zipOf, type Files } from '../../apps/verifier/src/testing/archive.ts';
import { factsOf, makeAttestation } from '../../apps/verifier/src/testing/attestation.ts';
import { issue, pemOf } from '../../apps/verifier/src/testing/authority.ts';
import {
  depositOf,
  journalOf,
  makeCheckpoint,
  makeDocument,
  makeEntries,
  proofOf,
} from '../../apps/verifier/src/testing/journal.ts';
import type { Message } from '../../apps/verifier/src/worker-message.ts';
import { expect, test } from '../fixtures.ts';

const built = new URL('../../apps/verifier/dist/verifier.html', import.meta.url);

const makeAuthorities = async () => {
  const root = await issue({ name: 'Autorité', use: 'authority' });
  const [seal, timestamps] = await Promise.all([
    issue({ name: 'Sceau', use: 'seal', issuer: root }),
    issue({ name: 'Horodatage', use: 'timestamp', issuer: root }),
  ]);
  return { root, seal, timestamps };
};

const drop = (page: Page, said: Words, files: Record<string, Uint8Array>) =>
  page
    .getByLabel(new RegExp(`^(${said.drop.button}|${said.drop.add}|${said.compare.button})$`))
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, content]) => ({
        ...{ name, mimeType: 'application/octet-stream' },
        buffer: Buffer.from(content),
      })),
    );

/** Moves a file over the page, as a hand with a mouse does, and lets it go there. Returns whether the page took each. */
async function moveOver(page: Page, name: string, content: Uint8Array) {
  const dragged = await page.evaluateHandle(
    ({ title, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], title));
      return transfer;
    },
    { title: name, bytes: [...content] },
  );
  const dispatch = (type: string) =>
    dragged.evaluate(
      // The browser opens the file in place of the page unless the page takes the event.
      (dataTransfer, kind) =>
        !document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })),
      type,
    );
  return { over: () => dispatch('dragover'), letGo: () => dispatch('drop') };
}

/** From the next page on, a check goes no further than its first progress, until it is released. */
const holdChecks = (page: Page) =>
  page.addInitScript(() => {
    const { addEventListener } = Worker.prototype;
    const released = new Promise((release) => Object.assign(self, { release }));
    let isUnderWay = false;
    Worker.prototype.addEventListener = function (this: Worker, type: string, listen: (event: Event) => void) {
      const listenLate = async (event: MessageEvent<Message>) => {
        if (isUnderWay || event.data.type !== 'progress') await released;
        else isUnderWay = event.data.progress.done > 0;
        listen(event);
      };
      Reflect.apply(addEventListener, this, [type, type === 'message' ? listenLate : listen]);
    };
  });

/** From the next page on, a check ends at once, as for want of memory. */
const endChecks = (page: Page) =>
  page.addInitScript(() => {
    Worker.prototype.postMessage = function (this: Worker) {
      this.dispatchEvent(new ErrorEvent('error'));
    };
  });

const reportOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, level: 2 }) });

test('an archive is checked from a disk, without a network', async ({ page, context, watch, language, show }) => {
  const said = words[language];
  const { root, ...by } = await makeAuthorities();
  const files: Files = await makeFiles(by);
  watch.allow('null');
  await context.setOffline(true);

  await test.step('the page says what it can check', async () => {
    await page.goto(built.href);
    await expect(page.getByRole('heading', { name: said.accepted.title })).toBeVisible();
    await show('nothing-yet', 'page');
  });

  await test.step('a whole archive holds, on the word of those who signed it', async () => {
    await drop(page, said, { 'coffre.zip': zipOf(files) });
    const report = reportOf(page, 'coffre.zip');
    await expect(report.getByText(said.verdicts.open.title)).toBeVisible();
    await expect(report.getByText(said.groups.fails)).toHaveCount(0);
    await expect(report.getByText(said.trust.notCompared)).toHaveCount(2);
    await show('whole', 'page');
  });

  await test.step('a certificate that the reader trusts is compared with', async () => {
    await drop(page, said, { 'autorité.pem': utf8(pemOf(root)) });
    await expect(reportOf(page, 'coffre.zip').getByText(said.trust.given('Autorité'))).toHaveCount(2);
  });

  await test.step('what was changed is named, in both languages', async () => {
    const name = documentName(0);
    await drop(page, said, { 'changé.zip': zipOf({ ...files, [name]: utf8('Bulletin de paye') }) });
    const report = reportOf(page, 'changé.zip');
    await expect(report.getByText(said.verdicts.fails.title)).toBeVisible();
    await expect(report.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
    await show('changed', 'page');
    await page.getByRole('button', { name: said.otherLanguage }).click();
    const other = words[language === 'fr' ? 'en' : 'fr'];
    await expect(report.getByText(other.verdicts.fails.title)).toBeVisible();
    await expect(page.getByRole('button', { name: other.otherLanguage })).toBeFocused();
  });
});

test('a reader drops an archive anywhere on the page', async ({ page, watch, language, show }) => {
  const said = words[language];
  const { root: _root, ...by } = await makeAuthorities();
  watch.allow('null');
  await page.goto(built.href);
  const file = await moveOver(page, 'coffre.zip', zipOf(await makeFiles(by)));
  expect(await file.over(), 'the page takes the file').toBe(true);
  await show('over-the-page');
  expect(await file.letGo(), 'the page takes the file').toBe(true);
  const report = reportOf(page, 'coffre.zip');
  await expect(report.getByText(said.groups.holds)).toBeVisible();
  await expect(report.getByText(said.groups.fails)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: said.drop.more })).toBeVisible();
});

test('the page says how far it is, and that it was stopped', async ({ page, watch, language, show }) => {
  const said = words[language];
  const { root: _root, ...by } = await makeAuthorities();
  const archive = zipOf(await makeFiles(by, ['Bulletin de paie', 'Contrat'.repeat(3_000_000)]));
  watch.allow('null');

  await test.step('while it runs', async () => {
    await holdChecks(page);
    await page.goto(built.href);
    await drop(page, said, { 'coffre.zip': archive });
    const bar = page.getByRole('progressbar', { name: /coffre\.zip/ });
    await expect(bar).toHaveCount(1);
    await show('running', 'page');
    await page.evaluate(() => (self as unknown as { release: () => void }).release());
    await expect(reportOf(page, 'coffre.zip').getByText(said.groups.holds)).toBeVisible();
    await expect(page.getByRole('status')).toContainText(said.finished(1));
    await expect(bar).toHaveCount(0);
  });

  await test.step('once it was stopped', async () => {
    await endChecks(page);
    await page.goto(built.href);
    await drop(page, said, { 'coffre.zip': archive });
    await expect(page.getByRole('status')).toHaveText(said.stopped);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await show('stopped', 'page');
  });
});

test('a browser without WebCrypto checks nothing, and the page says why', async ({ page, watch, language, show }) => {
  const said = words[language];
  // No browser gives WebCrypto to a page that came in the clear from another machine.
  const elsewhere = 'http://coffre.example';
  watch.allow(elsewhere);
  await page.route(`${elsewhere}/verifier.html`, (route) => route.fulfill({ path: fileURLToPath(built) }));
  await page.goto(`${elsewhere}/verifier.html`);
  await expect(page.getByRole('status')).toHaveText(said.noCrypto);
  await expect(page.getByLabel(said.drop.button)).toBeDisabled();
  const file = await moveOver(page, 'coffre.zip', utf8('an archive'));
  expect(await file.letGo(), 'the page takes the file').toBe(true);
  await expect(page.getByRole('status')).toHaveText(said.noCrypto);
  await expect(page.getByRole('article')).toHaveCount(0);
  await show('without-web-crypto', 'page');
});

test('a proof, an attestation and a journal are each checked by themselves', async ({
  page,
  watch,
  language,
  show,
}) => {
  const said = words[language];
  const { root: _root, ...by } = await makeAuthorities();
  const document = await makeDocument('Bulletin de paie');
  const entries = await makeEntries([{ action: 'safe.opened' }, depositOf(document)]);
  const last = entries.at(-1);
  if (!last) throw new Error('The journal has no entry.');
  const json = (value: unknown) => utf8(JSON.stringify(value));
  watch.allow('null');
  await page.goto(built.href);

  const check = async (name: string, files: Record<string, Uint8Array>, picture: string) => {
    await drop(page, said, files);
    for (const file of Object.keys(files)) {
      await expect(reportOf(page, file).getByText(said.groups.holds)).toBeVisible();
      await expect(reportOf(page, file).getByText(said.groups.fails)).toHaveCount(0);
    }
    await expect(reportOf(page, Object.keys(files)[0] ?? '')).toContainText(name);
    await show(picture, 'page');
    await page.getByRole('button', { name: said.drop.again }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
  };

  await test.step('a proof, with its document', async () => {
    const proof = proofOf(document, entries, await makeCheckpoint(last.hash, by));
    await check(said.kinds.proof, { 'preuve.json': json(proof), 'bulletin.txt': document.content }, 'proof');
  });
  await test.step('an attestation', async () => {
    const attestation = await makeAttestation({ facts: factsOf(document, last), by });
    await check(said.kinds.attestation, { 'attestation.pdf': attestation }, 'attestation');
  });
  await test.step('a journal', () =>
    check(said.kinds.journal, { 'journal.json': json(journalOf(entries)) }, 'journal'));
  await test.step('a document alone, of which there is nothing to check', async () => {
    await drop(page, said, { 'bulletin.txt': document.content });
    const report = reportOf(page, 'bulletin.txt');
    await expect(report.getByText(said.verdictsOfDocument.open?.title ?? '', { exact: true })).toBeVisible();
    await expect(report.getByText(said.groups.holds)).toHaveCount(0);
    await show('document-alone', 'page');
  });
  await test.step('the field of files keeps the focus, whatever is drawn anew', async () => {
    await page.getByRole('button', { name: said.drop.again }).press('Enter');
    await expect(page.getByLabel(said.drop.button)).toBeFocused();
    await drop(page, said, { 'bulletin.txt': document.content });
    await expect(reportOf(page, 'bulletin.txt')).toBeVisible();
    await expect(page.getByLabel(said.drop.add)).toBeFocused();
    await drop(page, said, { 'autre.txt': utf8('autre') });
    await expect(reportOf(page, 'autre.txt')).toBeVisible();
    await expect(page.getByLabel(said.drop.add)).toBeFocused();
  });
});

test('an archive of another authority than the one that the reader trusts does not hold', async ({
  page,
  watch,
  language,
  show,
}) => {
  const said = words[language];
  const [trusted, other] = await Promise.all([
    issue({ name: 'Autorité de confiance', use: 'authority' }),
    makeAuthorities(),
  ]);
  const { root: _root, ...by } = other;
  watch.allow('null');
  await page.goto(built.href);
  await drop(page, said, { 'coffre.zip': zipOf(await makeFiles(by)) });
  const report = reportOf(page, 'coffre.zip');
  await expect(report.getByText(said.groups.fails)).toHaveCount(0);
  await drop(page, said, { 'autorité.pem': utf8(pemOf(trusted)) });
  await expect(report.getByText(said.verdicts.fails.title)).toBeVisible();
  await expect(report.getByText(new RegExp(said.trust.given('.*')))).toHaveCount(0);
  await expect(page.getByRole('heading', { name: said.compare.title }), 'the missing one can be added').toBeVisible();
  await show('another-authority', 'page');
});

test('the server gives the same page, which may call nobody', async ({ page, language }) => {
  const answer = await page.goto('/verifier.html');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const { root: _root, ...by } = await makeAuthorities();
  await drop(page, words[language], { 'coffre.zip': zipOf(await makeFiles(by)) });
  await expect(reportOf(page, 'coffre.zip').getByText(words[language].groups.holds)).toBeVisible();
});
