import type { Page } from '@playwright/test';
import { exportFailures, type SafeExport } from '../../packages/contract/src/exports.ts';
import { writeDate } from '../../apps/web/src/lib/i18n/formats.ts';
import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { ExportScreens } from '../screens/export-screens.ts';

const lease = { name: 'Bail.pdf', mimeType: 'application/pdf', buffer: makePdf('Bail') };
/** As the page asks for them. */
const list = '**/backend/api/v1/exports?*';

interface Exports {
  items: SafeExport[];
  allowance: { remaining: number; nextAt: string | null };
}

type Change = (exports: Exports) => Partial<Exports>;

/** A safe of journeys is small and whole: the page receives another one, from the next answer on. */
async function changeList(page: Page): Promise<(change: Change) => void> {
  let current: Change = () => ({});
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    const exports = (await answer.json()) as Exports;
    await route.fulfill({ response: answer, json: { ...exports, ...current(exports) } });
  });
  return (change) => {
    current = change;
  };
}

const withoutArchive = { sizeBytes: null, sha256: null, availableUntil: null, timestampedAt: null };

test('an empty safe has nothing to export, and after five exports one waits for the next', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  language,
  expectOutcome,
}) => {
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  expectOutcome({ address: '/exports', outcome: 422 });
  await screens.ask();
  await expect(screens.card.getByRole('alert')).toContainText(t('errorsIn.exports.SafeboxExportEmpty'));
  await expect(screens.card.getByRole('link', { name: t('exports.seeDocuments') })).toBeVisible();
  await show('empty-safe', 'page');

  await addDocument(accounts, owner.token, lease);
  const calls = new OwnerCalls(accounts, owner.token);
  for (let asked = 0; asked < 5; asked += 1) {
    const { id } = (await calls.call('POST', 'exports')) as SafeExport;
    await calls.call('DELETE', `exports/${id}`);
  }
  await test.step('a page that does not know yet is refused, and knows then', async () => {
    expectOutcome({ address: '/exports', outcome: 429 });
    await screens.ask();
    await expect(screens.card).toContainText(t('exports.limitTitle', { limit: 5 }));
    await expect(screens.askButton).toHaveCount(0);
    const { allowance } = (await calls.call('GET', 'exports')) as Exports;
    const date = writeDate('dateTime', allowance.nextAt ?? '', { locale: language, timeZone: 'Europe/Paris' });
    await expect(screens.card.getByText(t('exports.limitText', { date }), { exact: true })).toBeVisible();
    await show('limit', 'page');
  });
});

test('a large export shows how far it is, through a reload and without a line; it can be ended', async ({
  page,
  context,
  t,
  press,
  owner,
  accounts,
  show,
}) => {
  await addDocument(accounts, owner.token, lease);
  const { id } = (await new OwnerCalls(accounts, owner.token).call('POST', 'exports')) as SafeExport;
  const change = await changeList(page);
  const tell = (done: number) =>
    change(({ items }) => ({
      items: items.map((one) => ({
        ...one,
        ...withoutArchive,
        status: 'IN_PROGRESS',
        progress: { done, total: 640 },
      })),
    }));
  const screens = new ExportScreens({ page, t, press });
  const bar = screens.running.getByRole('progressbar');
  tell(0);
  await screens.open();
  await expect(bar).toHaveAccessibleName(t('exports.starting'));
  await expect(screens.askButton).toHaveCount(0);
  tell(288);
  await expect(bar).toHaveAttribute('aria-valuenow', '45');
  await expect(page.getByRole('status').filter({ hasText: t('exports.progressSpoken', { percent: 25 }) })).toHaveCount(
    1,
  );
  await page.reload();
  await expect(bar).toHaveAttribute('aria-valuenow', '45');
  await show('running', 'page');

  await context.setOffline(true);
  await expect(screens.running).toContainText(t('exports.progressLost'));
  await show('offline', 'page');
  await context.setOffline(false);
  await expect(screens.running).not.toContainText(t('exports.progressLost'));

  tell(640);
  await expect(screens.running).toContainText(t('exports.notYetStamped'));
  await expect(bar).not.toHaveAttribute('aria-valuenow');
  await show('sealing', 'page');

  const end = screens.running.getByRole('button', { name: t('exports.end') });
  await press(end);
  await press(screens.dialog(t('exports.endTitle')).getByRole('button', { name: t('exports.goOnPreparing') }));
  await expect(end).toBeFocused();
  await press(end);
  await expect(screens.dialog(t('exports.endTitle'))).toContainText(t('exports.endText', { limit: 5 }));
  await show('end');
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await screens.confirm(t('exports.endTitle'), t('exports.end'));
  expect((await ended).url()).toMatch(new RegExp(`/exports/${id}$`));
  await expect(screens.running).toBeHidden();
  await expect(screens.askButton).toBeVisible();
});

test('what an export lacks is said, and why another has none', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  const id = await addDocument(accounts, owner.token, lease);
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  const screens = new ExportScreens({ page, t, press });
  const change = await changeList(page);
  await screens.open();
  await screens.expectReady();

  const gone = '019ab000-0000-7000-8000-000000000001';
  expectOutcome({ address: gone, outcome: 404 });
  await test.step('a damaged document, by its title, which leads to it; one that is gone since', async () => {
    change(({ items }) => ({
      items: items.map((one) => ({ ...one, damaged: [id, gone] })),
    }));
    await page.reload();
    const item = screens.items.first();
    await expect(item).toContainText(t('exports.damaged', { count: 2 }));
    await expect(item).toContainText(t('exports.damagedGone'));
    await expect(item.getByRole('link', { name: 'Bail' })).toHaveAttribute('href', `/documents?document=${id}`);
    await show('damaged', 'page');
  });

  await test.step('no timestamp: the next one is free, unless there is a next one already', async () => {
    change(({ items }) => ({ items: items.map((one) => ({ ...one, timestampedAt: null })) }));
    await page.reload();
    await expect(screens.items.first()).toContainText(t('exports.unstamped'));
    await expect(screens.items.first()).toContainText(t('exports.nextIsFree'));
    await show('unstamped', 'page');
  });

  await test.step('each failure has its words', async () => {
    change(({ items }) => ({
      items: items.flatMap((one) => [
        ...exportFailures.map((failure) => ({
          ...one,
          ...withoutArchive,
          id: failure,
          status: 'FAILED' as const,
          failure,
        })),
        { ...one, ...withoutArchive, id: 'unknown', status: 'UNKNOWN' as const },
      ]),
    }));
    await page.reload();
    for (const [index, failure] of exportFailures.entries())
      await expect(screens.items.nth(index)).toContainText(t(`errors.${failure}`));
    await expect(screens.items.last()).toContainText(t('exports.unknownText'));
    await show('failures', 'page');
  });
});

test('a download that is refused and a removal that fails say why, and the archive is still there', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  const item = await screens.expectReady();

  await test.step('a download while the service makes the archive anew', async () => {
    expectOutcome({ address: '/content', outcome: 409 });
    const refusal = { status: 409, errors: [{ code: 'SafeboxExportNotReady' }] };
    await page.route('**/exports/*/content', (route) => route.fulfill({ status: 409, json: refusal }));
    await press(item.getByText(t('exports.download'), { exact: true }));
    await expect(item.getByRole('alert')).toContainText(t('errors.SafeboxExportNotReady'));
    await show('refused', 'page');
    await page.unroute('**/exports/*/content');
  });

  await test.step('a removal that the service cannot do: the dialog stays, and the next press does it', async () => {
    const dialog = screens.dialog(t('exports.removeTitle'));
    await press(item.getByText(t('exports.remove'), { exact: true }));
    expectOutcome({ address: '/exports/', outcome: 500 });
    const fault = { status: 500, errors: [{ code: 'InternalServerError' }] };
    await page.route('**/exports/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: fault }) : route.continue(),
    );
    await press(dialog.getByRole('button', { name: t('exports.remove'), exact: true }));
    await expect(dialog.getByRole('alert')).toContainText(t('safeFailures.deleteExport'));
    await expect(screens.items).toHaveCount(1);
    await show('not-removed');
    await page.unroute('**/exports/*');
    await screens.confirm(t('exports.removeTitle'), t('exports.remove'));
    await expect(screens.list).toContainText(t('exports.none'));
  });
});

test('the page waits for the list of exports, and says so where it cannot be read', async ({
  page,
  t,
  press,
  owner: _owner,
  show,
  expectOutcome,
}) => {
  const screens = new ExportScreens({ page, t, press });

  await test.step('while the answer is on its way, nothing is said to be missing', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(list, async (route) => {
      await held;
      await route.continue();
    });
    await screens.open();
    await expect(screens.card.getByText(t('app.loading'))).toBeVisible();
    await expect(screens.askButton).toHaveCount(0);
    await expect(screens.list).toHaveCount(0);
    await show('loading', 'page');
    answer();
    await expect(screens.list).toContainText(t('exports.none'));
    await page.unroute(list);
  });

  await test.step('a fault of the service is said, and the owner tries again', async () => {
    expectOutcome({ address: '/exports?', outcome: 500 });
    const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
    await page.route(list, (route) => route.fulfill({ status: 500, json: body }));
    await page.reload();
    const alert = screens.card.getByRole('alert');
    await expect(alert).toContainText(t('safeFailures.listExports'));
    await expect(screens.askButton).toHaveCount(0);
    await expect(screens.list).toHaveCount(0);
    await show('unreadable', 'page');
    await page.unroute(list);
    await press(alert.getByRole('button', { name: t('ui.retry') }));
    await expect(screens.askButton).toBeVisible();
    await expect(screens.list).toContainText(t('exports.none'));
  });
});

test('an archive that is gone since the page was opened leaves the list, and the page says why', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  const calls = new OwnerCalls(accounts, owner.token);
  const { id } = (await calls.call('POST', 'exports')) as SafeExport;
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  const item = await screens.expectReady();
  await calls.call('DELETE', `exports/${id}`);
  await expect(item, 'the page does not know yet').toBeVisible();

  expectOutcome({ address: `${id}/content`, outcome: 404 });
  await press(item.getByText(t('exports.download'), { exact: true }));
  await expect(screens.items).toHaveCount(0);
  await expect(page.getByRole('alert').getByText(t('errors.SafeboxExportNotFound'))).toBeVisible();
  await expect(screens.list).toContainText(t('exports.none'));
  await show('gone');
});

test('an owner who asks while another window has an export under way reads so, and sees that one', async ({
  page,
  t,
  press,
  owner,
  accounts,
  show,
  expectOutcome,
}) => {
  await addDocument(accounts, owner.token, lease);
  const change = await changeList(page);
  const screens = new ExportScreens({ page, t, press });
  await screens.open();
  await expect(screens.askButton).toBeVisible();

  // A small safe is exported too fast for a second window: the page receives the refusal that the server gives meanwhile.
  await new OwnerCalls(accounts, owner.token).call('POST', 'exports');
  change(({ items }) => ({
    items: items.map((one) => ({
      ...one,
      ...withoutArchive,
      status: 'IN_PROGRESS',
      progress: { done: 288, total: 640 },
    })),
  }));
  const body = { status: 409, errors: [{ code: 'SafeboxExportInProgress' }] };
  await page.route('**/backend/api/v1/exports', (route) => route.fulfill({ status: 409, json: body }));
  expectOutcome({ address: '/exports', outcome: 409 });
  await screens.ask();
  await expect(screens.running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '45');
  await expect(page.getByRole('alert').getByText(t('errors.SafeboxExportInProgress'))).toBeVisible();
  await expect(screens.running).toBeFocused();
  await show('in-another-window');
  // The page goes on asking how far it is.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
