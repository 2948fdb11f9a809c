import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openText, sealValue } from '../../../platform/sealing/values.ts';
import { readSafeJob } from '../extraction/content-reading.ts';
import { removeObjectsLater } from '../safe/destroy-safe.ts';
import { queueReadings } from '../extraction/reading-turns/reading-turns.ts';
import { joinCategories, joinFolders, parentsFirst } from './receive-places.rules.ts';
import { recountPlaces } from '../arranging/place-counts.store.ts';
import * as store from './receive-safe.store.ts';
import type { MovedRows, Resealing } from './reseal-rows.ts';
import { ResealThread } from './reseal-thread.ts';
import { recoverJob } from '../safe/recovery.ts';
import { categoryPlace, folderPlace, nameTag, titleTag } from '../safe/safes.ts';

export type Receiving = store.Pair & { from: SafeKeys; to: SafeKeys };

/** Locks both safes. Null where one is gone. @throws {DomainError} UserSpaceStorageFull */
export async function holdForMerge(tx: Tx, pair: store.Pair): Promise<{ nbDocs: number } | null> {
  const locked = await store.lockBoth(tx, pair);
  if (!locked) return null;
  const { to, from } = locked;
  if (from.used > 0 && to.used + to.reserved + from.used > to.limit) throw new DomainError('UserSpaceStorageFull');
  return { nbDocs: from.count };
}

/**
 * Receives all documents of another safe, in the trash or not, with their places, and ends what cannot move. Both safes
 * are locked. Contents stay where they are: only their keys are wrapped anew.
 */
export async function receiveDocuments(tx: Tx, platform: Platform, receiving: Receiving): Promise<void> {
  const { safeId, fromSafeId } = receiving;
  const isRead = await store.hasConsent(tx, receiving);
  const places = await receivePlaces(tx, receiving);
  await moveAll(tx, platform, { ...receiving, ...places, isRead });
  await recountPlaces(tx, safeId);
  await store.deletePlaces(tx, fromSafeId);
  const objectIds = [...(await store.endUploads(tx, receiving)), ...(await store.takeHeldObjects(tx, fromSafeId))];
  await removeObjectsLater(tx, platform, objectIds);
  for (const waitingSafeId of await store.moveRecoveries(tx, receiving))
    await platform.jobs.enqueue(tx, recoverJob, { safeId, fromSafeId: waitingSafeId });
  const since = platform.clock.now().toISOString();
  if (isRead) await platform.jobs.enqueue(tx, readSafeJob, { safeId, since });
}

/** The safe that gave everything goes, with its key. */
export async function removeEmptiedSafe(tx: Tx, { safeId, fromSafeId }: store.Pair): Promise<void> {
  const locked = await store.lockBoth(tx, { safeId, fromSafeId });
  if (!locked) throw new Error('a safe went away while it was locked');
  await store.addCounts(tx, safeId, locked.from);
  await store.deleteSafe(tx, fromSafeId);
}

/** The category or folder that each one has become one with; the others stay as they were. */
type Places = Pick<Resealing, 'categories' | 'folders'>;

/** Equal categories and folders become one; the others keep their identifiers. */
async function receivePlaces(tx: Tx, { safeId, fromSafeId, from, to }: Receiving): Promise<Places> {
  const [givenCategories, ownCategories] = [
    await store.selectCategories(tx, fromSafeId),
    await store.selectCategories(tx, safeId),
  ];
  const titled = (keys: SafeKeys) => (row: store.CategoryRow) => {
    const title = openText(keys.values, categoryPlace(row.category_id), row.sealed_title);
    const titleKey = titleTag(to, title).toString('hex');
    return { categoryId: row.category_id, kind: row.kind, title, titleKey };
  };
  const given = givenCategories.map(titled(from));
  const joinedCategories = joinCategories(given, ownCategories.map(titled(to)));
  const categoryOf = (id: string) => joinedCategories.get(id) ?? id;

  const folderRows = await store.selectFolders(tx, fromSafeId);
  const named = (keys: SafeKeys) => (row: store.OwnFolderRow) => {
    const name = openText(keys.values, folderPlace(row.folder_id), row.sealed_name);
    return {
      ...{ folderId: row.folder_id, categoryId: row.category_id, parentId: row.parent_id, name },
      nameKey: nameTag(to, name).toString('hex'),
      isTrashed: row.trashed_at !== null,
    };
  };
  const givenFolders = folderRows.map(named(from));
  const ownFolders = (await store.selectFolders(tx, safeId)).map(named(to));
  const joinedFolders = joinFolders(givenFolders, ownFolders, categoryOf);
  const folderOf = (id: string) => joinedFolders.get(id) ?? id;

  const takenKinds = new Set(ownCategories.map(({ kind }) => kind));
  const lastPosition = Math.max(-1, ...ownCategories.map(({ position }) => position));
  const titles = new Map(given.map(({ categoryId, title }) => [categoryId, title]));
  const names = new Map(givenFolders.map(({ folderId, name }) => [folderId, name]));
  await store.insertPlaces(tx, {
    categories: givenCategories
      .filter((row) => !joinedCategories.has(row.category_id))
      .map((row, index) => ({
        ...row,
        safe_id: safeId,
        // One of each kind: it is where documents of a type go by themselves.
        kind: takenKinds.has(row.kind) ? null : row.kind,
        position: lastPosition + 1 + index,
        sealed_title: sealValue(to.values, categoryPlace(row.category_id), titles.get(row.category_id) ?? ''),
        title_tag: titleTag(to, titles.get(row.category_id) ?? ''),
      })),
    folders: parentsFirst(
      folderRows
        .filter((row) => !joinedFolders.has(row.folder_id))
        .map((row) => ({
          ...row,
          safe_id: safeId,
          category_id: categoryOf(row.category_id),
          parent_id: row.parent_id === null ? null : folderOf(row.parent_id),
          sealed_name: sealValue(to.values, folderPlace(row.folder_id), names.get(row.folder_id) ?? ''),
          name_tag: nameTag(to, names.get(row.folder_id) ?? ''),
        })),
    ),
  });
  return { categories: joinedCategories, folders: joinedFolders };
}

const atATime = 250;
/** So many batches are in memory: the thread has rows to seal while the database writes those before. */
const ahead = 3;
const beforeAll = '00000000-0000-0000-0000-000000000000';

async function moveAll(tx: Tx, platform: Platform, resealing: Resealing): Promise<void> {
  const thread = new ResealThread(resealing);
  const batches: Batch[] = [];
  let last: string | null = beforeAll;
  const takeAhead = async () => {
    while (last !== null && batches.length < ahead) {
      const batch: Batch | null = await takeBatch(tx, resealing, { after: last, thread });
      if (batch) batches.push(batch);
      last = batch?.last ?? null;
    }
  };
  try {
    await takeAhead();
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await moveBatch(tx, platform, { ...resealing, ...batch });
      await takeAhead();
    }
  } finally {
    await thread.close();
  }
}

type Batch = { after: string; last: string; sealing: Promise<MovedRows> };
type After = { after: string; thread: ResealThread };

async function takeBatch(tx: Tx, { fromSafeId }: store.Pair, { after, thread }: After): Promise<Batch | null> {
  const taken = await store.takeDocuments(tx, fromSafeId, { after, limit: atATime });
  if (!taken) return null;
  const { last, ...rows } = taken;
  return { after, last, sealing: thread.reseal(rows) };
}

async function moveBatch(tx: Tx, platform: Platform, { sealing, ...range }: store.Pair & Batch): Promise<void> {
  const moved = await sealing;
  await store.moveDocuments(tx, range, { ...range, ...moved });
  await queueReadings(tx, platform, { safeId: range.safeId, documentIds: moved.unseen });
}
