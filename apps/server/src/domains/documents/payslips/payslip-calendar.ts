import type { Answer } from '@perenne/contract/endpoint';
import type { getPayslipCalendar } from '@perenne/contract/payslips';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordListing } from '../arranging/places.ts';
import { openDocument, typeTag } from '../record/sealed-document.ts';
import { listPayslips } from './payslips.store.ts';

type Calendar = Answer<typeof getPayslipCalendar>;
type Employer = Calendar['employers'][number];

/**
 * The months of which payslips are held, by employer. Months and names are sealed: fifty years of several
 * employers are some thousand rows, opened in a few milliseconds.
 */
export async function readPayslipCalendar(platform: Platform, owner: Owner): Promise<Calendar> {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  const [rows] = await Promise.all([
    listPayslips(platform.db, owner.safeId, typeTag(keys, 'PAYE')),
    recordListing(platform, owner),
  ]);
  const payslips = rows.flatMap(({ documentId, originId, sealed }): Payslip[] => {
    const { period, originName = '' } = openDocument(keys, documentId, sealed);
    // An employer may leave the month out: such a payslip is in no month.
    return period === undefined || originId === null ? [] : [{ documentId, originId, originName, period }];
  });
  const employers = [...Map.groupBy(payslips, ({ originId }) => originId)].map(([id, held]) => employerOf(id, held));
  return { employers: employers.sort(latestFirst) };
}

type Payslip = { documentId: string; originId: string; originName: string; period: string };

/** `held` in the order of deposit. */
function employerOf(id: string, held: readonly Payslip[]): Employer {
  const months = [...Map.groupBy(held, ({ period }) => period)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, ofMonth]) => ({ period, documentIds: ofMonth.map(({ documentId }) => documentId).toReversed() }));
  const [firstPeriod = '', lastPeriod = ''] = [months[0]?.period, months.at(-1)?.period];
  return { id, name: held.at(-1)?.originName ?? '', firstPeriod, lastPeriod, months };
}

const latestFirst = (a: Employer, b: Employer): number =>
  b.lastPeriod.localeCompare(a.lastPeriod) || a.name.localeCompare(b.name, 'fr') || a.id.localeCompare(b.id);
