import type { SafeExport } from '@perenne/contract/exports';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { keepFromMerge, lockDocumentCount } from '../documents/documents.ts';
import { allowanceOf, countedSince, secondsUntil } from './exports.rules.ts';
import * as store from './exports.store.ts';
import { getExport } from './list-exports.ts';
import { writeExportJob } from './write-export.ts';

/**
 * Asks for an archive of the whole safe, which the worker then writes.
 * @throws {DomainError} SafeboxExportEmpty, SafeboxExportInProgress, SafeboxExportLimitExceeded, SafeboxIdNotFound,
 * MergeInProgress
 */
export async function requestExport(platform: Platform, owner: Owner): Promise<SafeExport> {
  const exportId = await platform.db.transaction().execute((tx) => request(tx, platform, owner));
  return getExport(platform, owner, exportId);
}

async function request(tx: Tx, platform: Platform, { safeId, address }: Owner): Promise<string> {
  if (!(await keepFromMerge(tx, safeId))) throw new DomainError('MergeInProgress');
  // The safe is locked: of two that ask at once, the second sees the export of the first.
  const documentCount = await lockDocumentCount(tx, safeId);
  if (documentCount === null) throw new DomainError('SafeboxIdNotFound');
  if (documentCount === 0) throw new DomainError('SafeboxExportEmpty');
  if (await store.isExporting(tx, [safeId])) throw new DomainError('SafeboxExportInProgress');
  const requestedAt = platform.clock.now();
  const { limit, nextAt } = allowanceOf(await store.selectCounted(tx, safeId, countedSince(requestedAt)));
  if (nextAt)
    throw new DomainError('SafeboxExportLimitExceeded', {
      params: { max: limit },
      retryAfterSeconds: secondsUntil(nextAt, requestedAt),
    });
  const exportId = newId(platform.clock);
  await store.insertExport(tx, { safeId, exportId, requestedAt, documentCount });
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'export.requested', objectId: exportId, details: { address } },
  });
  await platform.jobs.enqueue(tx, writeExportJob, { safeId, exportId });
  return exportId;
}
