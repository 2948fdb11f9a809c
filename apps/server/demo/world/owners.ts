import { createSafe } from '../../src/domains/documents/documents.ts';
import { markActivated, type EmployeeKey } from '../../src/domains/employers/employers.ts';
import {
  assertPasswordPolicy,
  hasAccount,
  normaliseProfile,
  openAccount,
  type OwnerProfile,
} from '../../src/domains/identity/identity.ts';
import { appendJournal } from '../../src/platform/journal/journal.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Tx } from '../../src/platform/postgres/db.ts';
import type { Owner } from './cast.ts';
import { findEmployee, type Job } from './employees.ts';
import { fixedId } from './timeline.ts';

/** Their own device, as the journals record it. */
export const ownerActor = (platform: Platform, { email }: Owner) => ({
  kind: 'owner' as const,
  safeId: fixedId(platform, `safe of ${email}`),
  sessionId: fixedId(platform, `session of ${email}`),
  tokenId: fixedId(platform, `token of ${email}`),
  ...{ address: '192.0.2.17', agent: 'browser', browser: null },
});

/** Opens the safe that its owner has activated for every employer; all of it, or nothing. */
export async function ensureOwner(platform: Platform, owner: Owner, jobs: readonly Job[]): Promise<void> {
  if (await hasAccount(platform.db, platform, owner.email)) return;
  const keys: EmployeeKey[] = [];
  for (const job of jobs) keys.push(await findEmployee(platform, owner, job));
  const profile = profileOf(platform, owner);
  assertPasswordPolicy(owner.password, profile);
  const passwordHash = await platform.passwords.hash(owner.password, '127.0.0.1');
  await platform.db.transaction().execute((tx) => openSafe(tx, platform, { owner, keys, profile, passwordHash }));
}

type Opening = { owner: Owner; keys: EmployeeKey[]; profile: OwnerProfile; passwordHash: string };

async function openSafe(tx: Tx, platform: Platform, { owner, keys, profile, passwordHash }: Opening): Promise<void> {
  const { safeId, address } = ownerActor(platform, owner);
  const actor = { kind: 'owner' } as const;
  const emailVerifiedAt = owner.mustChangeEmail ? null : platform.clock.now();
  await createSafe(tx, platform, { safeId, kind: 'owned', use: 'owner', actor, locale: profile.locale });
  for (const key of keys) await markActivated(tx, platform, { ...key, safeId });
  await openAccount(tx, platform, { safeId, profile, passwordHash, emailVerifiedAt });
  await appendJournal(tx, platform, { safeId, actor, action: 'safe.activated', details: { address } });
}

function profileOf(platform: Platform, owner: Owner): OwnerProfile {
  const { firstName, lastName, birthDate, phone, email } = owner;
  const typed = { firstName, lastName, birthDate, phone, ...owner.address, country: 'FR' };
  return { ...normaliseProfile(platform, typed), email, locale: 'fr' };
}
