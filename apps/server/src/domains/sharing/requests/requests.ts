import type { Answered, Received } from '@perenne/contract/endpoint';
import type * as contract from '@perenne/contract/document-requests';
import type { DocumentRequest } from '@perenne/contract/document-requests';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import { newId } from '../../../platform/identifiers.ts';
import { actOnDue } from '../../../platform/jobs/act-on-due.ts';
import { appendJournal, type NewEntry } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { choosePlace } from '../../documents/documents.ts';
import { findOwner } from '../../identity/identity.ts';
import { createOnce, creationKeyOf, type CreationKey } from '../creation-keys.ts';
import { countAddresses } from '../sending/quotas.ts';
import { expiryOf, isActive } from '../sharing.rules.ts';
import { openRequest, sealRequest } from './sealed-request.ts';
import { sendRequestJob } from './send-request.ts';
import { requestLinkOf, referenceTagOfRequest } from './request-links.ts';
import * as store from './requests.store.ts';

type Asked = Received<typeof contract.createDocumentRequest>['body'];

type Created = Answered<typeof contract.createDocumentRequest>;
type Wanted = { body: Asked; idempotencyKey: string | undefined };

/**
 * Makes a link by which someone outside sends files, once for a key.
 * @throws {DomainError} FolderNotFound, CategoryNotFound, IdempotencyKeyReused, DocumentRequestNotFound,
 * TooManyRequests
 */
export function createDocumentRequest(
  platform: Platform,
  owner: Owner,
  { body, idempotencyKey }: Wanted,
): Promise<Created> {
  const { safeId } = owner;
  const key = creationKeyOf(platform, 'document-request', { safeId, idempotencyKey, body });
  return createOnce(key, {
    find: (keyTag) => store.findRequestByKey(platform.db, safeId, keyTag),
    again: ({ requestId }) => readCreated(platform, owner, requestId),
    create: () => makeRequest(platform, owner, { asked: body, key }),
  });
}

/** As its GET gives it, with its link. */
async function readCreated(platform: Platform, owner: Owner, requestId: string): Promise<Created> {
  const link = requestLinkOf(platform, { safeId: owner.safeId, requestId });
  return { ...(await getDocumentRequest(platform, owner, requestId)), link };
}

type Making = { asked: Asked; key: CreationKey | null };

async function makeRequest(platform: Platform, owner: Owner, { asked, key }: Making): Promise<Created> {
  const { safeId } = owner;
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const requestId = newId(platform.clock);
  const createdAt = platform.clock.now();
  const expiresAt = expiryOf(createdAt, asked.durationDays);
  await platform.db.transaction().execute(async (tx) => {
    const profile = await findOwner(tx, platform, safeId);
    if (!profile) throw new DomainError('AuthTokenNotValid');
    if (asked.email !== undefined) await countAddresses(tx, platform, { safeId, emails: [asked.email] });
    const isNamed = asked.folderId !== undefined || asked.categoryId !== undefined;
    const place = isNamed ? await choosePlace(tx, { safeId, type: 'AUDO' }, asked) : null;
    const { title, message = null, email = null, maxFiles } = asked;
    const sender = `${profile.firstName} ${profile.lastName}`;
    await store.insertRequest(tx, {
      ...{ safe_id: safeId, request_id: requestId, max_files: maxFiles, created_at: createdAt, expires_at: expiresAt },
      sealed: sealRequest(values, requestId, { title, message, email, sender, locale: profile.locale }),
      ...{ category_id: place?.categoryId ?? null, folder_id: place?.folderId ?? null },
      ...(email === null
        ? { delivery: null, message_id: null }
        : { delivery: 'QUEUED', message_id: newId(platform.clock) }),
      ...{ key_tag: key?.keyTag ?? null, request_tag: key?.requestTag ?? null },
      reference_tag: referenceTagOfRequest(platform.secrets, { safeId, requestId }),
    });
    if (email !== null) await platform.jobs.enqueue(tx, sendRequestJob, { safeId, requestId });
    await record(tx, platform, { safeId, requestId, title, by: owner, action: 'request.created' });
  });
  return readCreated(platform, owner, requestId);
}

type Recorded = store.RequestKey & { title: string; by: Owner | null; action: NewEntry['action'] };

/** An entry that names a request by its title. */
export const record = (tx: Tx, platform: Platform, { safeId, requestId, title, by, action }: Recorded) =>
  appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: by ? 'owner' : 'system' }, action, objectId: requestId },
    details: { title, ...(by && { address: by.address }) },
  });

async function present(platform: Platform, safeId: string, row: store.RequestRow): Promise<DocumentRequest> {
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const { title, message, email } = openRequest(values, row.requestId, row.sealed);
  return {
    ...{ id: row.requestId, title, message, email, delivery: row.delivery },
    ...{ categoryId: row.categoryId, folderId: row.folderId, maxFiles: row.maxFiles },
    createdAt: row.createdAt.toISOString(),
    expirationDate: row.expiresAt.toISOString(),
    received: {
      ...{ count: row.receivedCount, size: row.receivedBytes },
      lastAt: row.lastReceivedAt?.toISOString() ?? null,
    },
    status: isActive(row, platform.clock.now()) ? 'active' : 'expired',
  };
}

/** @throws {DomainError} DocumentRequestNotFound */
async function requireRequest(platform: Platform, key: store.RequestKey): Promise<store.RequestRow> {
  const row = await store.findRequest(platform.db, key);
  if (!row || row.state === 'deleted') throw new DomainError('DocumentRequestNotFound');
  return row;
}

export const getDocumentRequest = async (platform: Platform, { safeId }: Owner, requestId: string) =>
  present(platform, safeId, await requireRequest(platform, { safeId, requestId }));

/** The newest first. */
export async function listDocumentRequests(
  platform: Platform,
  { safeId }: Owner,
  query: Received<typeof contract.listDocumentRequests>['query'],
): Promise<Answered<typeof contract.listDocumentRequests>> {
  const now = platform.clock.now();
  const scope = { list: 'document-requests', owner: safeId };
  const after = query.cursor && openCursor(platform.secrets, scope, { cursor: query.cursor, position: z.string() });
  const all = await store.selectRequests(platform.db, safeId);
  const found = all.filter((row) => !query.status || isActive(row, now) === (query.status === 'active'));
  const rest = after ? found.filter(({ requestId }) => requestId < after) : found;
  const rows = rest.slice(0, query.limit);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  return {
    items: await Promise.all(rows.map((row) => present(platform, safeId, row))),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.requestId) : null,
    total: found.length,
  };
}

/** @throws {DomainError} DocumentRequestNotFound; EntityNotFound (410) once it has ended */
export async function makeDocumentRequestLink(platform: Platform, { safeId }: Owner, requestId: string) {
  const row = await requireRequest(platform, { safeId, requestId });
  if (!isActive(row, platform.clock.now())) throw new DomainError('EntityNotFound', { gone: true });
  const key = { safeId, requestId };
  await store.keepReference(platform.db, key, referenceTagOfRequest(platform.secrets, key));
  return { link: requestLinkOf(platform, key) };
}

/** Ends a request, and takes it off the list. @throws {DomainError} DocumentRequestNotFound */
export async function deleteDocumentRequest(platform: Platform, owner: Owner, requestId: string): Promise<void> {
  const key = { safeId: owner.safeId, requestId };
  const { values } = await platform.vault.keysOf(key.safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const row = await store.findRequest(tx, key);
    const isChanged = row && (await store.changeState(tx, key, { from: ['active', 'expired'], to: 'deleted' }));
    if (!isChanged) throw new DomainError('DocumentRequestNotFound');
    const { title } = openRequest(values, requestId, row.sealed);
    await record(tx, platform, { ...key, title, by: owner, action: 'request.stopped' });
  });
}

/** Those that the clock has ended. Returns how many. */
export function expireRequests(platform: Platform, signal?: AbortSignal): Promise<number> {
  const work = {
    select: () => store.selectDueRequests(platform.db, platform.clock.now()),
    idsOf: (key: store.RequestKey) => key,
    act: (key: store.RequestKey) => platform.db.transaction().execute((tx) => expire(tx, platform, key)),
    failure: 'a request whose time is over could not be ended',
  };
  return actOnDue(platform, work, signal);
}

async function expire(tx: Tx, platform: Platform, key: store.RequestKey): Promise<boolean> {
  const row = await store.findRequest(tx, key);
  if (!row || !(await store.changeState(tx, key, { from: ['active'], to: 'expired' }))) return false;
  const { values } = await platform.vault.keysOf(key.safeId, 'background', tx);
  const { title } = openRequest(values, key.requestId, row.sealed);
  await record(tx, platform, { ...key, title, by: null, action: 'request.expired' });
  return true;
}
