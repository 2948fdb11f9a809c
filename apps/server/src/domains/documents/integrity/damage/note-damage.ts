import { appendJournal } from '../../../../platform/journal/journal.ts';
import { queueMail } from '../../../../platform/mail/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { findOwner } from '../../../identity/identity.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { findDocument } from '../../record/documents.store.ts';
import type { DocumentSecrets } from '../../record/sealed-document.ts';
import { damageMails } from './damage.messages.ts';
import { markDamaged, markMended } from './damage.store.ts';

/** The one that met the damage: the owner who reads, or the server in the background. */
export type Finder = { safeId: string; address?: string | undefined; kind: 'owner' | 'system' };

export type Damage = { documentId: string; state: 'missing' | 'damaged'; secrets: DocumentSecrets };

/**
 * Marks a document whose stored content is lost or another: in its row, in the journal of its owner, in the log for
 * people. The owner is mailed when it is found first. The server, which looks again each day, adds an entry that time
 * alone; an owner's attempt is an entry each time.
 */
export async function noteDamage(platform: Platform, finder: Finder, damage: Damage): Promise<void> {
  const { documentId, state, secrets } = damage;
  const { safeId, address, kind } = finder;
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    // Destroyed while it was read: its object goes too.
    if (!(await findDocument(tx, safeId, documentId))) return;
    platform.log.error({ safeId, documentId, state }, 'a stored content is not whole');
    const isNew = await markDamaged(tx, { safeId, documentId }, platform.clock.now());
    if (isNew) await mailOwner(tx, platform, { safeId, documentId });
    if (!isNew && kind === 'system') return;
    const { title, sha256, sha512 } = secrets;
    await appendJournal(tx, platform, {
      ...{ safeId, actor: { kind }, action: 'document.integrity-refused', objectId: documentId },
      ...{ result: 'refused', details: { title, sha256, sha512, ...(address !== undefined && { address }) } },
    });
  });
}

type Named = { safeId: string; documentId: string };

async function mailOwner(tx: Tx, platform: Platform, { safeId, documentId }: Named): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner) return;
  const { href } = new URL(`/documents?document=${documentId}`, platform.settings.publicUrl);
  await queueMail(tx, platform, { to: owner.email, ...damageMails[owner.locale](href) });
}

/** Its content is whole again, from a backup for instance. */
export async function noteMended(platform: Platform, { safeId, documentId }: Named): Promise<void> {
  platform.log.warn({ safeId, documentId }, 'a stored content is whole again');
  await markMended(platform.db, { safeId, documentId });
}
