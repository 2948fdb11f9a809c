import { z } from 'zod';
import type { FederatedPerson } from '../../../platform/federation/federation.ts';
import type { Bearer } from '../../../platform/http/actors.ts';
import { isId, newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import * as store from './federation.store.ts';
import { federatedPerson, linkIdentity } from './links.ts';

/** Someone whom an employer has announced, and the federation has identified. */
const newcomer = z.object({ employerId: z.string(), employeeId: z.string(), person: federatedPerson });
export type FederatedNewcomer = z.output<typeof newcomer>;

/** From then on a not-activated token of fifteen minutes names them. */
export async function issueNotActivatedToken(
  platform: Platform,
  federated: FederatedNewcomer,
  bearer: Bearer,
): Promise<string> {
  const newcomerId = newId(platform.clock);
  await keep(platform.db, platform, {
    newcomerId,
    federated,
    lifeSeconds: platform.tokens.lifeSeconds('notActivated'),
  });
  return platform.tokens.issue('notActivated', { sub: newcomerId, sid: newcomerId }, bearer);
}

/** Null once they have begun to activate, or when their time is over. */
export async function findFederatedNewcomer(
  db: Db | Tx,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  newcomerId: string,
): Promise<FederatedNewcomer | null> {
  const found = isId(newcomerId) ? await store.findNewcomer(db, newcomerId, clock.now()) : undefined;
  return found ? newcomer.parse(openJson(secrets.values, placeOf(newcomerId), found.sealed)) : null;
}

/** Uses the not-activated token up; who they are goes on with the activation token. False when it has served. */
export async function carryToActivation(
  tx: Tx,
  platform: Platform,
  { newcomerId, activationTokenId }: { newcomerId: string; activationTokenId: string },
): Promise<boolean> {
  const federated = await findFederatedNewcomer(tx, platform, newcomerId);
  if (!federated || !(await store.deleteNewcomer(tx, newcomerId))) return false;
  const lifeSeconds = platform.tokens.lifeSeconds('activation');
  await keep(tx, platform, { newcomerId: activationTokenId, federated, lifeSeconds });
  return true;
}

type Activated = { activationTokenId: string; safeId: string; birthDate: string; address: string };

/** Links the identity of who activated through the federation; what they say of themselves must be what it said. */
export async function linkActivated(
  tx: Tx,
  platform: Platform,
  { activationTokenId, safeId, birthDate, address }: Activated,
): Promise<void> {
  const federated = await findFederatedNewcomer(tx, platform, activationTokenId);
  if (!federated) return;
  await store.deleteNewcomer(tx, activationTokenId);
  if (federated.person.birthDate === birthDate)
    await linkIdentity(tx, platform, { safeId, person: federated.person, address });
}

type Keeping = { newcomerId: string; federated: { person: FederatedPerson } & FederatedNewcomer; lifeSeconds: number };

const keep = (db: Db | Tx, { secrets, clock }: Platform, { newcomerId, federated, lifeSeconds }: Keeping) =>
  store.insertNewcomer(db, {
    newcomerId,
    sealed: sealJson(secrets.values, placeOf(newcomerId), federated),
    expiresAt: new Date(clock.now().getTime() + lifeSeconds * 1000),
  });

const placeOf = (newcomerId: string) => ({ table: 'federation_newcomers', column: 'sealed', row: newcomerId });
