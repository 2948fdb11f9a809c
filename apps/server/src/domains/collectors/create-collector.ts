import { collectorLimits, type Collector, type createCollector as createCall } from '@perenne/contract/collectors';
import type { Received } from '@perenne/contract/endpoint';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { holdSafe, requireCategory } from '../documents/documents.ts';
import { countCollectors, hasAccount, insertCollector } from './collectors.store.ts';
import { accountKey, type Credentials } from './credentials.rules.ts';
import { presentOne } from './present-collector.ts';
import { requireCredentials, requireOpenAgent } from './agents/require-agent.ts';
import { accountTag, sealCollector, sealCredentials } from './sealed-collector.ts';
import { startByHand } from './runs/start-run.ts';

type Asked = { body: Received<typeof createCall>['body']; locale: Locale };

/**
 * Connects an account at a partner; its first run begins at once.
 * @throws {DomainError} AgentNotFound, AgentUnavailable, InvalidRequest on the credentials, CategoryNotFound,
 * CollectorLimitExceeded, CollectorAlreadyExists, TooManyRequests
 */
export async function createCollector(platform: Platform, owner: Owner, { body, locale }: Asked): Promise<Collector> {
  if (!platform.collecting.agents.some(({ id }) => id === body.agentId))
    throw new DomainError('AgentNotFound', { field: 'agentId' });
  const agent = await requireOpenAgent(platform, body.agentId);
  const credentials = await requireCredentials(platform, agent, body.credentials);
  const account = accountKey(agent, credentials);
  const collectorId = newId(platform.clock);
  return platform.db.transaction().execute(async (tx) => {
    await insert(tx, platform, { owner, body, collectorId, credentials, account });
    return presentOne(tx, platform, { owner, collectorId, locale });
  });
}

type Making = {
  owner: Owner;
  body: Asked['body'];
  collectorId: string;
  credentials: Credentials;
  account: string;
};

async function insert(tx: Tx, platform: Platform, { owner, body, collectorId, credentials, account }: Making) {
  const { safeId, address } = owner;
  const { agentId, accountName, categoryId, since } = body;
  await holdSafe(tx, safeId);
  if (categoryId !== undefined) await requireCategory(tx, safeId, categoryId);
  const keys = await platform.vault.keysOf(safeId, 'collecting', tx);
  const tag = accountTag(keys, agentId, account);
  if (await hasAccount(tx, safeId, tag)) throw new DomainError('CollectorAlreadyExists');
  if ((await countCollectors(tx, safeId)) >= collectorLimits.collectors)
    throw new DomainError('CollectorLimitExceeded', { params: { max: collectorLimits.collectors } });
  const now = platform.clock.now();
  await insertCollector(tx, {
    ...{ safe_id: safeId, collector_id: collectorId, agent_id: agentId, account_tag: tag },
    sealed: sealCollector(keys, collectorId, { accountName, since: since ?? null }),
    sealed_credentials: sealCredentials(keys, collectorId, credentials),
    category_id: categoryId ?? null,
    // Until its first run, which begins in this transaction.
    ...{ status: 'ENABLED', run_id: null, alert: null, next_at: now, created_at: now },
  });
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'collector.created', objectId: collectorId },
    details: { title: accountName, address },
  });
  await startByHand(tx, platform, { safeId, collectorId, from: ['ENABLED'] });
}
