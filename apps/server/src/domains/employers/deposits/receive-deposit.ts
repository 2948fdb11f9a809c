import type { DepositMetadata } from '@perenne/contract/employers';
import { DomainError } from '../../../platform/domain-error.ts';
import type { EmployerActor } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  dropUpload,
  receiveContent,
  type IncomingFile,
  type AnnouncedIntent,
  type StoredContent,
} from '../../documents/documents.ts';
import { keyDays, readMetadata, requestIdentity } from './deposits.rules.ts';
import { selectRecipient } from './deposits.store.ts';
import type { DepositAnswer } from './deposit-receipt.ts';
import { numberTag } from '../employees/employee-record.ts';
import { openEmployer } from '../employer-record.ts';
import type { DepositsTogether } from './deposits-together.ts';
import type { Deposit, Settled } from './settle-deposit.ts';

/** All employers together take turns with safes and links at the antivirus. */
const depositsParty = 'deposits';

/** A form of `metadata` and `file`, in any order. */
export type DepositForm = {
  /** Names the object that the file becomes, and is ended in any case. */
  intent: AnnouncedIntent;
  idempotencyKey: string;
  /** Reads the form once; the file is given to `take` as it comes. */
  receive<T>(take: (file: IncomingFile) => Promise<T>): Promise<{ metadata: string; taken: T }>;
};

type Receiver = { platform: Platform; together: DepositsTogether };

/**
 * Deposits a document for an employee, once: the same request under the same key, and the same
 * document under another, are answered as the first was.
 * @throws {DomainError} IdempotencyKeyReused, EntityNotFound, and what refuses a content
 */
export async function receiveDeposit(
  receiver: Receiver,
  employer: EmployerActor,
  form: DepositForm,
): Promise<DepositAnswer> {
  const { platform } = receiver;
  try {
    const { answer, isKept } = await answerForm(receiver, employer, form);
    if (!isKept) await dropUpload(platform, form.intent);
    return answer;
  } catch (error) {
    await dropUpload(platform, form.intent, error);
    throw error;
  }
}

async function answerForm(
  { platform, together }: Receiver,
  employer: EmployerActor,
  form: DepositForm,
): Promise<Settled> {
  const { metadata: text, taken } = await form.receive((file) => takeOrRefuse(platform, form.intent, file));
  const metadata = readMetadata(text);
  if (taken instanceof DomainError) {
    await recordRefusal(platform, employer, metadata);
    throw taken;
  }
  const { idempotencyKey } = form;
  return together.settle(describe(platform, employer, { idempotencyKey, metadata, content: taken }));
}

/**
 * A content that is refused is read to its end: the person it was for may come after it, and the refusal is written
 * in that safe's journal.
 */
async function takeOrRefuse(
  platform: Platform,
  intent: AnnouncedIntent,
  { fileName, chunks }: IncomingFile,
): Promise<StoredContent | DomainError> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    return await receiveContent(platform, { intent, party: depositsParty }, { fileName, chunks: unclosed(source) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    while (!(await source.next()).done);
    return error;
  }
}

/** Leaves the source open when its reader stops early. */
async function* unclosed(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

async function recordRefusal(platform: Platform, employer: EmployerActor, metadata: DepositMetadata): Promise<void> {
  const { db, secrets } = platform;
  const { employerId, address } = employer;
  const recipient = await selectRecipient(db, employerId, numberTag(secrets, employerId, metadata.employeeNumber));
  if (!recipient?.safeId) return;
  const { name } = openEmployer(secrets, employerId, recipient.sealedEmployer);
  await appendJournal(db, platform, {
    safeId: recipient.safeId,
    actor: { kind: 'employer', id: employerId, name },
    action: 'document.deposit-refused',
    result: 'refused',
    details: { title: metadata.title, address },
  });
}

type Described = { idempotencyKey: string; metadata: DepositMetadata; content: StoredContent };

function describe(platform: Platform, { employerId, address }: EmployerActor, described: Described): Deposit {
  const { idempotencyKey, metadata, content } = described;
  const { secrets, clock } = platform;
  const sha256 = content.sha256.toString('hex');
  const now = clock.now();
  return {
    ...{ employerId, address, metadata, content, sha256, now },
    key: {
      keyTag: secrets.tag('deposit-key', employerId, idempotencyKey),
      requestTag: secrets.tag('deposit-request', employerId, ...requestIdentity(metadata, sha256)),
      expiresAt: new Date(now.getTime() + keyDays * 86_400_000),
    },
  };
}
