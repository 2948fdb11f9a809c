import type { Answered } from '@perenne/contract/endpoint';
import type { sendRequestedFile } from '@perenne/contract/document-requests';
import type { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Sender } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import {
  hasReceived,
  holdSafe,
  receiveFromOutside,
  type UploadSlots,
  type OutsideUpload,
  type Receipt,
  type StoredContent,
} from '../../documents/documents.ts';
import { findOwner } from '../../identity/identity.ts';
import { requestMails } from './request.messages.ts';
import { isActive } from '../sharing.rules.ts';
import { countReceived, findRequest, lockRequest, setNotified } from './requests.store.ts';
import { openRequest } from './sealed-request.ts';

type Said = z.output<typeof sendRequestedFile.form>;
type Take = Parameters<OutsideUpload['receive']>[0];
/** The file of a form, and what its sender wrote. */
type Incoming = Pick<OutsideUpload, 'wantedBytes'> & {
  receive(take: Take): Promise<{ fields: Said; taken: StoredContent }>;
};

/**
 * Takes a file from who follows the link of a request. The same file again, by name and bytes, is the one that came
 * within the hour, unless its owner put that into the trash: its answer was lost, and it is answered as then.
 * @throws {DomainError} Forbidden once as many have come as were asked for; EntityNotFound (410) where it ended
 * meanwhile; as an upload does: a safe that is full meanwhile says so of a file that came, too
 */
export async function receiveRequestedFile(
  { platform, slots }: { platform: Platform; slots: UploadSlots },
  sender: Sender,
  incoming: Incoming,
): Promise<Answered<typeof sendRequestedFile>> {
  if (isUsedUp(sender, platform.clock.now())) throw new DomainError('Forbidden');
  const { requestId, address } = sender;
  return slots.within({ linkId: requestId, address }, () => receiveFile(platform, sender, incoming));
}

async function receiveFile(
  platform: Platform,
  sender: Sender,
  incoming: Incoming,
): Promise<Answered<typeof sendRequestedFile>> {
  const { safeId, requestId, address } = sender;
  let filesLeft = 0;
  let said: Said = {};
  const { fileName, sizeBytes } = await receiveFromOutside(platform, {
    ...{ safeId, address, originId: requestId, party: requestId, actor: { kind: 'visitor' }, addedBy: 'employee' },
    wantedBytes: incoming.wantedBytes,
    receive: async (take) => {
      const { fields, taken } = await incoming.receive(take);
      said = fields;
      return taken;
    },
    complete: async (tx, content) => {
      const settled = await settle(tx, platform, { sender, content, said });
      filesLeft = settled.filesLeft;
      return settled.receipt;
    },
  });
  return { fileName, size: sizeBytes, filesLeft };
}

const notifiedEveryMs = 3_600_000;

/**
 * A sender who has lost an answer sends again at once. Without this limit, a link that takes nothing more would show
 * its holder whether a given content was sent, for as many as are tried.
 */
const sameWithinMs = 3_600_000;

const sameSince = (now: Date) => new Date(now.getTime() - sameWithinMs);

/** As many have come as were asked for, and none that comes can be one of them. */
const isUsedUp = ({ maxFiles, receivedCount, lastReceivedAt }: Sender, now: Date) =>
  receivedCount >= maxFiles && (lastReceivedAt === null || lastReceivedAt <= sameSince(now));

type Arrival = { sender: Sender; content: StoredContent; said: Said };
type Settled = { receipt: Receipt | null; filesLeft: number };

async function settle(tx: Tx, platform: Platform, { sender, content, said }: Arrival): Promise<Settled> {
  const { safeId, requestId, address } = sender;
  const now = platform.clock.now();
  // Sent together, in this order: the safe before its journal, as everywhere.
  const [, request] = await Promise.all([holdSafe(tx, safeId), lockRequest(tx, sender)]);
  const asked = { safeId, originId: requestId, since: sameSince(now), ...content };
  if (request && (await hasReceived(tx, platform, asked)))
    return { receipt: null, filesLeft: request.maxFiles - request.receivedCount };
  const counted = await countReceived(tx, sender, { bytes: content.sizeBytes, now });
  if (!counted) throw await refusalOf(tx, sender, now);
  const { values } = await platform.vault.keysOf(safeId, 'sharing', tx);
  const { title, email } = openRequest(values, requestId, sender.sealedRequest);
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'visitor' }, action: 'request.received', objectId: requestId },
    details: { title, address },
  });
  if (counted.toldAt === null || now.getTime() - counted.toldAt.getTime() >= notifiedEveryMs) {
    await setNotified(tx, sender, now);
    await notifyOwner(tx, platform, safeId);
  }
  const { categoryId, folderId, filesLeft } = counted;
  const originName = email === null ? title : `${email} (${title})`;
  const receipt = { place: { categoryId, folderId }, originName, linkSentTo: email, ...sentByOf(said) };
  return { receipt, filesLeft };
}

function sentByOf({ senderName: name, note }: Said): Pick<Receipt, 'sentBy'> {
  if (name === undefined && note === undefined) return {};
  return { sentBy: { ...(name !== undefined && { name }), ...(note !== undefined && { note }) } };
}

/** Others were faster, or it has ended meanwhile. */
async function refusalOf(tx: Tx, sender: Sender, now: Date): Promise<DomainError> {
  const row = await findRequest(tx, sender);
  return row && isActive(row, now) ? new DomainError('Forbidden') : new DomainError('EntityNotFound', { gone: true });
}

async function notifyOwner(tx: Tx, platform: Platform, safeId: string): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner) return;
  const documentsUrl = new URL('/documents', platform.settings.publicUrl).href;
  await queueMail(tx, platform, { to: owner.email, ...requestMails[owner.locale].received(documentsUrl) });
}
