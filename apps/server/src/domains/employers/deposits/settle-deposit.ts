import type { DepositMetadata } from '@perenne/contract/employers';
import { sql } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import { appendJournal, type JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { inTransaction, isRefusal, type Last } from '../../../platform/postgres/last-statement.ts';
import { candidateOf, createSafe, sealAdded, storeAdded, type StoredContent } from '../../documents/documents.ts';
import { depositIdentity } from './deposits.rules.ts';
import * as store from './deposits.store.ts';
import { openAnswer, sealAnswer, withEntry, type DepositAnswer } from './deposit-receipt.ts';
import { numberTag } from '../employees/employee-record.ts';
import { openEmployer } from '../employer-record.ts';
import { isElectronic } from '../employers.rules.ts';

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
/** The safe of a deposit, and whether its owner has arranged it. */
type Destination = { safeId: string; isOwned: boolean };
/** The hash of its entry comes with the commit; there is none where there is no safe. */
type Entered = { journalHash: Promise<Buffer> | null };

/** A deposit that has to wait for somebody else's lock does so alone. */
const lockWait = sql`set local lock_timeout = '100ms'`;

/** Deposits that could not be settled together: nothing has happened to any, and alone each may be. */
export class NotTogether extends Error {
  override readonly name = 'NotTogether';
}

/**
 * One transaction for all of them: each document in the safe where its employee reads it today, its receipt
 * and its key, or nothing of any. No two are for the same employee: one would not see what the other makes.
 * @throws {NotTogether} where several were given
 * @throws {DomainError} IdempotencyKeyReused, EntityNotFound; ServiceUnavailable where the upload was cleared
 */
export async function settleDeposits<T extends { deposit: Deposit }>(
  platform: Platform,
  deposits: readonly T[],
): Promise<Array<T & { settled: Settled }>> {
  const isAlone = deposits.length === 1;
  let isCommitting = false;
  try {
    const made = await inTransaction(platform.db, async (tx, last) => {
      isCommitting = false;
      if (!isAlone) last(lockWait.execute(tx));
      const outcomes = await Promise.allSettled(
        deposits.map(async (given) => ({ given, ...(await settle(tx, platform, { deposit: given.deposit, last })) })),
      );
      const values = outcomes.map(valueOf);
      isCommitting = true;
      return values;
    });
    return await Promise.all(made.map(async ({ given, ...one }) => ({ ...given, settled: await withHash(one) })));
  } catch (error) {
    // Whether a commit whose answer was lost has happened, nobody knows: it is not begun again.
    const isUndone = !isCommitting || error instanceof DomainError || isRefusal(error);
    throw isUndone && !isAlone ? new NotTogether('one of these deposits fails', { cause: error }) : error;
  }
}

/** Once all have ended: a transaction is not given up while some of it still asks for things. */
function valueOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

const withHash = async ({ answer, isKept, journalHash }: Settled & Entered): Promise<Settled> => ({
  answer: journalHash ? withEntry(answer, await journalHash) : answer,
  isKept,
});

type Settling = { deposit: Deposit; last: Last };

async function settle(tx: Tx, platform: Platform, { deposit, last }: Settling): Promise<Settled & Entered> {
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
  // A deposit that went on paper stays there under every key: nothing is delivered twice.
  const known = byKey ?? same;
  if (known) return { answer: openAnswer(secrets, known), isKept: false, journalHash: null };
  return make(tx, platform, { deposit, recipient, depositId, depositTag, last });
}

type Making = Settling & { recipient: store.Recipient; depositId: string; depositTag: Buffer };

async function make(tx: Tx, platform: Platform, { deposit, recipient, last, ...ids }: Making) {
  const { secrets } = platform;
  const { employerId, content, metadata, now } = deposit;
  const { employeeId, sealedEmployer } = recipient;
  const documentId = isElectronic(recipient, metadata.type) ? content.documentId : null;
  const answer = answerOf(deposit, { ...ids, documentId });
  const { name } = openEmployer(secrets, employerId, sealedEmployer);
  const delivery: Delivery = {
    ...{ deposit, recipient, last },
    actor: { kind: 'employer', id: employerId, name },
    made: { ...ids, employerId, employeeId, documentId, sealedReceipt: sealAnswer(secrets, answer), now },
  };
  const isKept = documentId !== null;
  return { answer, isKept, ...(await (isKept ? keep : keepNothing)(tx, platform, delivery)) };
}

/** The deposit of the request that came at the same instant under the same key. */
async function findByKey(tx: Tx, { employerId, key, now }: Deposit) {
  const found = await store.selectKey(tx, { employerId, keyTag: key.keyTag, now });
  if (!found?.requestTag.equals(key.requestTag)) throw new DomainError('IdempotencyKeyReused');
  return found;
}

type Delivery = {
  deposit: Deposit;
  recipient: store.Recipient;
  actor: JournalActor & { name: string };
  made: store.NewDeposit;
  last: Last;
};

async function keep(tx: Tx, platform: Platform, delivery: Delivery): Promise<Entered> {
  const { deposit, actor, made, last } = delivery;
  const { safeId, isOwned } = await destinationOf(tx, platform, delivery);
  const { type, title, period } = deposit.metadata;
  const { content, address, employerId } = deposit;
  const sealed = await sealAdded(tx, platform, {
    ...{ safeId, content, title, type, actor, addedBy: 'company', address },
    origin: { id: employerId, name: actor.name },
    ...(period !== undefined && { period }),
    ...(isOwned && { places: [candidateOf(type)] }),
  });
  const stored = storeAdded(tx, platform, { ...sealed, beside: (hash) => store.insertionOf(made, hash) });
  const journalHash = stored.then(({ hash }) => hash);
  last(journalHash);
  return { journalHash };
}

/** Before activation, a safe that waits is made with the first document that it holds. */
async function destinationOf(
  tx: Tx,
  platform: Platform,
  { deposit, recipient, actor }: Delivery,
): Promise<Destination> {
  if (recipient.safeId !== null) return { safeId: recipient.safeId, isOwned: recipient.state === 'activated' };
  const safeId = newId(platform.clock);
  await createSafe(tx, platform, { safeId, kind: 'waiting', use: 'deposit', actor });
  await store.setWaitingSafe(tx, { employerId: deposit.employerId, employeeId: recipient.employeeId }, safeId);
  return { safeId, isOwned: false };
}

/** Refused by the employee: the employer delivers on paper. If there is a safe, its journal says so. */
async function keepNothing(tx: Tx, platform: Platform, delivery: Delivery): Promise<Entered> {
  const { deposit, recipient, actor, made, last } = delivery;
  const { safeId } = recipient;
  const hash = safeId === null ? null : await appendJournal(tx, platform, { safeId, ...refusalOf(deposit), actor });
  last(store.insertDeposit(tx, made, hash));
  return { journalHash: hash && Promise.resolve(hash) };
}

const refusalOf = ({ metadata: { title }, sha256, address }: Deposit) => ({
  action: 'document.deposit-refused' as const,
  result: 'refused' as const,
  details: { title, sha256, address },
});

function answerOf(
  { sha256, now }: Deposit,
  { depositId, documentId }: Pick<store.NewDeposit, 'depositId' | 'documentId'>,
): DepositAnswer {
  return {
    depositId,
    delivery: documentId === null ? 'PAPER' : 'ELECTRONIC',
    sha256,
    receipt: { depositId, sha256, depositedAt: now.toISOString(), journalHash: null },
  };
}
