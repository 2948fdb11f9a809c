import type { Invoice } from '@perenne/contract/invoices';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { lockAnyDocument, updateDocument } from '../record/documents.store.ts';
import { openDocument, sealDocument } from '../record/sealed-document.ts';
import { understandInvoice } from './invoice.rules.ts';

type Read = { keys: SafeKeys; safeId: string; documentId: string; invoice: Invoice };

/** Keeps, sealed with the document, what it says as an invoice, and names it by that where nobody has named it. */
export async function keepInvoice(tx: Tx, platform: Platform, read: Read): Promise<void> {
  const { keys, safeId, documentId, invoice } = read;
  const row = await lockAnyDocument(tx, safeId, documentId);
  if (!row) return;
  const before = openDocument(keys, documentId, row.sealed);
  const standing = { addedBy: row.addedBy, isInTrash: row.trashedAt !== null };
  const after = understandInvoice(before, standing, invoice);
  await updateDocument(tx, { safeId, documentId }, sealDocument(keys, documentId, after));
  const isRenamed = after.title !== before.title;
  if (!isRenamed && after.type === before.type) return;
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'system' }, objectId: documentId, details: { title: after.title } },
    action: isRenamed ? 'document.renamed' : 'document.changed',
  });
}
