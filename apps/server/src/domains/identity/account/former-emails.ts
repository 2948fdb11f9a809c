import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { deriveReference } from '../../../platform/references.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { listUndoableChanges } from '../email/email-changes.store.ts';

const former = z.object({ email: z.string() });

const placeOf = (changeId: string) => ({ table: 'email_changes', column: 'sealed_email', row: changeId });

type Values = Parameters<typeof sealJson>[0];
type Sealed = { changeId: string; sealedEmail: Buffer };

export const sealFormer = (values: Values, changeId: string, email: string): Buffer =>
  sealJson(values, placeOf(changeId), { email });
export const openFormer = (values: Values, { changeId, sealedEmail }: Sealed): string =>
  former.parse(openJson(values, placeOf(changeId), sealedEmail)).email;

type Codes = Pick<Secrets, 'codeTag'>;

/**
 * The token that undoes a change: a keyed hash of the change, so that a later mail to the same address has the link of
 * the first. The database has a keyed hash of the token alone.
 */
export const undoTokenOf = (secrets: Codes, { safeId, changeId }: { safeId: string; changeId: string }): string =>
  deriveReference(secrets, 'email-undo-token', safeId, changeId);

export const undoTag = (secrets: Codes, token: string): Buffer => secrets.codeTag('email-undo', token);

type Former = { email: string; undoToken: string };

/** The addresses that the login has had within the days in which a change is undone, each once, the oldest first. */
export async function listFormers(tx: Tx, platform: Platform, safeId: string): Promise<Former[]> {
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const formers = new Map<string, Former>();
  for (const change of await listUndoableChanges(tx, safeId, platform.clock.now())) {
    const email = openFormer(values, change);
    const undoToken = undoTokenOf(platform.secrets, { safeId, changeId: change.changeId });
    if (!formers.has(email)) formers.set(email, { email, undoToken });
  }
  return [...formers.values()];
}
