import type { DepositMetadata } from '@perenne/contract/employers';
import { DomainError } from '../../platform/domain-error.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal, type JournalActor } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { inTransaction, type Last } from '../../platform/postgres/last-statement.ts';
import { choosePlace, createSafe, sealAdded, storeSealed, type StoredContent } from '../documents/documents.ts';
import { depositIdentity } from './deposits.rules.ts';
import * as store from './deposits.store.ts';
import { openAnswer, sealAnswer, withEntry, type DepositAnswer } from './deposit-receipt.ts';
import { numberTag } from './employee-record.ts';
import { openEmployer } from './employer-record.ts';
import { isElectronic } from './employers.rules.ts';

/** A document that has been received and belongs to nobody yet. */
export type Deposit = {
  employerId: string;
  address: string;
  metadata: DepositMetadata;
  content: StoredContent;
  sha256: string;
  now: Date;
  key: { keyTag: Buffer; requestTag: Buffer; expiresAt: Date };
};

/** The answer, and whether the content was made a document. */
export type Settled = { answer: DepositAnswer; isKept: boolean };
/** Where it goes: the safe, and whether its owner has arranged it. */
type Destination = { safeId: string; isOwned: boolean };
/** The hash of its entry comes with the commit. */
type Delivered = { safeId: string | null; documentId: string | null; journalHash: Promise<Buffer> | null };
type Unanswered = Settled & Pick<Delivered, 'journalHash'>;

/**
 * One transaction: the document in the safe where its employee reads it today, the receipt and the
 * key, or none of them.
 */
export async function settleDeposit(platform: Platform, deposit: Deposit): Promise<Settled> {
  const { answer, isKept, journalHash } = await inTransaction(platform.db, (tx, last) =>
    settle(tx, platform, { deposit, last }),
  );
  return { answer: journalHash ? withEntry(answer, await journalHash) : answer, isKept };
}

type Settling = { deposit: Deposit; last: Last };

async function settle(tx: Tx, platform: Platform, { deposit, last }: Settling): Promise<Unanswered> {
  const { secrets, clock } = platform;
  const { employerId, metadata, sha256, key } = deposit;
  const depositId = newId(clock);
  const depositTag = secrets.tag('deposit', employerId, ...depositIdentity(metadata, sha256));
  const { recipient, same, isKeyTaken } = await store.openDeposit(
    tx,
    numberTag(secrets, employerId, metadata.employeeNumber),
    { employerId, depositId, depositTag, now: deposit.now, ...key },
  );
  const byKey = isKeyTaken ? undefined : await findByKey(tx, deposit);
  if (!recipient) throw new DomainError('EntityNotFound', { field: 'metadata.employeeNumber' });
  // What went on paper is delivered to who accepts since.
  const isDue = same?.documentId === null && isElectronic(recipient);
  const known = byKey ?? (isDue ? undefined : same);
  if (known) return { answer: openAnswer(secrets, known), isKept: false, journalHash: null };
  if (isDue) await store.giveKey(tx, { employerId, keyTag: key.keyTag, depositId });
  const { safeId, documentId, journalHash } = await deliver(tx, platform, { deposit, recipient, last });
  const answer = answerOf(deposit, { depositId, documentId });
  const { employeeId } = recipient;
  const sealedReceipt = sealAnswer(secrets, answer);
  const { now } = deposit;
  const made = { employerId, depositId, employeeId, depositTag, documentId, sealedReceipt, now };
  last(store.insertDeposit(tx, made, safeId));
  return { answer, isKept: documentId !== null, journalHash };
}

/** The deposit of the request that came at the same instant under the same key. */
async function findByKey(tx: Tx, { employerId, key, now }: Deposit) {
  const found = await store.selectKey(tx, { employerId, keyTag: key.keyTag, now });
  if (!found?.requestTag.equals(key.requestTag)) throw new DomainError('IdempotencyKeyReused');
  return found;
}

type Delivery = { deposit: Deposit; recipient: store.Recipient; last: Last };

async function deliver(tx: Tx, platform: Platform, delivery: Delivery): Promise<Delivered> {
  const { deposit, recipient, last } = delivery;
  const { name } = openEmployer(platform.secrets, deposit.employerId, recipient.sealedEmployer);
  const actor: JournalActor = { kind: 'employer', id: deposit.employerId, name };
  if (!isElectronic(recipient)) return keepNothing(tx, platform, { ...delivery, actor });
  const { safeId, isOwned } = await destinationOf(tx, platform, { ...delivery, actor });
  const { type, title, period } = deposit.metadata;
  const { content, address } = deposit;
  const place = isOwned ? await choosePlace(tx, { safeId, type }) : undefined;
  const sealed = await sealAdded(tx, platform, {
    ...{ safeId, content, title, type, actor, addedBy: 'company', address },
    origin: { id: deposit.employerId, name },
    ...(period !== undefined && { period }),
    ...(place && { place }),
  });
  const { stored, queued } = storeSealed(tx, platform, sealed);
  last(stored);
  await queued;
  return { safeId, documentId: content.documentId, journalHash: stored };
}

type Acting = Delivery & { actor: JournalActor };

/** Before activation, a safe that waits is made with the first document that it holds. */
async function destinationOf(tx: Tx, platform: Platform, { deposit, recipient, actor }: Acting): Promise<Destination> {
  if (recipient.safeId !== null) return { safeId: recipient.safeId, isOwned: recipient.state === 'activated' };
  const safeId = newId(platform.clock);
  await createSafe(tx, platform, { safeId, kind: 'waiting', use: 'deposit', actor });
  await store.setWaitingSafe(tx, { employerId: deposit.employerId, employeeId: recipient.employeeId }, safeId);
  return { safeId, isOwned: false };
}

/** Refused by the employee: the employer delivers on paper. Where there is a safe, its journal says so. */
async function keepNothing(tx: Tx, platform: Platform, { deposit, recipient, actor }: Acting): Promise<Delivered> {
  const { safeId } = recipient;
  if (safeId === null) return { safeId, documentId: null, journalHash: null };
  const journalHash = await appendJournal(tx, platform, {
    safeId,
    actor,
    action: 'document.deposit-refused',
    result: 'refused',
    details: { title: deposit.metadata.title, sha256: deposit.sha256, address: deposit.address },
  });
  return { safeId, documentId: null, journalHash: Promise.resolve(journalHash) };
}

function answerOf(
  { sha256, now }: Deposit,
  made: Pick<Delivered, 'documentId'> & { depositId: string },
): DepositAnswer {
  const { depositId, documentId } = made;
  return {
    depositId,
    delivery: documentId === null ? 'PAPER' : 'ELECTRONIC',
    sha256,
    receipt: { depositId, sha256, depositedAt: now.toISOString(), journalHash: null },
  };
}
