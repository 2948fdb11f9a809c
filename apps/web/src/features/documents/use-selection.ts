import type { Document } from '@perenne/contract/documents';
import { useEffect, useEffectEvent, useState } from 'react';
import { allOrNone, extended, nothing, toggled } from './selection.ts';

/** The documents that are chosen in a list. Another list (`key`) begins without. */
export function useSelection(
  key: string,
  documents: readonly Document[],
  onDelete: (chosen: readonly Document[]) => void,
) {
  const [held, setHeld] = useState({ key, selection: nothing });
  const selection = held.key === key ? held.selection : nothing;
  const set = (next: typeof selection) => setHeld({ key, selection: next });
  const chosen = selection.ids.size > 0 ? documents.filter(({ id }) => selection.ids.has(id)) : [];
  const clear = () => set(nothing);
  useKeys(chosen.length > 0, { clear, onDelete: () => onDelete(chosen) });
  return {
    chosen,
    has: (id: string) => selection.ids.has(id),
    isOn: chosen.length > 0,
    isAll: chosen.length > 0 && allOrNone(selection, documents) === nothing,
    /** `isRange` chooses all from the row last chosen. */
    toggle: (id: string, isRange: boolean) =>
      set(isRange ? extended(selection, id, documents) : toggled(selection, id)),
    toggleAll: () => set(allOrNone(selection, documents)),
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
