import type { Collector } from '@perenne/contract/collectors';
import { DomainError } from '../../platform/domain-error.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { rightsOver, rightsOverDamaged } from './collectors.rules.ts';
import { findCollector, type CollectorRow } from './collectors.store.ts';
import { isClosed } from './agents/agents.rules.ts';
import { readStatuses, type Statuses } from './agents/agent-statuses.ts';
import { openIfWhole } from './sealed-collector.ts';

export const logoPath = (agentId: string): string => `/backend/api/v1/collectors/agents/${agentId}/logo`;

type Presenting = { keys: SafeKeys; statuses: Statuses; locale: Locale };

/** A collector as its owner sees it: never with its credentials. One whose row is damaged can only be deleted. */
export function presentCollector(platform: Platform, stored: CollectorRow, presenting: Presenting): Collector {
  const { keys, statuses, locale } = presenting;
  const secrets = openIfWhole(platform, keys, stored);
  const row = secrets ? stored : asDamaged(stored);
  const agent = platform.collecting.agents.find(({ id }) => id === row.agentId);
  const agentName = agent?.name[locale] ?? row.agentId;
  // One that this installation offers no more is maintained by nobody.
  const agentStatus = agent ? statuses.of(row.agentId).status : 'ZOMBIE';
  const now = platform.clock.now();
  // Its time has come while its agent is closed: it waits until that is open.
  const isPutOff = isClosed(agentStatus) && row.nextAt !== null && row.nextAt <= now;
  const isCodeAwaited = row.codeExpiresAt !== null && row.codeExpiresAt > now;
  return {
    id: row.collectorId,
    agent: { id: row.agentId, name: agentName, logo: logoPath(row.agentId), status: agentStatus },
    accountName: secrets?.accountName ?? agentName,
    status: row.status,
    ...(row.waitsForTurn && { waitsForTurn: true as const }),
    alert: alertOf(row, { isPutOff }),
    mfa: isCodeAwaited ? presentCode(row) : null,
    lastSynchronisationAt: row.lastSynchronisedAt?.toISOString() ?? null,
    nextSynchronisationAt: isPutOff ? null : (row.nextAt?.toISOString() ?? null),
    ...{ collectedDocuments: row.collectedDocuments, newDocuments: row.newDocuments },
    ...{ categoryId: row.categoryId, since: secrets?.since ?? null },
    createdAt: row.createdAt.toISOString(),
    can: secrets ? rightsOver({ ...row, isCodeAwaited }) : rightsOverDamaged,
  };
}

/** Its visits fail, whatever state it is in until the fifth has. */
const asDamaged = (row: CollectorRow): CollectorRow => ({
  ...row,
  ...{ status: 'BLOCKED', waitsForTurn: false, codeExpiresAt: null, nextAt: null, retryAt: null },
  ...{ alert: 'SYNCHRONISATION_FAILED', alertCause: null },
  alertSince: row.alertSince ?? row.lastSynchronisedAt ?? row.createdAt,
});

function alertOf(row: CollectorRow, { isPutOff }: { isPutOff: boolean }): Collector['alert'] {
  const { alert, alertSince, alertCause, retryAt, isAfterWrong } = row;
  if (!alert || !alertSince) return null;
  return {
    code: alert,
    since: alertSince.toISOString(),
    ...(retryAt && !isPutOff && { retryAt: retryAt.toISOString() }),
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
