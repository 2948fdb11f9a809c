import type { Document } from '@perenne/contract/documents';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LoadedDocuments } from './list-query.ts';
import { allOrNone, chosenFrom, extended, nothing, toggled } from './selection.ts';

const none: readonly Document[] = [];

interface SelectionOptions {
  /** Another list begins without. */
  key: string;
  documents: LoadedDocuments;
  /** How many the list has, of which not all may have come. */
  total: number;
  /** The same documents, for what is pressed: a list that grows would else have all its rows drawn again. */
  currentDocuments: () => LoadedDocuments;
  onDelete: (chosen: readonly Document[]) => void;
}

/** The documents that are chosen in a list. */
export function useSelection({ key, documents, total, currentDocuments, onDelete }: SelectionOptions) {
  const [held, setHeld] = useState({ key, selection: nothing });
  const selection = held.key === key ? held.selection : nothing;
  const set = (next: typeof selection) => setHeld({ key, selection: next });
  const chosen = selection.ids.size > 0 ? documents.all().filter(({ id }) => selection.ids.has(id)) : none;
  const clear = () => set(nothing);
  useKeys(chosen.length > 0, { clear, onDelete: () => onDelete(chosen) });
  return {
    chosen,
    has: (id: string) => selection.ids.has(id),
    isOn: chosen.length > 0,
    isAll: chosen.length > 0 && chosen.length >= total,
    /** All that has come is chosen, as far as one action reaches. */
    isAllLoaded: chosen.length > 0 && allOrNone(selection, documents.all()) === nothing,
    choose: (these: readonly Document[]) => set(chosenFrom(these)),
    /** `isRange` chooses all from the row last chosen. */
    toggle: (id: string, isRange: boolean) =>
      set(isRange ? extended(selection, id, currentDocuments().all()) : toggled(selection, id)),
    toggleAll: () => set(allOrNone(selection, currentDocuments().all())),
    clear,
  };
}

export type ListSelection = ReturnType<typeof useSelection>;

/** Escape ends the selection and Delete asks to delete it, unless a dialog, a menu or a field has them. */
function useKeys(isOn: boolean, { clear, onDelete }: { clear: () => void; onDelete: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')) return;
    if (event.key === 'Escape') clear();
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Delete' && !isField) onDelete();
  });
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
