import type { Received } from '@perenne/contract/endpoint';
import type { Document, patchDocument as patchEndpoint } from '@perenne/contract/documents';
import { ownerTypes } from '@perenne/contract/documents';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canChangeType } from '../record/documents.rules.ts';
import { lockDocument, updateDocument } from '../record/documents.store.ts';
import { openRow, presentOne } from './present-document.ts';
import { requireUnchanged } from '../record/formerly.rules.ts';
import { requireDocument } from '../record/require-document.ts';
import { canExpire, expiryOf } from '../identity-papers/expiry.rules.ts';
import { reminderOf } from '../identity-papers/reminders.ts';
import { sealDocument, type DocumentSecrets } from '../record/sealed-document.ts';

type Change = Received<typeof patchEndpoint>['body'];

/** The technical metadata of a document. @throws {DomainError} DocumentNotFound */
export async function getDocument(platform: Platform, owner: Owner, documentId: string): Promise<Document> {
  const { safeId } = owner;
  const row = await requireDocument(platform, safeId, documentId);
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const presented = await presentOne(platform.db, { safeId, keys, now: platform.clock.now() }, row);
  await appendJournal(platform.relaxedDb, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'document.metadata-read', objectId: documentId },
    details: { title: presented.title, address: owner.address },
  });
  return presented;
}

/** @throws {DomainError} DocumentNotFound, in the trash too; Forbidden for what is not its owner's to say; ModifiedElsewhere */
export async function changeDocument(
  platform: Platform,
  owner: Owner,
  { documentId, change }: { documentId: string; change: Change },
): Promise<Document> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockDocument(tx, safeId, documentId);
    if (!row) throw new DomainError('DocumentNotFound');
    const before = openRow(keys, row);
    requireSeen(before.secrets, change);
    requireType(before.addedBy, before.secrets.type, change.type);
    const secrets = changeSecrets(before.secrets, change);
    const unread = change.unread ?? row.unread;
    const sealed = {
      ...sealDocument(keys, documentId, secrets),
      ...(expiryOf(secrets) !== expiryOf(before.secrets) && reminderOf(platform, secrets)),
    };
    const renamed = secrets.title !== before.secrets.title;
    const [presented] = await Promise.all([
      presentOne(tx, { safeId, keys, now: platform.clock.now() }, { ...row, ...sealed, unread }),
      updateDocument(tx, { safeId, documentId }, { ...sealed, unread }),
      appendJournal(tx, platform, {
        ...{ safeId, actor: { kind: 'owner' }, objectId: documentId },
        action: renamed ? 'document.renamed' : 'document.changed',
        details: { title: secrets.title, address: owner.address },
      }),
    ]);
    return presented;
  });
}

function requireSeen(secrets: DocumentSecrets, { formerly = {}, title, type, expiresOn }: Change): void {
  const current = { title: secrets.title, type: secrets.type, expiresOn: expiryOf(secrets) };
  requireUnchanged(current, { formerly, asked: { title, type, expiresOn } });
}

/** A date stays sealed while the type has none: who gives the type back finds it again. */
function changeSecrets({ expiresOn: known, ...before }: DocumentSecrets, change: Change): DocumentSecrets {
  const { title = before.title, type = before.type, expiresOn = known } = change;
  if (change.expiresOn !== undefined && !canExpire(type)) throw new DomainError('Forbidden', { field: 'expiresOn' });
  const said = { ...before.ownerSaid, ...saidBy(change) };
  return {
    ...before,
    title,
    type,
    ...(expiresOn && { expiresOn }),
    ...(Object.keys(said).length > 0 && { ownerSaid: said }),
  };
}

const saidBy = ({ title, type }: Change): NonNullable<DocumentSecrets['ownerSaid']> => ({
  ...(title !== undefined && { title: true }),
  ...(type !== undefined && { type: true }),
});

function requireType(addedBy: Document['addedBy'], before: Document['type'], asked: Change['type']): void {
  if (asked === undefined || asked === before) return;
  if (!canChangeType(addedBy) || !ownerTypes.includes(asked)) throw new DomainError('Forbidden', { field: 'type' });
}
