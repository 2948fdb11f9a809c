import { linkIdentity, unlinkIdentity } from '../../src/domains/identity/identity.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { linkedIdentity } from '../federation/identities.ts';
import * as cast from './cast.ts';
import { ownerActor } from './owners.ts';

const linkOf = (platform: Platform, issuer: string) => {
  const { sub, firstName, lastName, birthDate, email } = linkedIdentity;
  const { safeId, address } = ownerActor(platform, cast.nadege);
  return { safeId, address, person: { issuer, sub, firstName, lastName, birthDate, email }, isTold: false };
};

/** Nadège once signed in through the federation and linked it; to happen twice changes nothing. */
export async function ensureLinked(platform: Platform, issuer: string): Promise<void> {
  await platform.db.transaction().execute((tx) => linkIdentity(tx, platform, linkOf(platform, issuer)));
}

/** The same under another address of the stand-in, whose port of last time was taken; what is not linked stays so. */
export async function linkAgain(platform: Platform, issuer: string): Promise<void> {
  const link = linkOf(platform, issuer);
  await platform.db.transaction().execute(async (tx) => {
    if (await unlinkIdentity(tx, platform, link)) await linkIdentity(tx, platform, link);
  });
}
