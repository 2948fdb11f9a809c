import type { DepositMetadata } from '@perenne/contract/employers';
import { DomainError } from '../../platform/domain-error.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal, type JournalActor } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { inTransaction, type Last } from '../../platform/postgres/last-statement.ts';
import { addDocument, choosePlace, createSafe, type StoredContent } from '../documents/documents.ts';
import { depositIdentity } from './deposits.rules.ts';
import * as store from './deposits.store.ts';
import { openAnswer, sealAnswer, type DepositAnswer } from './deposit-receipt.ts';
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
type Delivered = { documentId: string | null; journalHash: Buffer | null };

/**
 * One transaction: the document in the safe where its employee reads it today, the receipt and the
 * key, or none of them.
 */
export const settleDeposit = (platform: Platform, deposit: Deposit): Promise<Settled> =>
  inTransaction(platform.db, (tx, last) => settle(tx, platform, { deposit, last }));

type Settling = { deposit: Deposit; last: Last };

async function settle(tx: Tx, platform: Platform, { deposit, last }: Settling): Promise<Settled> {
  const { secrets, clock } = platform;
  const { employerId, metadata, sha256, key } = deposit;
  const depositId = newId(clock);
  const depositTag = secrets.tag('deposit', employerId, ...depositIdentity(metadata, sha256));
  const [recipient, same, isKeyTaken] = await Promise.all([
    store.lockRecipient(tx, employerId, numberTag(secrets, employerId, metadata.employeeNumber)),
    store.selectDepositByTag(tx, employerId, depositTag),
    store.takeKey(tx, { employerId, depositId, depositTag, now: deposit.now, ...key }),
  ]);
  if (!recipient) throw new DomainError('EntityNotFound', { field: 'metadata.employeeNumber' });
  // What went on paper is delivered to who accepts since.
  const isDue = same?.documentId === null && isElectronic(recipient);
  const known = isKeyTaken ? !isDue && same : await findByKey(tx, deposit);
  if (known) return { answer: openAnswer(secrets, known), isKept: false };
  if (isDue) await store.giveKey(tx, { employerId, keyTag: key.keyTag, depositId });
  const { documentId, journalHash } = await deliver(tx, platform, { deposit, recipient });
  const answer = answerOf(deposit, { depositId, documentId, journalHash });
  const { employeeId } = recipient;
  const sealedReceipt = sealAnswer(secrets, answer);
  const { now } = deposit;
  last(store.insertDeposit(tx, { employerId, depositId, employeeId, depositTag, documentId, sealedReceipt, now }));
  return { answer, isKept: documentId !== null };
}

/** The deposit of the request that came at the same instant under the same key. */
async function findByKey(tx: Tx, { employerId, key, now }: Deposit) {
  const found = await store.selectKey(tx, { employerId, keyTag: key.keyTag, now });
  if (!found?.requestTag.equals(key.requestTag)) throw new DomainError('IdempotencyKeyReused');
  return found;
}

type Delivery = { deposit: Deposit; recipient: store.Recipient };

async function deliver(tx: Tx, platform: Platform, { deposit, recipient }: Delivery): Promise<Delivered> {
  const { name } = openEmployer(platform.secrets, deposit.employerId, recipient.sealedEmployer);
  const actor: JournalActor = { kind: 'employer', id: deposit.employerId, name };
  if (!isElectronic(recipient)) return keepNothing(tx, platform, { deposit, recipient, actor });
  const { safeId, isOwned } = await destinationOf(tx, platform, { deposit, recipient, actor });
  const { type, title, period } = deposit.metadata;
  const place = isOwned ? await choosePlace(tx, { safeId, type }) : undefined;
  return addDocument(tx, platform, {
    ...{ safeId, content: deposit.content, title, type, actor, addedBy: 'company', address: deposit.address },
    origin: { id: deposit.employerId, name },
    ...(period !== undefined && { period }),
    ...(place && { place }),
  });
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
  if (recipient.safeId === null) return { documentId: null, journalHash: null };
  const journalHash = await appendJournal(tx, platform, {
    safeId: recipient.safeId,
    actor,
    action: 'document.deposit-refused',
    result: 'refused',
    details: { title: deposit.metadata.title, sha256: deposit.sha256, address: deposit.address },
  });
  return { documentId: null, journalHash };
}

function answerOf({ sha256, now }: Deposit, made: Delivered & { depositId: string }): DepositAnswer {
  const { depositId, documentId, journalHash } = made;
  return {
    depositId,
    delivery: documentId === null ? 'PAPER' : 'ELECTRONIC',
    sha256,
    receipt: { depositId, sha256, depositedAt: now.toISOString(), journalHash: journalHash?.toString('hex') ?? null },
  };
}
