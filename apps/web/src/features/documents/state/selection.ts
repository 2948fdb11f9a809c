import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';

export interface Selection {
  ids: ReadonlySet<string>;
  /** The row that was last chosen: a range begins there. */
  anchor: string | undefined;
}

export const nothing: Selection = { ids: new Set(), anchor: undefined };

/** One call of the server names no more. */
export const atMost = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, limits.selection));

/** With a row chosen, or let go if it was. */
export function toggled({ ids }: Selection, id: string): Selection {
  const others = [...ids].filter((other) => other !== id);
  return { ids: atMost(ids.has(id) ? others : [...others, id]), anchor: id };
}

/** With all the rows from the last chosen one to this one. */
export function extended({ ids, anchor }: Selection, id: string, order: readonly Document[]): Selection {
  const places = [anchor ?? id, id].map((end) => order.findIndex((document) => document.id === end));
  if (places.includes(-1)) return { ids: atMost([...ids, id]), anchor: id };
  const range = order.slice(Math.min(...places), Math.max(...places) + 1);
  return { ids: atMost([...ids, ...range.map((document) => document.id)]), anchor: id };
}

/** These rows, and no others. */
export const chosenFrom = (order: readonly { id: string }[]): Selection => ({
  ids: atMost(order.map(({ id }) => id)),
  anchor: undefined,
});

/** All the rows that have come, or none if all were chosen. */
export function allOrNone({ ids }: Selection, order: readonly Document[]): Selection {
  const all = chosenFrom(order);
  return [...all.ids].every((id) => ids.has(id)) ? nothing : all;
}
