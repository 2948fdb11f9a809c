import type { Document } from '@perenne/contract/documents';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type ListRows, rowIndexOf } from './list-rows.ts';

/** The link of a document in the list, whichever way the list is drawn. */
export const rowLinkProps = (id: string) => ({ 'data-document-link': id });

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-document-link="${CSS.escape(id)}"]`);

/** Once what stands in its place is gone. */
export const focusLink = (id: string): void => void setTimeout(() => linkOf(id)?.focus(), 80);

interface RowFocus {
  rows: ListRows;
  scrollTo: (index: number) => void;
  /** The document in the viewer. */
  opened: string | undefined;
}

/** When the viewer closes, the focus goes to the row of the document that was last in it, brought into sight. */
export function useRowFocus({ rows, scrollTo, opened }: RowFocus): void {
  const lastOpened = useRef<string>(undefined);
  const goTo = useEffectEvent((id: string) => {
    const index = rowIndexOf(rows, id);
    if (index < 0) return;
    if (!linkOf(id)) scrollTo(index);
    // The closing dialog first gives the focus back to where it was, in a frame of its own.
    setTimeout(() => linkOf(id)?.focus(), 80);
  });
  useEffect(() => {
    if (opened === undefined && lastOpened.current !== undefined) goTo(lastOpened.current);
    lastOpened.current = opened;
  }, [opened]);
}

/** When documents have left the list, the focus goes to the row that takes their place, or to the page's heading. */
export function focusBeside(documents: readonly Document[], gone: readonly Document[]): void {
  const ids = new Set(gone.map(({ id }) => id));
  const first = documents.findIndex(({ id }) => ids.has(id));
  const stays = ({ id }: Document) => !ids.has(id);
  const next = documents.slice(first + 1).find(stays) ?? documents.slice(0, Math.max(0, first)).findLast(stays);
  setTimeout(() => {
    const heading = document.querySelector<HTMLElement>('[data-page-heading]');
    (linkOf(next?.id ?? '') ?? heading)?.focus();
  }, 120);
}
