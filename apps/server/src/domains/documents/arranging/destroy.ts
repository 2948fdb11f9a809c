import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import {
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
import { trashLimit } from '../record/trash.rules.ts';

type Destruction = { safeId: string; keys: SafeKeys; actor: JournalActor; address?: string };
type Ended = { documents: ArrangedRow[]; gone: FolderRow[]; loosened: FolderRow[]; journaled: FolderRow[] };

/**
 * Destroys what is in the trash, for good: rows first, and with them the keys; objects later, by a job.
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
    const inside = await selectInside(tx, safeId, gone);
    const ended = { documents: [...documents, ...inside], gone, loosened, journaled: folders };
    await destroy(tx, platform, { safeId, keys, actor: { kind: 'owner' }, address, ...ended });
  });
}

const atATime = 500;

async function destroy(tx: Tx, platform: Platform, { safeId, ...ending }: Destruction & Ended): Promise<void> {
  const { documents, gone, loosened, journaled } = ending;
  const record = recorderOf(tx, platform, { safeId, ...ending });
  for (let at = 0; at < documents.length; at += atATime) {
    const some = documents.slice(at, at + atATime);
    const ids = some.map(({ documentId }) => documentId);
    const deletion = store.deleteDocuments(tx, safeId, ids);
    await Promise.all([deletion, ...record.documents('document.destroyed', some)]);
    await removeObjectsLater(tx, platform, await deletion);
  }
  if (gone.length === 0) return;
  await Promise.all([
    store.loosenDocuments(
      tx,
      safeId,
      gone.map(({ folderId }) => folderId),
    ),
    ...(loosened.length > 0 ? [writeFolders(tx, safeId, loosened)] : []),
    store.deleteFolders(
      tx,
      safeId,
      gone.map(({ folderId }) => folderId),
    ),
    ...record.folders('folder.destroyed', journaled),
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

async function emptyTrashOf(platform: Platform, safeId: string, signal?: AbortSignal): Promise<number> {
  let destroyed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const part = await platform.db.transaction().execute((tx) => emptyPart(tx, platform, safeId));
    destroyed += part;
    if (part < atATime) return destroyed;
  }
}

/** Documents first: a folder ends when nothing is in it any more. */
async function emptyPart(tx: Tx, platform: Platform, safeId: string): Promise<number> {
  const held = await holdSafe(tx, safeId);
  if (held.length === 0) return 0;
  const limit = trashLimit(platform.clock.now());
  const destruction: Destruction = {
    safeId,
    keys: await platform.vault.keysOf(safeId, 'background', tx),
    actor: { kind: 'system' },
  };
  const documents = await store.selectDueDocuments(tx, safeId, { limit, atATime });
  const nothing = { gone: [], loosened: [], journaled: [] };
  await destroy(tx, platform, { ...destruction, ...nothing, documents });
  if (documents.length < atATime) await endDueFolders(tx, platform, { ...destruction, limit });
  return documents.length;
}

async function endDueFolders(tx: Tx, platform: Platform, { limit, ...destruction }: Destruction & { limit: Date }) {
  const tree = treeOf(await selectFolders(tx, destruction.safeId));
  const due = [...tree.nodes.values()].filter(({ trashedAt }) => trashedAt !== null && trashedAt <= limit);
  const journaled = due.filter(({ folderId, trashedWith }) => folderId === trashedWith);
  await destroy(tx, platform, { ...destruction, documents: [], ...destroyFolders(tree, journaled), journaled });
}
