import type { Answered, Received } from '@perenne/contract/endpoint';
import { exportFailures, type listExports as listExportsCall, type SafeExport } from '@perenne/contract/exports';
import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { allowanceOf, countedSince, shownSince } from './exports.rules.ts';
import * as store from './exports.store.ts';
import { openExport } from './sealed-export.ts';

/** The exports of a safe, the newest first: a few, since five a day are kept for seven days. */
export async function listExports(
  platform: Platform,
  { safeId }: Owner,
  { limit, cursor }: Received<typeof listExportsCall>['query'],
): Promise<Answered<typeof listExportsCall>> {
  const now = platform.clock.now();
  const scope = { list: 'exports', owner: safeId };
  const after = cursor && openCursor(platform.secrets, scope, { cursor, position: z.string() });
  const [keys, all, counted] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    store.listShown(platform.db, safeId, { now, since: shownSince(now) }),
    store.selectCounted(platform.db, safeId, countedSince(now)),
  ]);
  // Identifiers sort as the exports were asked for.
  const rest = after ? all.filter(({ exportId }) => exportId < after) : all;
  const rows = rest.slice(0, limit);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  const { nextAt, ...allowance } = allowanceOf(counted);
  return {
    items: rows.map((row) => presentExport(keys, row)),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.exportId) : null,
    total: all.length,
    allowance: { ...allowance, nextAt: nextAt?.toISOString() ?? null },
  };
}

/** @throws {DomainError} SafeboxExportNotFound */
export async function getExport(platform: Platform, { safeId }: Owner, exportId: string): Promise<SafeExport> {
  const row = await requireExport(platform, { safeId, exportId });
  return presentExport(await platform.vault.keysOf(safeId, 'owner'), row);
}

/** @throws {DomainError} SafeboxExportNotFound, also after seven days */
export async function requireExport({ db, clock }: Platform, key: store.ExportKey): Promise<store.ExportRow> {
  const now = clock.now();
  const row = await store.findShown(db, key, { now, since: shownSince(now) });
  if (!row) throw new DomainError('SafeboxExportNotFound');
  return row;
}

function presentExport(keys: SafeKeys, row: store.ExportRow): SafeExport {
  const { exportId, sealed, documentCount, done } = row;
  const secrets = sealed && openExport(keys, exportId, sealed);
  const failure = exportFailures.find((code) => code === row.failure);
  return {
    id: exportId,
    status: row.state,
    date: row.requestedAt.toISOString(),
    documentCount,
    progress: { done: Math.min(done, documentCount), total: documentCount },
    sizeBytes: row.sizeBytes,
    sha256: secrets?.sha256 ?? null,
    availableUntil: row.availableUntil?.toISOString() ?? null,
    timestampedAt: row.timestampedAt?.toISOString() ?? null,
    damaged: secrets?.damaged ?? [],
    ...(failure && { failure }),
  };
}
