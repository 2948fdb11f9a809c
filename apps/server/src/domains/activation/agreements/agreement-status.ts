import type { Answer } from '@perenne/contract/endpoint';
import type { Agreement as PresentedAgreement, getAgreementStatus } from '@perenne/contract/identity';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listAgreements, type Agreement } from '../../employers/employers.ts';

/** How each employer delivers; the owner may choose where one of them allows refusal, or was refused. */
export async function readAgreementStatus(
  platform: Platform,
  { safeId }: Owner,
): Promise<Answer<typeof getAgreementStatus>> {
  const agreements = await listAgreements(platform.db, platform, safeId);
  return {
    canSelectAgreement: agreements.some(({ refusalAllowed, accepted }) => refusalAllowed || !accepted),
    agreements: agreements.map(presentAgreement),
  };
}

export const presentAgreement = ({ employer, accepted, since, refusalAllowed }: Agreement): PresentedAgreement => ({
  ...{ employer, accepted, refusalAllowed },
  since: since?.toISOString() ?? null,
});
