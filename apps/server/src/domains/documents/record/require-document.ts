import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findDocument } from './documents.store.ts';
import { isThere } from './trash.rules.ts';

/** A document of the safe, in the trash or not. @throws {DomainError} DocumentNotFound */
export async function requireDocument(platform: Platform, safeId: string, documentId: string) {
  const row = await findDocument(platform.db, safeId, documentId);
  if (!row || !isThere(row.trashedAt, platform.clock.now())) throw new DomainError('DocumentNotFound');
  return row;
}
