import type { Answered } from '@perenne/contract/endpoint';
import type { sendRequestedFile } from '@perenne/contract/document-requests';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Sender } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { receiveFromOutside, type OutsideUpload, type Receipt } from '../../documents/documents.ts';
import { findOwner } from '../../identity/identity.ts';
import { requestMails } from './request.messages.ts';
import { isActive } from '../sharing.rules.ts';
import { countReceived, findRequest, setTold } from './requests.store.ts';
import { openRequest } from './sealed-request.ts';

type Incoming = Pick<OutsideUpload, 'wantedBytes' | 'receive'>;

/**
 * Takes a file from who follows the link of a request.
 * @throws {DomainError} Forbidden once as many have come as were asked for; EntityNotFound (410) where it ended
 * meanwhile; as an upload does
 */
export async function receiveRequestedFile(
  platform: Platform,
  sender: Sender,
  incoming: Incoming,
): Promise<Answered<typeof sendRequestedFile>> {
  const { safeId, requestId, address, maxFiles, receivedCount } = sender;
  if (receivedCount >= maxFiles) throw new DomainError('Forbidden');
  const content = await receiveFromOutside(platform, {
    ...{ safeId, address, originId: requestId, actor: { kind: 'visitor' } },
    ...incoming,
    complete: (tx, { sizeBytes }) => settle(tx, platform, { sender, bytes: sizeBytes }),
  });
  const { fileName, sizeBytes } = content;
  return { fileName, size: sizeBytes, filesLeft: Math.max(0, maxFiles - receivedCount - 1) };
}

const toldEveryMs = 3_600_000;

async function settle(
  tx: Tx,
  platform: Platform,
  { sender, bytes }: { sender: Sender; bytes: number },
): Promise<Receipt> {
  const { safeId, requestId, address } = sender;
  const now = platform.clock.now();
  const counted = await countReceived(tx, sender, { bytes, now });
  if (!counted) throw await refusalOf(tx, sender, now);
  const { values } = await platform.vault.keysOf(safeId, 'sharing', tx);
  const { title } = openRequest(values, requestId, sender.sealedRequest);
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'visitor' }, action: 'request.received', objectId: requestId },
    details: { title, address },
  });
  if (counted.toldAt === null || now.getTime() - counted.toldAt.getTime() >= toldEveryMs) {
    await setTold(tx, sender, now);
    await tellOwner(tx, platform, safeId);
  }
  return { place: { categoryId: counted.categoryId, folderId: counted.folderId }, originName: title };
}

/** Others were faster, or it has ended meanwhile. */
async function refusalOf(tx: Tx, sender: Sender, now: Date): Promise<DomainError> {
  const row = await findRequest(tx, sender);
  return row && isActive(row, now) ? new DomainError('Forbidden') : new DomainError('EntityNotFound', { gone: true });
}

async function tellOwner(tx: Tx, platform: Platform, safeId: string): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner) return;
  const documentsUrl = new URL('/documents', platform.settings.publicUrl).href;
  await queueMail(tx, platform, { to: owner.email, ...requestMails[owner.locale].received(documentsUrl) });
}
