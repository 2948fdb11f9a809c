import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Bearer } from '../../../platform/http/actors.ts';
import { uuidOf } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { findPending, insertPending, type SignInKey } from './pending-sign-ins.store.ts';

const lifeMs = 10 * 60_000;

/** The purpose of a sign-in, once the second factor is given: another purpose cannot make use of it. */
export type SignInPurpose = 'session' | 'merge';

const pending = z.object({
  purpose: z.enum(['session', 'merge']),
  /** The result of the first factor, for its purpose to read. */
  subject: z.unknown(),
  browser: z.string().nullable(),
  /** The challenge of the passkey, where one may answer. */
  challenge: z.string().nullable(),
});
export type PendingSignIn = z.output<typeof pending>;

type Secrets = Pick<Platform['secrets'], 'codeTag'>;

const keyOf = (secrets: Secrets, safeId: string, signInId: string): SignInKey => ({
  safeId,
  tag: secrets.codeTag('sign-in', signInId),
});

const idBytes = 16;
const secretBytes = 32;

/** The safe, then chance: the row of a pending sign-in is found under its safe, as all its rows are. */
const newSignInId = (safeId: string): string =>
  Buffer.concat([Buffer.from(safeId.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)]).toString('base64url');

/** Null for what cannot be one. */
export function readSignInId({ secrets }: { secrets: Secrets }, signInId: string): SignInKey | null {
  const bytes = Buffer.from(signInId, 'base64url');
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== signInId) return null;
  return keyOf(secrets, uuidOf(bytes.subarray(0, idBytes)), signInId);
}

type Begun = Omit<PendingSignIn, 'browser'> & { safeId: string; origin: Bearer };

/** Kept for ten minutes, for the browser that began it; returns its secret identifier. */
export async function keepSignIn(tx: Tx, platform: Platform, { safeId, origin, ...begun }: Begun): Promise<string> {
  const signInId = newSignInId(safeId);
  const key = keyOf(platform.secrets, safeId, signInId);
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  origin.keepBrowser?.();
  const kept: PendingSignIn = { ...begun, browser: origin.browser };
  const expiresAt = new Date(platform.clock.now().getTime() + lifeMs);
  await insertPending(tx, key, { sealed: sealJson(values, placeOf(key), kept), expiresAt });
  return signInId;
}

/** Null where it is unknown, over, of another purpose or of another browser. */
export async function openSignIn(
  tx: Tx,
  platform: Platform,
  { key, purpose, origin }: { key: SignInKey; purpose: SignInPurpose; origin: Bearer },
): Promise<PendingSignIn | null> {
  const row = await findPending(tx, key, platform.clock.now());
  if (!row) return null;
  const { values } = await platform.vault.keysOf(key.safeId, 'owner', tx);
  const kept = pending.parse(openJson(values, placeOf(key), row.sealed));
  const isMine = kept.browser === null || kept.browser === origin.browser;
  return isMine && kept.purpose === purpose ? kept : null;
}

const placeOf = ({ safeId, tag }: SignInKey) => ({
  ...{ table: 'pending_sign_ins', column: 'sealed' },
  row: `${safeId}/${tag.toString('hex')}`,
});
