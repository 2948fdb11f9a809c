import { setTimeout as wait } from 'node:timers/promises';
import { documentType, employerTypes, type DocumentType } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import {
  CollectingStopped,
  type CodeReply,
  type CodeRequest,
  type RunHost,
} from '../../../platform/collecting/collecting.ts';
import type { OfferedDocument } from '../../../platform/collecting/messages.ts';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Last } from '../../../platform/postgres/last-statement.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { holdSafe, receiveFromOutside, type Receipt, type StoredContent } from '../../documents/documents.ts';
import * as codes from './codes.store.ts';
import { codeLifeMs, resendPauseMs, wrongCodesAtMost } from '../collectors.rules.ts';
import { changeCollector } from '../collectors.store.ts';
import {
  countDocument,
  isKnownDocument,
  lockUnderWay,
  rememberDocument,
  updateRun,
  type RunKey,
} from './runs.store.ts';
import { identityTag, openCode, sealMemory, sealSkipped, type Skipped } from '../sealed-collector.ts';
import { titleOf } from './titles.rules.ts';

type Account = {
  keys: SafeKeys<'collecting'>;
  accountName: string;
  since: string | null;
  /** The identities of its documents belong to it. */
  documentsTag: Buffer;
  /** Those of documents that older releases brought may belong to these. */
  formerTags: readonly Buffer[];
};

/** A run's process reads nothing of its safe, and all that it brings goes through the rules of uploads. */
export function hostOf(platform: Platform, key: RunKey, account: Account): RunHost {
  const { safeId, collectorId } = key;
  const { keys, documentsTag, formerTags, since } = account;
  const { documentsAtMost } = platform.collecting;
  /** By their turn, in which the partner gave them: several are stored at once. */
  const skipped = new Map<number, Skipped>();
  let turns = 0;
  let received = 0;
  /** Wanted, and not in the safe yet. */
  let coming = 0;
  /** A document that is offered again while the first one is being stored does not overtake it. */
  const wanted = new Set<string>();
  const tagsOf = (identity: string) => ({
    tag: identityTag(keys, documentsTag, identity),
    formerTags: formerTags.map((tag) => identityTag(keys, tag, identity)),
  });
  const isKnown = (identity: string) => isKnownDocument(platform.db, { safeId, collectorId, ...tagsOf(identity) });
  return {
    isKnown,
    async wants({ identity, date }) {
      if (since !== null && date !== undefined && date < since) return false;
      if (wanted.has(identity) || (await isKnown(identity))) return false;
      if (received + coming >= documentsAtMost) throw new CollectingStopped('ENOUGH');
      coming += 1;
      wanted.add(identity);
      return true;
    },
    async receive(document, chunks) {
      const incoming = { document, chunks, ...tagsOf(document.identity) };
      const turn = ++turns;
      try {
        await receive(platform, key, { account, incoming });
        received += 1;
      } catch (error) {
        if (!(error instanceof DomainError) || !skippable.has(error.code)) {
          if (error instanceof DomainError)
            await noteSkipped(platform, key, { keys, skipped, turn, document, code: error.code });
          throw error;
        }
        await noteSkipped(platform, key, { keys, skipped, turn, document, code: error.code, tag: incoming.tag });
      } finally {
        coming -= 1;
      }
    },
    remember: (memory) => remember(platform, key, sealMemory(keys, collectorId, memory)),
    awaitCode: (request, signal) => awaitCode(platform, key, { keys, request, signal }),
  };
}

/** No other run would change these refusals: the document is not fetched again. */
const skippable: ReadonlySet<string> = new Set(['MalwareDetected', 'UnsupportedFileType', 'PayloadTooLarge']);

type Incoming = {
  document: OfferedDocument;
  chunks: AsyncIterable<Uint8Array>;
  tag: Buffer;
  formerTags: readonly Buffer[];
};

async function receive(
  platform: Platform,
  key: RunKey,
  { account, incoming }: { account: Account; incoming: Incoming },
): Promise<void> {
  const { safeId, collectorId } = key;
  const { document, chunks } = incoming;
  await receiveFromOutside(platform, {
    ...{ safeId, party: safeId, originId: collectorId, addedBy: 'collector', wantedBytes: limits.documentBytes },
    actor: { kind: 'collector', id: collectorId, name: account.accountName },
    receive: (take) => take({ fileName: document.fileName, chunks }),
    complete: (tx, content, last) => complete(tx, key, { account, incoming, content, last }),
  });
}

type Completing = { account: Account; incoming: Incoming; content: StoredContent; last: Last };

/**
 * In the document’s transaction: it comes once, and only while the run is the collector’s own.
 * @throws {CollectingStopped} STOPPED where it is not any more
 */
async function complete(tx: Tx, key: RunKey, completing: Completing): Promise<Receipt | null> {
  const { account, incoming, content, last } = completing;
  const { safeId, collectorId } = key;
  const { document, tag, formerTags } = incoming;
  // Sent together, in this order: the safe is held for as few waitings as may be, since each document wants it.
  const [, collector, isKnown] = await Promise.all([
    holdSafe(tx, safeId),
    lockUnderWay(tx, key),
    isKnownDocument(tx, { safeId, collectorId, tag, formerTags }),
  ]);
  if (!collector) throw new CollectingStopped('STOPPED');
  if (isKnown) return null;
  last(rememberDocument(tx, { safeId, collectorId, identityTag: tag, documentId: content.documentId }));
  last(countDocument(tx, key));
  return {
    place: { categoryId: collector.categoryId, folderId: null },
    ...{ originName: account.accountName, linkSentTo: null },
    type: typeOf(document),
    title: titleOf(document.title, content.fileName),
  };
}

/** A collector gives any type but those that an employer gives. */
function typeOf({ type }: OfferedDocument): DocumentType {
  const known = documentType.safeParse(type);
  return known.success && !employerTypes.includes(known.data) ? known.data : 'AUDO';
}

const skippedAtMost = 100;

type Skipping = {
  keys: SafeKeys;
  skipped: Map<number, Skipped>;
  turn: number;
  document: OfferedDocument;
  code: string;
  tag?: Buffer;
};

/** Records a document that the run did not bring. With its tag, it is never offered to this collector again. */
async function noteSkipped(platform: Platform, key: RunKey, skipping: Skipping) {
  const { safeId, collectorId, runId } = key;
  const { keys, skipped, turn, document, code, tag } = skipping;
  // The last place is kept for what ends the run: its owner reads why.
  const places = skippable.has(code) ? skippedAtMost - 1 : skippedAtMost;
  if (skipped.size < places) skipped.set(turn, { title: titleOf(document.title, document.fileName), code });
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    if (!(await lockUnderWay(tx, key))) throw new CollectingStopped('STOPPED');
    // A run leaves the rest to the next one: what is skipped takes no room of the safe, and nothing else bounds it.
    if (tag && turn <= platform.collecting.documentsAtMost)
      await rememberDocument(tx, { safeId, collectorId, identityTag: tag, documentId: null });
    const inTurn = [...skipped].toSorted(([one], [other]) => one - other).map(([, each]) => each);
    await updateRun(tx, key, { sealed_skipped: sealSkipped(keys, runId, inTurn) });
  });
}

async function remember(platform: Platform, key: RunKey, memory: Buffer): Promise<void> {
  const { safeId } = key;
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    if (!(await lockUnderWay(tx, key))) throw new CollectingStopped('STOPPED');
    await changeCollector(tx, { ...key, from: ['SYNCHRONIZING'] }, { sealed_memory: memory });
  });
}

type Awaiting = { keys: SafeKeys<'collecting'>; request: CodeRequest; signal: AbortSignal };

const lookEveryMs = 250;

/** Waits until the owner gives the code, in whichever process that is. */
async function awaitCode(platform: Platform, key: RunKey, { keys, request, signal }: Awaiting): Promise<CodeReply> {
  await platform.db.transaction().execute((tx) => beginAwaiting(tx, platform, { key, request }));
  for (;;) {
    await wait(lookEveryMs, undefined, { signal });
    const code = await codes.readCode(platform.db, key);
    if (!code) throw new CollectingStopped('STOPPED');
    if (code.state === 'RESEND' || code.state === 'GIVEN') {
      const sealedCode = await platform.db.transaction().execute((tx) => codes.takeCode(tx, key));
      return sealedCode === null ? 'resend' : { code: openCode(keys, key.runId, sealedCode) };
    }
    if (code.expiresAt <= platform.clock.now()) throw new CollectingStopped('CODE_NOT_GIVEN');
  }
}

/** @throws {CollectingStopped} CODE_REFUSED for the fifth wrong one; STOPPED */
async function beginAwaiting(tx: Tx, platform: Platform, { key, request }: { key: RunKey; request: CodeRequest }) {
  const { previousCodeWrong, expiresInSeconds } = request;
  await holdSafe(tx, key.safeId);
  if (!(await lockUnderWay(tx, key))) throw new CollectingStopped('STOPPED');
  const before = await codes.lockCode(tx, key);
  const known = before?.runId === key.runId ? before : undefined;
  const wrong = (known?.wrong ?? 0) + (previousCodeWrong ? 1 : 0);
  if (wrong >= wrongCodesAtMost) throw new CollectingStopped('CODE_REFUSED');
  const now = platform.clock.now();
  const lifeMs = Math.min(codeLifeMs, (expiresInSeconds ?? Infinity) * 1_000);
  await codes.awaitCode(tx, key, {
    // A wrong try gives no more time: only another code does.
    expiresAt: previousCodeWrong && known ? known.expiresAt : new Date(now.getTime() + lifeMs),
    canResendAt: new Date(now.getTime() + resendPauseMs),
    ...{ wrong, isAfterWrong: previousCodeWrong },
  });
  await changeCollector(tx, { ...key, from: ['SYNCHRONIZING'] }, { alert: 'MFA_REQUIRED', alert_since: now });
}
