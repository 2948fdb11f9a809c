import { setImmediate } from 'node:timers/promises';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';
import type { Locale } from '../../../../platform/http/locale.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SafeKeys } from '../../../../platform/sealing/safe-keys.ts';
import { listIds, listRowsOf, type Filter } from '../../record/documents.store.ts';
import { openRows, type OpenedRow } from '../present-document.ts';
import { openIfWhole } from '../../record/sealed-document.ts';
import {
  countUntil,
  titlesIn,
  withChanges,
  type Titled,
  type TitleChanges,
  type TitlePosition,
} from './title-order.rules.ts';
import { beforeAll, selectChanges } from './title-order.store.ts';
import type { TitleOrder, TitleOrders } from './title-orders.ts';

type Asked = {
  titles: TitleOrders;
  filter: Filter;
  locale: Locale;
  descending: boolean;
  limit: number;
  after: TitlePosition | undefined;
};

type TitlePage = { rows: OpenedRow[]; total: number; next: TitlePosition | null };

/**
 * A page by title. The titles of the safe are opened once and kept for minutes; each page opens those that have changed
 * since, in the same snapshot in which it reads its rows.
 */
export async function pageByTitle(platform: Platform, keys: SafeKeys, asked: Asked): Promise<TitlePage> {
  const { db } = platform;
  const { titles, filter, locale } = asked;
  const { safeId } = filter;
  const known = await titles.find(safeId, () =>
    openChanges(db, platform, { safeId, keys, known: nothingKnown, locale }),
  );
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const { order, page, rows } = await snapshot.execute(async (tx) => {
    const [order, ids] = await Promise.all([
      openChanges(tx, platform, { safeId, keys, known, locale }),
      listOthers(tx, filter),
    ]);
    const whole = order.byLocale.get(locale) ?? [];
    const listed = ids ? whole.filter(({ documentId }) => ids.has(documentId)) : titles.inPlace(whole, filter);
    const page = cut(listed, asked);
    const rows = await listRowsOf(
      tx,
      safeId,
      page.items.map(({ documentId }) => documentId),
    );
    return { order, page, rows };
  });
  titles.keep(safeId, order);
  const byId = new Map(rows.map((row) => [row.documentId, row]));
  const listed = page.items.flatMap(({ documentId }) => byId.get(documentId) ?? []);
  return { ...page, rows: openRows(platform, { safeId, keys, rows: listed }) };
}

/** Places are known of each title; documents that pass another filter are asked for, null where there is none. */
async function listOthers(tx: Tx, filter: Filter): Promise<ReadonlySet<string> | null> {
  const { safeId: _safeId, folderId: _folderId, categoryId: _categoryId, ...others } = filter;
  if (Object.values(others).every((value) => value === undefined)) return null;
  return new Set(await listIds(tx, filter));
}

function cut(listed: readonly Titled[], { locale, descending, limit, after }: Asked) {
  const ascending = titlesIn(locale);
  const [order, compare] = descending
    ? [listed.toReversed(), (a: TitlePosition, b: TitlePosition) => ascending(b, a)]
    : [listed, ascending];
  const start = after ? countUntil(order, after, compare) : 0;
  const items = order.slice(start, start + limit);
  return { items, total: order.length, next: start + limit < order.length ? (items.at(-1) ?? null) : null };
}

const nothingKnown: TitleOrder = { horizon: beforeAll, byLocale: new Map() };

type Opening = { safeId: string; keys: SafeKeys; known: TitleOrder; locale: Locale };

/**
 * Adds to the known orders all that has changed since, and the order of this language if it is not among them. A row that
 * is damaged has no title, and no place in them.
 */
async function openChanges(db: Db | Tx, platform: Platform, opening: Opening): Promise<TitleOrder> {
  const { safeId, keys, known, locale } = opening;
  const { horizon, documentCount, changed } = await selectChanges(db, safeId, known.horizon);
  const changes = new Map<string, Titled | null>();
  for (const [index, { sealed, ...row }] of changed.entries()) {
    if (index > 0 && index % openedAtOnce === 0) await setImmediate();
    const { documentId } = row;
    const secrets = sealed && openIfWhole(platform, keys, { safeId, documentId, sealed });
    changes.set(documentId, secrets && { ...row, title: secrets.title });
  }
  const locales = new Set([...known.byLocale.keys(), locale]);
  const byLocale = new Map([...locales].map((each) => [each, orderIn(each, known, changes)]));
  if (byLocale.get(locale)?.length === documentCount) return { horizon, byLocale };
  return { horizon, byLocale: await withoutDestroyed(db, safeId, byLocale) };
}

/** So many take a few milliseconds; then others have their turn. */
const openedAtOnce = 500;

function orderIn(locale: Locale, { byLocale }: TitleOrder, changes: TitleChanges): readonly Titled[] {
  const compare = titlesIn(locale);
  const known = byLocale.get(locale) ?? [...([...byLocale.values()][0] ?? [])].sort(compare);
  return withChanges(known, changes, compare);
}

type Orders = TitleOrder['byLocale'];

/** The row of a document says no more that it has changed, once the document went into the trash and was destroyed. */
async function withoutDestroyed(db: Db | Tx, safeId: string, byLocale: Orders): Promise<Orders> {
  const ids = new Set(await listIds(db, { safeId }));
  return new Map(
    [...byLocale].map(([locale, order]) => [locale, order.filter((titled) => ids.has(titled.documentId))]),
  );
}
