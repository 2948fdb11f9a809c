import { makePdf } from '../checks/files.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../checks/keyboard.ts';
import { expectApart, expectFocusInSight, expectNoSidewaysScroll } from '../screens/layout.ts';
import { Viewer } from '../screens/viewer.ts';

test('the calendar of payslips tells the months held, corrected and missing of each employer', async ({
  page,
  t,
  press,
  archivist,
  show,
}) => {
  expect(archivist.email).toBeTruthy();
  const viewer = new Viewer({ page, t, press });
  await page.goto('/home');
  await page.getByRole('link', { name: t('documents.payslipCalendar') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('payslips.title') })).toBeVisible();
  const [first, second] = [
    page.getByRole('table', { name: 'Atelier Morvan' }),
    page.getByRole('table', { name: 'Maison Roux' }),
  ];
  await expect(first.getByRole('columnheader')).toHaveCount(13);
  await expect(first.getByRole('rowheader')).toHaveCount(3);
  await expect(first.getByRole('link').or(first.getByRole('button'))).toHaveCount(24);
  await expect(page.getByText(t('payslips.complete'))).toHaveCount(1);
  await expect(page.getByText(t('payslips.missingCount', { count: 1 }))).toBeVisible();
  await expect(second.getByRole('cell', { name: /manquant|missing/ })).toHaveCount(1);
  await show('payslip-calendar', 'page');

  await second.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText('Maison Roux');
  await viewer.close();
  await expect(page.getByRole('heading', { level: 1, name: t('payslips.title') })).toBeVisible();

  await first.getByRole('button').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await show('payslip-versions');
  await page.getByRole('menuitem', { name: t('payslips.earlier', { count: 1 }) }).click();
  await expect(page.getByRole('dialog')).toContainText(t('details.wasReplaced'));
});

test('a corrected payslip and the one that it replaces lead to one another', async ({
  page,
  t,
  press,
  owner,
  employer,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const { employeeNumber } = owner;
  for (const [title, words] of [
    ['Bulletin de mai', 'Mai'],
    ['Bulletin de mai corrigé', 'Mai, corrige'],
  ] as const)
    await employer.deposit({ employeeNumber, title, period: '2026-05', file: makePdf(words) });
  await page.goto('/documents?type=PAYE');
  await page.getByRole('link', { name: 'Bulletin de mai', exact: true }).click();
  await viewer.expectPdf('Bulletin de mai');
  await expect(viewer.dialog('Bulletin de mai')).toContainText(t('details.wasReplaced'));
  await show('payslip-replaced');
  await viewer.button(t('details.showReplacement')).click();
  await viewer.expectPdf('Bulletin de mai corrigé');
  await expect(viewer.dialog('Bulletin de mai corrigé')).toContainText(t('details.isReplacement'));
  const panel = await viewer.openDetails();
  await expect(panel).toContainText(t('details.bothKept'));
  await panel.getByRole('button', { name: t('details.showReplaced') }).click();
  await viewer.expectPdf('Bulletin de mai');
  await viewer.close();

  await page.getByRole('link', { name: t('documents.payslipCalendar') }).click();
  await expect(page.getByText(t('payslips.complete'))).toBeVisible();
});

test('a safe without payslips says what the calendar will hold, and a service that fails is asked again', async ({
  page,
  t,
  owner,
  expectOutcome,
  show,
}) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/payslips');
  await expect(page.getByText(t('payslips.empty'))).toBeVisible();
  await show('payslip-calendar-empty');
  expectOutcome({ address: '/api/v1/payslips', outcome: 500 });
  const body = { status: 500, errors: [{ code: 'InternalServerError' }] };
  await page.route('**/api/v1/payslips', (route) => route.fulfill({ status: 500, json: body }));
  await page.reload();
  await expect(page.getByText(t('safeFailures.getPayslipCalendar'))).toBeVisible();
  await show('payslip-calendar-error');
  await page.unroute('**/api/v1/payslips');
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await expect(page.getByText(t('payslips.empty'))).toBeVisible();
});

test('years of payslips fit a phone, and each month can be reached with the keyboard', async ({
  page,
  t,
  owner,
  employer,
  show,
}) => {
  const { employeeNumber } = owner;
  const months = Array.from({ length: 58 }, (_, index) => new Date(Date.UTC(2022, index, 1)).toISOString().slice(0, 7));
  // One month is missing, and another was corrected until its count has two digits.
  const held = months.filter((period) => period !== '2024-02');
  const versions = Array.from({ length: 10 }, (_, index) => ({
    period: '2025-06',
    title: `Juin corrigé ${index + 1}`,
  }));
  for (const { period, title } of [...held.map((period) => ({ period, title: `Bulletin ${period}` })), ...versions])
    await employer.deposit({ employeeNumber, title, period, file: makePdf(title) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/payslips');
  await expect(page.getByRole('heading', { level: 1, name: t('payslips.title') })).toBeVisible();
  const calendar = page.getByRole('table', { name: employer.name });
  const cells = calendar.getByRole('link').or(calendar.getByRole('button'));
  await expect(cells).toHaveCount(held.length);
  await expect(page.getByText(t('payslips.missingCount', { count: 1 }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  const wide = await cells.evaluateAll((all) =>
    all.filter(({ firstElementChild: name, clientWidth }) => !name || name.scrollWidth > clientWidth),
  );
  expect(wide, 'months whose names do not fit').toEqual([]);
  // The count of the versions hangs over the corner of its month.
  const july = calendar.getByRole('link', { name: t('payslips.open', { month: 'juillet 2025', elides: 'no' }) });
  await expectApart(calendar.getByRole('button').getByText('11', { exact: true }), july);
  await show('payslips-of-years', 'page');

  await tabTo(page, cells.first());
  for (const cell of await cells.all()) {
    await expect(cell).toBeFocused();
    await expectFocusInSight(page);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Shift+Tab');
  await show('payslips-of-years-by-keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Bulletin 2022-12' })).toBeVisible();
});
