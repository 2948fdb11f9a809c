import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openText, sealValue } from '../../../platform/sealing/values.ts';
import {
  countInside,
  holdSafe,
  selectFolders,
  selectInside,
  writeFolders,
  type ArrangedRow,
  type FolderRow,
} from './arranging.store.ts';
import { removeObjectsLater } from '../safe/destroy-safe.ts';
import * as store from './destroy.store.ts';
import { destroyFolders, treeOf } from './folder-tree.rules.ts';
import { gather, recorderOf, type Named } from './gather.ts';
import { leftTrashAt, trashLimit } from '../record/trash.rules.ts';

type Destroying = { safeId: string; keys: SafeKeys; actor: JournalActor; address?: string };
/** Folders that end, those that stay without them, and those of them that were named. */
type EndingFolders = { gone: FolderRow[]; loosened: FolderRow[]; journaled: FolderRow[] };

/** As many as one transaction destroys: more are left to the worker. */
const atATime = 500;

export const destroyJob = job<{ safeId: string }>('documents.destroy', { parallel: 2, timeoutSeconds: 3_000 });

/**
 * Destroys what is in the trash, for good: rows first, and with them the keys; objects later, by a job. Nothing of it
 * is to be seen any more once the request is answered, though the worker destroys the most part of a large selection.
 * @throws {DomainError} DocumentNotFound, FolderNotFound; AcknowledgementRequired unless it is acknowledged
 */
export async function destroySelection(
  platform: Platform,
  owner: Owner,
  asked: Named & { acknowledged?: boolean | undefined },
): Promise<void> {
  const { safeId, address } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const wanted = { safeId, named: asked, state: 'trashed', needsTree: false } as const;
    const { documents, folders, tree } = await gather(tx, platform, wanted);
    if (asked.acknowledged !== true) throw new DomainError('AcknowledgementRequired');
    const { gone, loosened } = destroyFolders(tree, folders);
    const isLarge = documents.length + (await countInside(tx, safeId, gone)) > atATime;
    const destroying: Destroying = { safeId, keys, actor: { kind: 'owner' }, address };
    if (isLarge) await destroyLater(tx, platform, { safeId, keys, address, documents, folders: gone });
    else {
      const inside = await selectInside(tx, safeId, gone);
      await destroyDocuments(tx, platform, { ...destroying, documents: [...documents, ...inside] });
    }
    await endFolders(tx, platform, { ...destroying, gone, loosened, journaled: folders });
  });
}

const addressPlace = (id: string) => ({ table: 'destructions', column: 'sealed_address', row: id });

type Leaving = { safeId: string; keys: SafeKeys; address: string; documents: ArrangedRow[]; folders: FolderRow[] };

async function destroyLater(tx: Tx, platform: Platform, { safeId, keys, address, ...leaving }: Leaving): Promise<void> {
  const now = platform.clock.now();
  const destruction = { safeId, destructionId: newId(platform.clock) };
  const documentIds = leaving.documents.map(({ documentId }) => documentId);
  const dueAt = leftTrashAt(now);
  const documents = await store.giveToDestruction(tx, destruction, { documentIds, folders: leaving.folders, dueAt });
  const sealedAddress = sealValue(keys.values, addressPlace(destruction.destructionId), address);
  await store.insertDestruction(tx, destruction, { documents, sealedAddress, now });
  await platform.jobs.enqueue(tx, destroyJob, { safeId });
}

async function destroyDocuments(
  tx: Tx,
  platform: Platform,
  { documents, ...destroying }: Destroying & { documents: ArrangedRow[] },
): Promise<void> {
  const { safeId } = destroying;
  const ids = documents.map(({ documentId }) => documentId);
  const deletion = store.deleteDocuments(tx, safeId, ids);
  const record = recorderOf(tx, platform, destroying);
  await Promise.all([deletion, ...record.documents('document.destroyed', documents)]);
  await removeObjectsLater(tx, platform, await deletion);
}

async function endFolders(
  tx: Tx,
  platform: Platform,
  { gone, loosened, journaled, ...destroying }: Destroying & EndingFolders,
): Promise<void> {
  if (gone.length === 0) return;
  const { safeId } = destroying;
  const folderIds = gone.map(({ folderId }) => folderId);
  await Promise.all([
    store.loosenDocuments(tx, safeId, folderIds),
    ...(loosened.length > 0 ? [writeFolders(tx, safeId, loosened)] : []),
    store.deleteFolders(tx, safeId, folderIds),
    ...recorderOf(tx, platform, destroying).folders('folder.destroyed', journaled),
  ]);
}

/** Destroys what has been in the trash for 30 days, a part of a safe at a time. Returns how many documents. */
export async function emptyTrash(platform: Platform, signal?: AbortSignal): Promise<number> {
  let destroyed = 0;
  for (const safeId of await store.selectDueSafes(platform.db, trashLimit(platform.clock.now()))) {
    signal?.throwIfAborted();
    try {
      destroyed += await emptyTrashOf(platform, safeId, signal);
    } catch (error) {
      // One safe that cannot be read does not keep the others from being emptied.
      platform.log.error({ err: error, safeId }, 'the trash of a safe could not be emptied');
    }
  }
  return destroyed;
}

/** The documents of large destructions first, and then those that are due by their age. Returns how many. */
export async function emptyTrashOf(platform: Platform, safeId: string, signal?: AbortSignal): Promise<number> {
  let destroyed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const part = await platform.db.transaction().execute((tx) => emptyPart(tx, platform, safeId));
    destroyed += part.documents;
    if (part.isLast) return destroyed;
  }
}

type Part = { documents: number; isLast: boolean };

/** Documents first: a folder ends when nothing is in it any more. */
async function emptyPart(tx: Tx, platform: Platform, safeId: string): Promise<Part> {
  const held = await holdSafe(tx, safeId);
  if (held.length === 0) return { documents: 0, isLast: true };
  const keys = await platform.vault.keysOf(safeId, 'background', tx);
  const asked = await store.findDestruction(tx, safeId);
  if (asked) return goOnWith(tx, platform, { safeId, keys, ...asked });
  const limit = trashLimit(platform.clock.now());
  const destroying: Destroying = { safeId, keys, actor: { kind: 'system' } };
  const documents = await store.selectDueDocuments(tx, safeId, { limit, atATime });
  const isLast = documents.length < atATime;
  await destroyDocuments(tx, platform, { ...destroying, documents });
  if (isLast) await endDueFolders(tx, platform, { ...destroying, limit });
  return { documents: documents.length, isLast };
}

type Asked = { safeId: string; keys: SafeKeys; destructionId: string; sealedAddress: Buffer };

/** Destroys a part of what its owner has asked for, in the owner's name. */
async function goOnWith(tx: Tx, platform: Platform, { safeId, keys, ...asked }: Asked): Promise<Part> {
  const { destructionId, sealedAddress } = asked;
  const address = openText(keys.values, addressPlace(destructionId), sealedAddress);
  const documents = await store.selectDestruction(tx, { safeId, destructionId }, atATime);
  await destroyDocuments(tx, platform, { safeId, keys, actor: { kind: 'owner' }, address, documents });
  if (documents.length < atATime) await store.endDestruction(tx, { safeId, destructionId });
  return { documents: documents.length, isLast: false };
}

async function endDueFolders(tx: Tx, platform: Platform, { limit, ...destroying }: Destroying & { limit: Date }) {
  const tree = treeOf(await selectFolders(tx, destroying.safeId));
  const due = [...tree.nodes.values()].filter(({ trashedAt }) => trashedAt !== null && trashedAt <= limit);
  const journaled = due.filter(({ folderId, trashedWith }) => folderId === trashedWith);
  await endFolders(tx, platform, { ...destroying, ...destroyFolders(tree, journaled), journaled });
}
