import type { Answer, Received } from '@perenne/contract/endpoint';
import type { Checkpoint, getConsistency, listCheckpoints as listEndpoint } from '@perenne/contract/evidence';
import { z } from 'zod';
import { DomainError, InvalidRequest } from '../../platform/domain-error.ts';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentCheckpoint } from './checkpoint.rules.ts';
import * as store from './checkpoints.store.ts';
import { readRanges } from './log.store.ts';
import { consistencyRanges } from './merkle.rules.ts';
import { presentOne } from './renewal/read-records.ts';

const position = z.int().positive();
const scope = { list: 'evidence/checkpoints', owner: 'everyone' };

/** The newest first. */
export async function listCheckpoints(
  { db, secrets }: Platform,
  { limit, cursor }: Received<typeof listEndpoint>['query'],
): Promise<Answer<typeof listEndpoint>> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : openCursor(secrets, scope, { cursor, position });
  const [newest, rows] = await Promise.all([
    store.findNewestCheckpoint(db),
    store.listCheckpointsBefore(db, before, limit + 1),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    // Without their records, which are longer than all the rest.
    items: shown.map((checkpoint) => presentCheckpoint(checkpoint)),
    nextCursor: last ? sealCursor(secrets, scope, last.n) : null,
    // They are numbered without a hole.
    total: newest?.n ?? 0,
  };
}

/** @throws {DomainError} NotFound */
export async function getCheckpoint(platform: Platform, n: string): Promise<Checkpoint> {
  return presentOne(platform.db, await requireCheckpoint(platform, /^[1-9]\d{0,14}$/.test(n) ? Number(n) : 0));
}

/**
 * Proves that a later checkpoint holds all leaves of an earlier one, in their order.
 * @throws {DomainError} NotFound; InvalidRequest if they are the other way round
 */
export async function proveConsistency(
  platform: Platform,
  { from, to }: Received<typeof getConsistency>['query'],
): Promise<Answer<typeof getConsistency>> {
  if (from > to) throw new InvalidRequest([{ field: 'from', rule: 'max', bounds: { max: to } }]);
  const [first, second] = await Promise.all([requireCheckpoint(platform, from), requireCheckpoint(platform, to)]);
  const ranges = consistencyRanges(first.size, second.size);
  const hashOf = await readRanges(platform.db, ranges);
  return { from, to, path: ranges.map((range) => hashOf(range).toString('hex')) };
}

async function requireCheckpoint({ db }: Platform, n: number) {
  const checkpoint = await store.findCheckpoint(db, n);
  if (!checkpoint) throw new DomainError('NotFound');
  return checkpoint;
}
