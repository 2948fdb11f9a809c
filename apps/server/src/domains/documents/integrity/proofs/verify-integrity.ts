import type { Answer } from '@perenne/contract/endpoint';
import type { verifyIntegrity as verifyEndpoint } from '@perenne/contract/proofs';
import type { Owner } from '../../../../platform/http/actors.ts';
import { appendJournal } from '../../../../platform/journal/journal.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { requireDocument } from '../../record/require-document.ts';
import { examine, noteState } from './examine.ts';

/**
 * Checking integrity is a function of a safe (NF Z42-020). A lost or damaged content is an answer to its owner and an
 * alarm for people.
 * @throws {DomainError} DocumentNotFound
 */
export async function verifyIntegrity(
  platform: Platform,
  owner: Owner,
  documentId: string,
): Promise<Answer<typeof verifyEndpoint>> {
  const { safeId, address } = owner;
  const row = await requireDocument(platform, safeId, documentId);
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const examined = await examine(platform, keys, { safeId, ...row });
  const intact = examined.state === 'whole';
  // Destroyed meanwhile, it is not damaged.
  if (!intact) await requireDocument(platform, safeId, documentId);
  const { damagedAt } = row;
  await noteState(platform, { ...owner, kind: 'owner' }, { ...examined, documentId, damagedAt });
  const { title, sha256, sha512 } = examined.secrets;
  if (intact)
    await appendJournal(platform.db, platform, {
      ...{ safeId, actor: { kind: 'owner' }, action: 'document.verified', objectId: documentId },
      details: { title, sha256, sha512, address },
    });
  return { intact, sha256, sha512, verifiedAt: platform.clock.now().toISOString() };
}
