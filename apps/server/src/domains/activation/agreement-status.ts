import type { Answer } from '@perenne/contract/endpoint';
import type { getAgreementStatus } from '@perenne/contract/identity';
import type { Owner } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAgreements } from '../employers/employers.ts';

/** How each employer delivers; the owner may choose where one of them allows refusal. */
export async function readAgreementStatus(
  platform: Platform,
  { safeId }: Owner,
): Promise<Answer<typeof getAgreementStatus>> {
  const agreements = await listAgreements(platform.db, platform, safeId);
  return {
    canSelectAgreement: agreements.some(({ refusalAllowed }) => refusalAllowed),
    agreements: agreements.map(({ employer, accepted, since, refusalAllowed }) => ({
      employer,
      accepted,
      refusalAllowed,
      since: since?.toISOString() ?? null,
    })),
  };
}
