import { useEffect, useEffectEvent, useRef } from 'react';
import { type ListRow, rowIndexOf } from './list-rows.ts';

/** The link of a document in the list, whichever way the list is drawn. */
export const rowLinkProps = (id: string) => ({ 'data-document-link': id });

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-document-link="${CSS.escape(id)}"]`);

interface RowFocus {
  rows: readonly ListRow[];
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
