import { createHash } from 'node:crypto';
import type { DepositMetadata } from '@perenne/contract/employers';
import { DomainError } from '../../platform/domain-error.ts';
import type { EmployerActor } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  announceUpload,
  dropUpload,
  receiveContent,
  type IncomingFile,
  type AnnouncedIntent,
  type StoredContent,
} from '../documents/documents.ts';
import { keyDays, readMetadata, requestIdentity } from './deposits.rules.ts';
import { selectKey, selectRecipient } from './deposits.store.ts';
import { openAnswer, type DepositAnswer } from './deposit-receipt.ts';
import { numberTag } from './employee-record.ts';
import { openEmployer } from './employer-record.ts';
import { settleDeposit, type Deposit } from './settle-deposit.ts';

/** A form of `metadata` and `file`, in any order. */
export type DepositForm = {
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
  const keyTag = platform.secrets.tag('deposit-key', employer.employerId, form.idempotencyKey);
  const { known, intent } = await announceDeposit(platform, employer, keyTag);
  if (known) {
    await dropUpload(platform, intent);
    return repeatDeposit(platform, employer, { form, known });
  }
  try {
    const { metadata, content } = await receiveFile(platform, employer, { form, intent });
    const deposit = describe(platform, employer, { keyTag, metadata, content });
    const { answer, isKept } = await settleDeposit(platform, deposit);
    if (!isKept) await dropUpload(platform, intent);
    return answer;
  } catch (error) {
    await dropUpload(platform, intent);
    throw error;
  }
}

/** Looks for the key, which is seldom known, and announces the upload: one way to the database for both. */
function announceDeposit(platform: Platform, { employerId }: EmployerActor, keyTag: Buffer) {
  return platform.db.connection().execute(async (connection) => {
    const [known, intent] = await Promise.all([
      selectKey(connection, { employerId, keyTag, now: platform.clock.now() }),
      settled(announceUpload(platform, employerId, connection)),
    ]);
    return { known, intent };
  });
}

/** The connection is held until the intent is written, or could not be. */
async function settled(intent: AnnouncedIntent): Promise<AnnouncedIntent> {
  await intent.written;
  return intent;
}

type Known = { requestTag: Buffer; depositId: string; sealedReceipt: Buffer };

/** The key has served: what comes is compared with what came, and not stored. */
async function repeatDeposit(
  { secrets }: Platform,
  { employerId }: EmployerActor,
  { form, known }: { form: DepositForm; known: Known },
): Promise<DepositAnswer> {
  const { metadata, taken } = await form.receive(digestOf);
  const asked = secrets.tag('deposit-request', employerId, ...requestIdentity(readMetadata(metadata), taken));
  if (!asked.equals(known.requestTag)) throw new DomainError('IdempotencyKeyReused');
  return openAnswer(secrets, known);
}

async function digestOf({ chunks }: IncomingFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

type Incoming = { form: DepositForm; intent: AnnouncedIntent };

async function receiveFile(platform: Platform, employer: EmployerActor, { form, intent }: Incoming) {
  const { metadata: text, taken } = await form.receive((file) => takeOrRefuse(platform, intent, file));
  const metadata = readMetadata(text);
  if (taken instanceof DomainError) {
    await recordRefusal(platform, employer, metadata);
    throw taken;
  }
  return { metadata, content: taken };
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
