import type { listCollectorRuns, listCollectors as listCollectorsCall } from '@perenne/contract/collectors';
import type { Answered, Received } from '@perenne/contract/endpoint';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStatuses } from './agents/agent-statuses.ts';
import { listCollectorRows } from './collectors.store.ts';
import { presentCollector, requireCollector } from './present-collector.ts';
import { listRunRows } from './runs/runs.store.ts';
import { openSkipped } from './sealed-collector.ts';

type Page = Received<typeof listCollectorsCall>['query'];

/** The collectors of a safe, the first made first. */
export async function listCollectors(
  platform: Platform,
  { safeId }: Owner,
  { query, locale }: { query: Page; locale: Locale },
): Promise<Answered<typeof listCollectorsCall>> {
  const all = await listCollectorRows(platform.db, safeId);
  const { rows, nextCursor } = pageOf(platform, all, {
    ...{ query, scope: { list: 'collectors', owner: safeId } },
    isAfter: ({ collectorId }, after) => collectorId > after,
    idOf: ({ collectorId }) => collectorId,
  });
  const presenting = {
    keys: await platform.vault.keysOf(safeId, 'owner'),
    ...{ statuses: await readStatuses(platform, platform.db), locale },
  };
  return { items: rows.map((row) => presentCollector(platform, row, presenting)), nextCursor, total: all.length };
}

/** @throws {DomainError} CollectorNotFound */
export async function listRuns(
  platform: Platform,
  { safeId }: Owner,
  { collectorId, query }: { collectorId: string; query: Page },
): Promise<Answered<typeof listCollectorRuns>> {
  await requireCollector(platform.db, { safeId, collectorId });
  const all = await listRunRows(platform.db, { safeId, collectorId });
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const { rows, nextCursor } = pageOf(platform, all, {
    ...{ query, scope: { list: `collectors/${collectorId}/runs`, owner: safeId } },
    isAfter: ({ runId }, after) => runId < after,
    idOf: ({ runId }) => runId,
  });
  const items = rows.map((row) => ({
    ...{ id: row.runId, startedAt: row.startedAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null },
    // The column holds what the rules of this domain gave, which are the results of the contract.
    result: row.result as Answered<typeof listCollectorRuns>['items'][number]['result'],
    newDocuments: row.newDocuments,
    skipped: row.sealedSkipped ? openSkipped(keys, row.runId, row.sealedSkipped) : [],
  }));
  return { items, nextCursor, total: all.length };
}

type Paging<T> = {
  query: Page;
  scope: { list: string; owner: string };
  isAfter(row: T, after: string): boolean;
  idOf(row: T): string;
};

/** Identifiers sort as what they name was made: one that goes meanwhile moves no page. */
function pageOf<T>({ secrets }: Platform, all: readonly T[], { query, scope, isAfter, idOf }: Paging<T>) {
  const { limit, cursor } = query;
  const after = cursor && openCursor(secrets, scope, { cursor, position: z.string() });
  const rest = after ? all.filter((row) => isAfter(row, after)) : all;
  const rows = rest.slice(0, limit);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? sealCursor(secrets, scope, idOf(last)) : null };
}
