import type { Page } from '@playwright/test';
import { utf8 } from '../../apps/verifier/src/checks/bytes.ts';
import { words, type Words } from '../../apps/verifier/src/messages/words.ts';
import { documentName, makeFiles, zipOf, type Files } from '../../apps/verifier/src/testing/archive.ts';
import { issue, pemOf } from '../../apps/verifier/src/testing/authority.ts';
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
    await expect(reportOf(page, 'coffre.zip').getByText(said.trust.given)).toHaveCount(2);
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
