import type { patchCategory } from '@perenne/contract/arranging';
import type { Received } from '@perenne/contract/endpoint';
import { categoryKinds, type Category } from '@perenne/contract/places';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import { appendJournal, type NewEntry } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openText, sealValue } from '../../../platform/sealing/values.ts';
import { holdSafe, selectFolders, writeFolders } from './arranging.store.ts';
import { isStartingTitle } from '../record/documents.rules.ts';
import { leaveCategory, treeOf } from './folder-tree.rules.ts';
import { requireUnchanged } from '../record/formerly.rules.ts';
import { ownerRecorder } from './gather.ts';
import * as store from './places.store.ts';
import { categoryPlace, titleTag } from '../safe/safes.ts';

/** @throws {DomainError} CategoryAlreadyExists */
export async function createCategory(platform: Platform, owner: Owner, title: string): Promise<Category> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  return platform.db.transaction().execute(async (tx) => {
    const others = await holdCategories(tx, safeId);
    const sealed = sealTitle(keys, newId(platform.clock), title);
    requireFree(others, sealed);
    const row = { safe_id: safeId, category_id: sealed.categoryId, kind: null, created_at: platform.clock.now() };
    const position = Math.max(-1, ...others.map((other) => other.position)) + 1;
    await Promise.all([
      store.insertCategory(tx, { ...row, position, ...sealed.columns }),
      record(tx, platform, { owner, action: 'category.created', categoryId: sealed.categoryId, title }),
    ]);
    return { id: sealed.categoryId, title, kind: null, documentCount: 0, unreadCount: 0 };
  });
}

type Change = Received<typeof patchCategory>['body'];

/** @throws {DomainError} CategoryNotFound, CategoryAlreadyExists, ModifiedElsewhere */
export async function renameCategory(
  platform: Platform,
  owner: Owner,
  { categoryId, change }: { categoryId: string; change: Change },
): Promise<Category> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  return platform.db.transaction().execute(async (tx) => {
    const others = await holdCategories(tx, safeId);
    const { kind, categoryId: id, sealedTitle, documentCount } = requireCategory(others, categoryId);
    const { title, formerly } = change;
    const current = openText(keys.values, categoryPlace(id), sealedTitle);
    requireUnchanged({ title: seenTitle(kind, current, formerly?.title) }, { formerly, asked: { title } });
    const sealed = sealTitle(keys, id, title);
    requireFree(others, sealed);
    const [unreadCount] = await Promise.all([
      store.countUnread(tx, safeId, id),
      store.renameCategory(tx, { safeId, categoryId: id }, sealed.columns),
      record(tx, platform, { owner, action: 'category.renamed', categoryId: id, title }),
    ]);
    return { id, title, kind: categoryKinds.find((known) => known === kind) ?? null, documentCount, unreadCount };
  });
}

/** A category that nobody has renamed was seen under its name in any language. */
const seenTitle = (kind: string | null, current: string, formerly = current): string =>
  isStartingTitle(kind, current) && isStartingTitle(kind, formerly) ? formerly : current;

/**
 * Deletes a category that holds no document. Its empty folders go into the trash; what is there goes back to
 * another category. One stays: documents need a place.
 * @throws {DomainError} CategoryNotFound, CategoryNotEmpty, AcknowledgementRequired, Forbidden for the last one
 */
export async function deleteCategory(
  platform: Platform,
  owner: Owner,
  { categoryId, acknowledged }: { categoryId: string; acknowledged: boolean },
): Promise<void> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const categories = await holdCategories(tx, safeId);
    const { categoryId: id, sealedTitle } = requireCategory(categories, categoryId);
    if (await store.isCategoryUsed(tx, safeId, id)) throw new DomainError('CategoryNotEmpty');
    if (!acknowledged) throw new DomainError('AcknowledgementRequired');
    await leave(tx, platform, { owner, keys, from: id, to: requireHeir(categories, id) });
    const title = openText(keys.values, categoryPlace(id), sealedTitle);
    await Promise.all([
      store.removeCategory(tx, safeId, id),
      record(tx, platform, { owner, action: 'category.deleted', categoryId: id, title }),
    ]);
  });
}

/** The category for what comes out of the trash: the one for what has no other, or the first. */
function requireHeir(categories: readonly Row[], categoryId: string): string {
  const others = categories.filter((row) => row.categoryId !== categoryId).sort((a, b) => a.position - b.position);
  const heir = others.find(({ kind }) => kind === 'other') ?? others[0];
  if (!heir) throw new DomainError('Forbidden');
  return heir.categoryId;
}

type Leaving = { owner: Owner; keys: SafeKeys; from: string; to: string };

async function leave(tx: Tx, platform: Platform, { owner, keys, from, to }: Leaving): Promise<void> {
  const { safeId } = owner;
  const tree = treeOf(await selectFolders(tx, safeId));
  const { left, trashed } = leaveCategory(tree, { from, to, now: platform.clock.now() });
  await Promise.all([
    ...(left.length > 0 ? [writeFolders(tx, safeId, left)] : []),
    store.leaveTrashed(tx, safeId, { from, to }),
    ...ownerRecorder(tx, platform, { owner, keys }).folders('folder.trashed', trashed),
  ]);
}

async function holdCategories(tx: Tx, safeId: string) {
  const [, categories] = await Promise.all([holdSafe(tx, safeId), store.listTitles(tx, safeId)]);
  return categories;
}

type Row = Awaited<ReturnType<typeof store.listTitles>>[number];

function requireCategory(categories: readonly Row[], categoryId: string): Row {
  const found = categories.find((row) => row.categoryId === categoryId.toLowerCase());
  if (!found) throw new DomainError('CategoryNotFound');
  return found;
}

type Sealed = { categoryId: string; columns: { sealed_title: Buffer; title_tag: Buffer } };

const sealTitle = (keys: SafeKeys, categoryId: string, title: string): Sealed => ({
  categoryId,
  columns: {
    sealed_title: sealValue(keys.values, categoryPlace(categoryId), title),
    title_tag: titleTag(keys, title),
  },
});

function requireFree(categories: readonly Row[], { categoryId, columns }: Sealed): void {
  const isTaken = (row: Row) => row.categoryId !== categoryId && row.titleTag.equals(columns.title_tag);
  if (categories.some(isTaken)) throw new DomainError('CategoryAlreadyExists');
}

type Recorded = { owner: Owner; action: NewEntry['action']; categoryId: string; title: string };

const record = (tx: Tx, platform: Platform, { owner, action, categoryId, title }: Recorded) =>
  appendJournal(tx, platform, {
    ...{ safeId: owner.safeId, actor: { kind: 'owner' }, action, objectId: categoryId },
    details: { title, address: owner.address },
  });
