import type { Document } from '@perenne/contract/documents';
import { useEffect, useEffectEvent, useRef } from 'react';
import { focusLater } from '../../../lib/browser/catch-focus.ts';
import { type ListRow, type ListRows, rowIndexOf } from './list-rows.ts';

/** The link of a document in the list, whichever way the list is drawn. */
export const rowLinkProps = (id: string) => ({ 'data-document-link': id });

export const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-document-link="${CSS.escape(id)}"]`);

/** Once its replacement is gone. */
export const focusLink = (id: string): void => focusLater(() => linkOf(id));

type Row = Pick<Document, 'id'>;

interface RowFocus {
  rows: ListRows;
  scrollTo: (index: number) => void;
  /** The document in the viewer. */
  opened: string | undefined;
}

const allLinks = () => [...document.querySelectorAll<HTMLElement>('[data-document-link]')];

/** The link of the row after this one, or else before it. */
export function linkBeside(inRow: HTMLElement): HTMLElement | undefined {
  const isAfter = (link: HTMLElement) => inRow.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING;
  const links = allLinks().filter((link) => link !== inRow);
  return links.find(isAfter) ?? links.at(-1);
}

/** When the viewer closes, the focus goes to the row of the document that was last in it, brought into sight. */
export function useRowFocus({ rows, scrollTo, opened }: RowFocus): void {
  const lastOpened = useRef<string>(undefined);
  const goTo = useEffectEvent((id: string) => {
    const index = rowIndexOf(rows, id);
    if (index < 0) return;
    if (!linkOf(id)) scrollTo(index);
    focusLink(id);
  });
  useArrows(rows, scrollTo);
  useEffect(() => {
    if (opened === undefined && lastOpened.current !== undefined) goTo(lastOpened.current);
    lastOpened.current = opened;
  }, [opened]);
}

const mostFrames = 20;

/** Once the row is drawn. */
function focusDrawn(id: string, frames = mostFrames): void {
  const link = linkOf(id);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest' });
  if (!link && frames > 0) requestAnimationFrame(() => focusDrawn(id, frames - 1));
}

/** From title to title with the arrows; to the first and the last that has come with Home and End. */
function useArrows(rows: ListRows, scrollTo: (index: number) => void): void {
  const go = useEffectEvent((event: KeyboardEvent) => {
    const link = event.target instanceof HTMLElement && event.target.dataset.documentLink ? event.target : undefined;
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const found = link && !hasModifier ? rowToward(rows, link, event.key) : undefined;
    if (!found) return;
    event.preventDefault();
    if (!linkOf(found.id)) scrollTo(found.index);
    focusDrawn(found.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => go(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The document that a key leads to from a link of the list: in the grid, the one above or below. */
function rowToward(rows: ListRows, link: HTMLElement, key: string) {
  const from = Number(link.closest<HTMLElement>('[data-index]')?.dataset.index);
  const isFar = key === 'Home' || key === 'End';
  const step = key === 'ArrowDown' || key === 'Home' ? 1 : key === 'ArrowUp' || key === 'End' ? -1 : 0;
  if (step === 0) return undefined;
  const start = key === 'Home' ? 0 : key === 'End' ? rows.length - 1 : from + step;
  for (let index = start; index >= 0 && index < rows.length; index += step) {
    const documents = documentsOf(rows.at(index));
    const column = documentsOf(rows.at(from)).findIndex(({ id }) => id === link.dataset.documentLink);
    const near = documents[Math.min(column, documents.length - 1)];
    const found = isFar ? documents.at(key === 'Home' ? 0 : -1) : near;
    if (found) return { id: found.id, index };
  }
  return undefined;
}

const documentsOf = (row: ListRow | undefined): readonly Document[] =>
  row?.kind === 'document' ? [row.document] : row?.kind === 'cards' ? row.documents : [];

/** When documents have left the list, the focus goes to the row that takes their place, or to the page's heading. */
export function focusBeside(rows: readonly Row[], gone: readonly Row[]): void {
  const ids = new Set(gone.map(({ id }) => id));
  const first = rows.findIndex(({ id }) => ids.has(id));
  const stays = ({ id }: Row) => !ids.has(id);
  const next = rows.slice(first + 1).find(stays) ?? rows.slice(0, Math.max(0, first)).findLast(stays);
  focusLater(() => linkOf(next?.id ?? ''));
}
