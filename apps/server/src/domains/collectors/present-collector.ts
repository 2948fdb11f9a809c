import type { Collector } from '@perenne/contract/collectors';
import { DomainError } from '../../platform/domain-error.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { rightsOver } from './collectors.rules.ts';
import { findCollector, type CollectorRow } from './collectors.store.ts';
import { readStatuses, type Statuses } from './agents/agent-statuses.ts';
import { openCollector } from './sealed-collector.ts';

export const logoPath = (agentId: string): string => `/backend/api/v1/collectors/agents/${agentId}/logo`;

type Presenting = { keys: SafeKeys; statuses: Statuses; locale: Locale };

/** A collector as its owner sees it: never with its credentials. */
export function presentCollector(platform: Platform, row: CollectorRow, presenting: Presenting): Collector {
  const { keys, statuses, locale } = presenting;
  const agent = platform.collecting.agents.find(({ id }) => id === row.agentId);
  const { accountName, since } = openCollector(keys, row.collectorId, row.sealed);
  const isCodeAwaited = row.codeExpiresAt !== null && row.codeExpiresAt > platform.clock.now();
  return {
    id: row.collectorId,
    agent: {
      ...{ id: row.agentId, name: agent?.name[locale] ?? row.agentId, logo: logoPath(row.agentId) },
      // One that this installation offers no more is maintained by nobody.
      status: agent ? statuses.of(row.agentId).status : 'ZOMBIE',
    },
    accountName,
    status: row.status,
    ...(row.waitsForTurn && { waitsForTurn: true as const }),
    alert: alertOf(row),
    mfa: isCodeAwaited ? presentCode(row) : null,
    lastSynchronisationAt: row.lastSynchronisedAt?.toISOString() ?? null,
    nextSynchronisationAt: row.nextAt?.toISOString() ?? null,
    ...{ collectedDocuments: row.collectedDocuments, newDocuments: row.newDocuments },
    ...{ categoryId: row.categoryId, since },
    createdAt: row.createdAt.toISOString(),
    can: rightsOver({ ...row, isCodeAwaited }),
  };
}

function alertOf({ alert, alertSince, alertCause, retryAt, isAfterWrong }: CollectorRow): Collector['alert'] {
  if (!alert || !alertSince) return null;
  return {
    code: alert,
    since: alertSince.toISOString(),
    ...(retryAt && { retryAt: retryAt.toISOString() }),
    ...(alert === 'MFA_REQUIRED' && isAfterWrong && { previousCodeWrong: true }),
    ...(alertCause && { cause: alertCause }),
  };
}

function presentCode({ codeExpiresAt, codeCanResendAt }: CollectorRow): Collector['mfa'] {
  if (!codeExpiresAt || !codeCanResendAt) return null;
  return { expiresAt: codeExpiresAt.toISOString(), canResendAt: codeCanResendAt.toISOString() };
}

type Named = { owner: Owner; collectorId: string; locale: Locale };

/** @throws {DomainError} CollectorNotFound */
export async function presentOne(
  db: Db | Tx,
  platform: Platform,
  { owner, collectorId, locale }: Named,
): Promise<Collector> {
  const { safeId } = owner;
  const row = await requireCollector(db, { safeId, collectorId });
  const keys = await platform.vault.keysOf(safeId, 'owner', db);
  return presentCollector(platform, row, { keys, locale, statuses: await readStatuses(platform, db) });
}

/** @throws {DomainError} CollectorNotFound */
export async function requireCollector(
  db: Db | Tx,
  key: { safeId: string; collectorId: string },
): Promise<CollectorRow> {
  const row = isId(key.collectorId) ? await findCollector(db, key) : undefined;
  if (!row) throw new DomainError('CollectorNotFound');
  return row;
}
