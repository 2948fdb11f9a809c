import { z } from 'zod';
import type { FederatedPerson } from '../../../platform/federation/federation.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { mailKnownAddresses } from '../account/known-addresses.ts';
import { lockOwner, mailTo } from '../account/owner.ts';
import { makeUndoLink } from '../takeover/takeover-undos.ts';
import { federationMails } from './federation.messages.ts';
import * as store from './federation.store.ts';

export const federatedPerson = z.object({
  issuer: z.string(),
  sub: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
});

/** The key of an identity is who vouches for it and the name that it has there, never its e-mail. */
export const identityTagOf = (
  { secrets }: Pick<Platform, 'secrets'>,
  { issuer, sub }: Pick<FederatedPerson, 'issuer' | 'sub'>,
): Buffer => secrets.tag('federated-identity', issuer, sub);

/** Whether the owner of a safe signs in through the federation too. */
export const isFederated = (db: Db | Tx, safeId: string): Promise<boolean> => store.isLinked(db, safeId);

const identityPlace = (safeId: string) => ({ table: 'federated_identities', column: 'sealed', row: safeId });

type Whose = {
  safeId: string;
  address: string;
  /** False where no owner has done it: no mail then. */
  isTold?: boolean;
};

type Linking = Whose & { person: FederatedPerson };

/** Links an identity to a safe, and notifies the owner. Returns false when one of both is linked already. */
export async function linkIdentity(tx: Tx, platform: Platform, { person, ...whose }: Linking): Promise<boolean> {
  const { safeId } = whose;
  const linkedAt = platform.clock.now();
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const sealed = sealJson(values, identityPlace(safeId), person);
  const link = { safeId, identityTag: identityTagOf(platform, person), sealed, linkedAt };
  if (!(await store.insertLink(tx, link))) return false;
  await noteChange(tx, platform, { ...whose, action: 'federation.linked', at: linkedAt });
  return true;
}

/** The identity that is linked to a safe. */
export async function readIdentity(tx: Tx, platform: Platform, safeId: string): Promise<FederatedPerson | null> {
  const sealed = await store.findSealedIdentity(tx, safeId);
  if (!sealed) return null;
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  return federatedPerson.parse(openJson(values, identityPlace(safeId), sealed));
}

/** False when none was linked. */
export async function unlinkIdentity(tx: Tx, platform: Platform, whose: Whose): Promise<boolean> {
  if (!(await store.deleteLink(tx, whose.safeId))) return false;
  await noteChange(tx, platform, { ...whose, action: 'federation.unlinked' });
  return true;
}

type Change = Whose & { action: 'federation.linked' | 'federation.unlinked'; at?: Date };

async function noteChange(tx: Tx, platform: Platform, change: Change): Promise<void> {
  const { safeId, action, address, isTold = true, at = platform.clock.now() } = change;
  await appendJournal(tx, platform, { safeId, actor: { kind: 'owner' }, action, details: { address } });
  if (!isTold) return;
  const url = new URL('/account/france-connect', platform.settings.publicUrl).href;
  if (action === 'federation.unlinked') {
    const to = await lockOwner(tx, platform, safeId);
    return mailTo(tx, platform, { to, mail: (locale) => federationMails[locale].unlinked(url) });
  }
  const undoUrl = await makeUndoLink(tx, platform, { safeId, changedAt: at });
  await mailKnownAddresses(tx, platform, { safeId, mail: (locale) => federationMails[locale].linked(url, undoUrl) });
}
