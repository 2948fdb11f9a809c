import type { Json } from '@perenne/collecting/run';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { keyedHash, type SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { openJson, openText, sealJson, sealValue } from '../../platform/sealing/values.ts';
import type { Credentials } from './credentials.rules.ts';

/** The sealed part of a collector's row besides its credentials. */
const collectorSecrets = z.object({
  accountName: z.string(),
  /** `YYYY-MM-DD`: the owner wants what is from that day on. */
  since: z.string().nullable(),
});
export type CollectorSecrets = z.output<typeof collectorSecrets>;

/** A document that was offered and will not be fetched. */
export type Skipped = { title: string; code: string };

const placeIn = (table: string, column: string) => (row: string) => ({ table, column, row });
const collectorPlace = placeIn('collectors', 'sealed');
const credentialsPlace = placeIn('collectors', 'sealed_credentials');
const memoryPlace = placeIn('collectors', 'sealed_memory');
const skippedPlace = placeIn('collector_runs', 'sealed_skipped');
const codePlace = placeIn('collector_codes', 'sealed_code');

export const sealCollector = ({ values }: SafeKeys, collectorId: string, secrets: CollectorSecrets): Buffer =>
  sealJson(values, collectorPlace(collectorId), secrets);
export const openCollector = ({ values }: SafeKeys, collectorId: string, sealed: Buffer): CollectorSecrets =>
  collectorSecrets.parse(openJson(values, collectorPlace(collectorId), sealed));

type SealedRow = { collectorId: string; agentId: string; sealed: Buffer };

/** The same, with an alarm; null where the row is damaged. */
export function openIfWhole(
  { log }: Pick<Platform, 'log'>,
  keys: SafeKeys,
  { collectorId, sealed }: Omit<SealedRow, 'agentId'>,
): CollectorSecrets | null {
  try {
    return openCollector(keys, collectorId, sealed);
  } catch (error) {
    // Without its message, which may repeat what was sealed.
    log.error({ collectorId, cause: error instanceof Error ? error.name : undefined }, 'a collector cannot be opened');
    return null;
  }
}

/** The owner's name for it; the partner's where the row is damaged. */
export function nameOf(platform: Pick<Platform, 'log' | 'collecting'>, keys: SafeKeys, row: SealedRow): string {
  const secrets = openIfWhole(platform, keys, row);
  const agent = platform.collecting.agents.find(({ id }) => id === row.agentId);
  return secrets?.accountName ?? agent?.name.fr ?? row.agentId;
}

/** Keys that were asked for any other purpose open neither credentials nor codes: the compiler refuses them. */
type CollectingKeys = SafeKeys<'collecting'>;

export const sealCredentials = ({ values }: CollectingKeys, collectorId: string, credentials: Credentials): Buffer =>
  sealJson(values, credentialsPlace(collectorId), credentials);
export const openCredentials = ({ values }: CollectingKeys, collectorId: string, sealed: Buffer): Credentials =>
  openJson(values, credentialsPlace(collectorId), sealed) as Credentials;

export const sealMemory = ({ values }: SafeKeys, collectorId: string, memory: Json): Buffer =>
  sealJson(values, memoryPlace(collectorId), memory);
export const openMemory = ({ values }: SafeKeys, collectorId: string, sealed: Buffer): Json =>
  openJson(values, memoryPlace(collectorId), sealed) as Json;

export const sealSkipped = ({ values }: SafeKeys, runId: string, skipped: readonly Skipped[]): Buffer =>
  sealJson(values, skippedPlace(runId), skipped);
export const openSkipped = ({ values }: SafeKeys, runId: string, sealed: Buffer): Skipped[] =>
  openJson(values, skippedPlace(runId), sealed) as Skipped[];

export const sealCode = ({ values }: CollectingKeys, runId: string, code: string): Buffer =>
  sealValue(values, codePlace(runId), code);
export const openCode = ({ values }: CollectingKeys, runId: string, sealed: Buffer): string =>
  openText(values, codePlace(runId), sealed);

/** Equal where two collectors are of one account, or their documents are. */
export const accountTag = ({ index }: SafeKeys, agentId: string, account: string): Buffer =>
  keyedHash(index, 'collector-account', JSON.stringify([agentId, account]));

export const identityTag = ({ index }: SafeKeys, account: Buffer, identity: string): Buffer =>
  keyedHash(index, 'collected', JSON.stringify([account.toString('hex'), identity]));
