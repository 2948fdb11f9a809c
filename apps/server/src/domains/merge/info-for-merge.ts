import type { InfoForMerge } from '@perenne/contract/merge';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCollectors } from '../collectors/collectors.ts';
import { readRoom } from '../documents/documents.ts';
import { listEmployerNames } from '../employers/employers.ts';
import { readMergeInfo } from '../identity/identity.ts';
import { countActiveShares } from '../sharing/sharing.ts';
import { requireProvedSafe } from './login-to-merge.ts';

/** @throws {DomainError} AuthTokenNotValid for a bad merge token */
export async function getInfoForMerge(
  platform: Platform,
  owner: Owner,
  mergeToken: string | undefined,
): Promise<InfoForMerge> {
  const { fromSafeId } = await requireProvedSafe(platform, owner, { mergeToken });
  const { db } = platform;
  const [info, from, to, sharings, collectors, employers] = await Promise.all([
    readMergeInfo(db, platform, fromSafeId),
    readRoom(db, fromSafeId),
    readRoom(db, owner.safeId),
    countActiveShares(db, fromSafeId, platform.clock.now()),
    countCollectors(db, fromSafeId),
    listEmployerNames(db, platform, fromSafeId),
  ]);
  if (!info || !from || !to) throw new DomainError('AuthTokenNotValid');
  return {
    ...{ ...info, trashed: from.trashed, sharings, collectors, employers },
    storage: { needed: from.used, available: Math.max(0, to.limit - to.used - to.reserved) },
  };
}
