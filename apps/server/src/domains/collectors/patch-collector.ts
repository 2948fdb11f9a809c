import type { Collector, patchCollector as patchCall } from '@perenne/contract/collectors';
import type { Received } from '@perenne/contract/endpoint';
import type { Updateable } from 'kysely';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSafe, requireCategory } from '../documents/documents.ts';
import { changeCollector, hasAccount, type CollectorRow } from './collectors.store.ts';
import { accountKey, memoryKey, type Credentials } from './credentials.rules.ts';
import { presentOne, requireCollector } from './present-collector.ts';
import { requireCredentials, requireOpenAgent } from './agents/require-agent.ts';
import * as sealed from './sealed-collector.ts';
import { startByHand } from './runs/start-run.ts';

type Body = Received<typeof patchCall>['body'];
type Asked = { collectorId: string; body: Body; locale: Locale };
type Patching = { owner: Owner; collectorId: string; body: Body; checked: Checked | undefined };

/**
 * Changes what is given. One that is blocked tries its new credentials at once.
 * @throws {DomainError} CollectorNotFound, CollectorBusy, CategoryNotFound, InvalidRequest, CollectorAlreadyExists,
 * AgentUnavailable, TooManyRequests
 */
export async function patchCollector(platform: Platform, owner: Owner, asked: Asked): Promise<Collector> {
  const { collectorId, body, locale } = asked;
  const row = await requireCollector(platform.db, { safeId: owner.safeId, collectorId });
  const checked = body.credentials && (await checkedWith(platform, owner, { row, given: body.credentials }));
  const patched = await platform.db.transaction().execute(async (tx) => {
    const isPatched = await patch(tx, platform, { owner, collectorId, body, checked });
    return isPatched ? presentOne(tx, platform, { owner, collectorId, locale }) : null;
  });
  return patched ?? patchCollector(platform, owner, asked);
}

/**
 * Credentials that may be kept, those that they were merged with, as the row held them, and whether a secret is among the
 * fields that were given: one that is taken away proves nothing.
 */
type Checked = { credentials: Credentials; mergedWith: Buffer; hasSecret: boolean };

/** The fields that are given replace those that are kept. Names are resolved for it, so nothing is held meanwhile. */
async function checkedWith(
  platform: Platform,
  { safeId }: Owner,
  now: { row: CollectorRow; given: Credentials },
): Promise<Checked> {
  const { row, given } = now;
  const agent = await requireOpenAgent(platform, row.agentId);
  const keys = await platform.vault.keysOf(safeId, 'collecting');
  const kept = sealed.openCredentials(keys, row.collectorId, row.sealedCredentials);
  return {
    credentials: await requireCredentials(platform, agent, { ...kept, ...given }),
    mergedWith: row.sealedCredentials,
    hasSecret: agent.fields.some(({ name, secret }) => secret && given[name] !== undefined && given[name] !== ''),
  };
}

/** False where another call has changed the credentials since these were merged with them: nothing is written then. */
async function patch(tx: Tx, platform: Platform, { owner, collectorId, body, checked }: Patching): Promise<boolean> {
  const { safeId, address } = owner;
  const key = { safeId, collectorId };
  await holdSafe(tx, safeId);
  const row = await requireCollector(tx, key);
  if (row.status === 'SYNCHRONIZING') throw new DomainError('CollectorBusy');
  if (checked && !checked.mergedWith.equals(row.sealedCredentials)) return false;
  if (body.categoryId !== undefined) await requireCategory(tx, safeId, body.categoryId);
  const keys = await platform.vault.keysOf(safeId, 'collecting', tx);
  const secrets = sealed.openCollector(keys, collectorId, row.sealed);
  const accountName = body.accountName ?? secrets.accountName;
  const set = {
    sealed: sealed.sealCollector(keys, collectorId, { ...secrets, accountName }),
    ...(body.categoryId !== undefined && { category_id: body.categoryId }),
    ...(checked && (await credentialColumns(tx, platform, { safeId, row, checked }))),
  };
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'collector.changed', objectId: collectorId },
    details: { title: accountName, address },
  });
  if (checked && row.status === 'BLOCKED') await startByHand(tx, platform, { ...key, from: ['BLOCKED'], set });
  else await changeCollector(tx, { ...key, from: [row.status] }, set);
  return true;
}

type Changing = { safeId: string; row: CollectorRow; checked: Checked };

/** @throws {DomainError} CollectorAlreadyExists: they are those of another collector’s account */
async function credentialColumns(
  tx: Tx,
  platform: Platform,
  { safeId, row, checked: { credentials, hasSecret } }: Changing,
): Promise<Updateable<Tables['collectors']>> {
  const { collectorId, agentId } = row;
  const agent = await requireOpenAgent(platform, agentId, tx);
  const keys = await platform.vault.keysOf(safeId, 'collecting', tx);
  const tag = sealed.accountTag(keys, agentId, accountKey(agent, credentials));
  const holder = await hasAccount(tx, safeId, tag);
  if (holder !== undefined && holder !== collectorId) throw new DomainError('CollectorAlreadyExists');
  const kept = sealed.openCredentials(keys, collectorId, row.sealedCredentials);
  const isOther = memoryKey(agent, kept) !== memoryKey(agent, credentials);
  return {
    account_tag: tag,
    sealed_credentials: sealed.sealCredentials(keys, collectorId, credentials),
    // An owner who gives a secret again to a server whose key has changed accepts its new key.
    ...((isOther || (hasSecret && row.alertCause === 'HOST_KEY_CHANGED')) && { sealed_memory: null }),
  };
}
