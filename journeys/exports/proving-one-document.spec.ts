import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ErrorCode } from '../../packages/contract/src/errors.ts';
import { documentProof, journalExport } from '../../packages/contract/src/evidence.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { addDocument } from '../people/safe.ts';
import { ExportScreens } from '../screens/export-screens.ts';
import { Viewer } from '../screens/viewer.ts';

/** Returns what the browser saves once something is done. */
async function save(page: Page, act: () => Promise<void>): Promise<{ name: string; json: unknown }> {
  const downloading = page.waitForEvent('download');
  await act();
  const download = await downloading;
  return { name: download.suggestedFilename(), json: JSON.parse(await readFile(await download.path(), 'utf8')) };
}

test('the proof of a document is downloaded from its details, once the log holds its deposit', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const hands = { page, t, press };
  const viewer = new Viewer(hands);
  const id = await addDocument(accounts, owner.token, {
    name: 'Bail.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf('Bail'),
  });
  const openDetails = async () => {
    await page.goto(`/documents?document=${id}`);
    return viewer.openDetails();
  };

  const refuse = async (code: ErrorCode, status: number) => {
    expectOutcome({ address: '/proof', outcome: status });
    await page.route('**/proof', (route) => route.fulfill({ status, json: { status, errors: [{ code }] } }));
  };

  await test.step('a deposit of this minute waits for the next checkpoint, and the page says so', async () => {
    // The server itself refuses so, unless somebody else's export has just made a checkpoint.
    await refuse('ProofNotReady', 409);
    const panel = await openDetails();
    await press(panel.getByRole('button', { name: t('details.downloadProof') }));
    await expect(panel.getByRole('alert')).toContainText(t('details.proofNotReady'));
    await expect(panel.getByRole('alert')).toContainText(t('errors.ProofNotReady'));
    await show('not-ready');
    await page.unroute('**/proof');
  });

  await test.step('an export makes a checkpoint: the proof is there', async () => {
    const screens = new ExportScreens(hands);
    await screens.open();
    await screens.ask();
    await screens.expectReady();
    const panel = await openDetails();
    const digest = await panel.locator('code').textContent();
    const { name, json } = await save(page, () =>
      press(panel.getByRole('button', { name: t('details.downloadProof') })),
    );
    expect(name).toBe(t('details.proofFile', { title: 'Bail' }));
    expect(documentProof.parse(json).document).toMatchObject({ id, sha256: digest });
    await expect(panel.getByRole('alert')).toContainText(t('details.proofSaved'));
    await expect(panel.getByRole('link', { name: t('details.checkProof') })).toHaveAttribute('href', '/verifier.html');
    await show('saved');
  });

  await test.step('a document that is damaged, and one that is not timestamped yet, are said', async () => {
    await refuse('DocumentDamaged', 500);
    const panel = await openDetails();
    await press(panel.getByRole('button', { name: t('details.downloadProof') }));
    await expect(panel.getByRole('alert')).toContainText(t('details.proofRefused'));
    await show('damaged');
    await page.unroute('**/proof');
    await page.route('**/proof', async (route) => {
      const answer = await route.fetch();
      const proof = documentProof.parse(await answer.json());
      await route.fulfill({
        response: answer,
        json: { ...proof, checkpoint: { ...proof.checkpoint, timestamp: null } },
      });
    });
    await save(page, () => press(panel.getByRole('button', { name: t('details.downloadProof') })));
    await expect(panel.getByRole('alert')).toContainText(/pas encore horodaté|not timestamped yet/);
    await show('not-yet-stamped');
  });
});

test('the journal is downloaded whole, and each entry shows its place in the chain', async ({
  page,
  t,
  press,
  owner: _owner,
  show,
}) => {
  await page.goto('/account/journal');
  const { name, json } = await save(page, () => press(page.getByRole('button', { name: t('journal.download') })));
  expect(name).toMatch(/\.json$/);
  const entries = journalExport.parse(json).chapters[0]?.entries ?? [];
  expect(entries[0]).toMatchObject({ seq: 1, previousHash: null, action: 'safe.created' });

  const first = page.getByRole('listitem').filter({ hasText: t('journal.done.safe.created') });
  await press(first.getByRole('button'));
  await expect(first).toContainText(entries[0]?.hash ?? '');
  await expect(first).toContainText(t('journal.firstEntry'));
  await show('first-entry', 'page');
});
