import { createHash } from 'node:crypto';
import type { DepositMetadata } from '@perenne/contract/employers';
import { DomainError } from '../../platform/domain-error.ts';
import type { EmployerActor } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  dropUpload,
  receiveContent,
  type IncomingFile,
  type AnnouncedIntent,
  type StoredContent,
} from '../documents/documents.ts';
import { keyDays, readMetadata, requestIdentity } from './deposits.rules.ts';
import { selectKey, selectRecipient, type KnownDeposit } from './deposits.store.ts';
import { openAnswer, type DepositAnswer } from './deposit-receipt.ts';
import { numberTag } from './employee-record.ts';
import { openEmployer } from './employer-record.ts';
import { settleDeposit, type Deposit, type Settled } from './settle-deposit.ts';

/** A form of `metadata` and `file`, in any order. */
export type DepositForm = {
  /** Names the object that the file becomes, and is ended in any case. */
  intent: AnnouncedIntent;
  idempotencyKey: string;
  /** Reads the form once; the file is given to `take` as it comes. */
  receive<T>(take: (file: IncomingFile) => Promise<T>): Promise<{ metadata: string; taken: T }>;
};

/**
 * Deposits a document for an employee, once: the same request under the same key, and the same
 * document under another, are answered as the first was.
 * @throws {DomainError} IdempotencyKeyReused, EntityNotFound, and what refuses a content
 */
export async function receiveDeposit(
  platform: Platform,
  employer: EmployerActor,
  form: DepositForm,
): Promise<DepositAnswer> {
  try {
    const { answer, isKept } = await answerForm(platform, employer, form);
    if (!isKept) await dropUpload(platform, form.intent);
    return answer;
  } catch (error) {
    await dropUpload(platform, form.intent, error);
    throw error;
  }
}

async function answerForm(platform: Platform, employer: EmployerActor, form: DepositForm): Promise<Settled> {
  const keyTag = platform.secrets.tag('deposit-key', employer.employerId, form.idempotencyKey);
  const { metadata: text, taken } = await form.receive((file) => takeFile(platform, employer, { file, keyTag, form }));
  const metadata = readMetadata(text);
  if ('known' in taken) return repeatDeposit(platform, employer, { ...taken, metadata });
  if (taken instanceof DomainError) {
    await recordRefusal(platform, employer, metadata);
    throw taken;
  }
  return settleDeposit(platform, describe(platform, employer, { keyTag, metadata, content: taken }));
}

type Taking = { file: IncomingFile; keyTag: Buffer; form: DepositForm };

/** What comes under a key that has served is compared with what came, and not stored. */
async function takeFile(platform: Platform, { employerId }: EmployerActor, { file, keyTag, form }: Taking) {
  const known = await selectKey(platform.db, { employerId, keyTag, now: platform.clock.now() });
  return known ? { known, sha256: await digestOf(file) } : takeOrRefuse(platform, form.intent, file);
}

type Repeated = { known: KnownDeposit; sha256: string; metadata: DepositMetadata };

function repeatDeposit(
  { secrets }: Platform,
  { employerId }: EmployerActor,
  { known, sha256, metadata }: Repeated,
): Settled {
  const asked = secrets.tag('deposit-request', employerId, ...requestIdentity(metadata, sha256));
  if (!asked.equals(known.requestTag)) throw new DomainError('IdempotencyKeyReused');
  return { answer: openAnswer(secrets, known), isKept: false };
}

async function digestOf({ chunks }: IncomingFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * A content that is refused is read to its end: whom it was for may stand after it, and the refusal
 * is written in that safe's journal.
 */
async function takeOrRefuse(
  platform: Platform,
  intent: AnnouncedIntent,
  { fileName, chunks }: IncomingFile,
): Promise<StoredContent | DomainError> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    return await receiveContent(platform, intent, { fileName, chunks: unclosed(source) });
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

type Described = { keyTag: Buffer; metadata: DepositMetadata; content: StoredContent };

function describe(platform: Platform, { employerId, address }: EmployerActor, described: Described): Deposit {
  const { metadata, content, keyTag } = described;
  const { secrets, clock } = platform;
  const sha256 = content.sha256.toString('hex');
  const now = clock.now();
  return {
    ...{ employerId, address, metadata, content, sha256, now },
    key: {
      keyTag,
      requestTag: secrets.tag('deposit-request', employerId, ...requestIdentity(metadata, sha256)),
      expiresAt: new Date(now.getTime() + keyDays * 86_400_000),
    },
  };
}
