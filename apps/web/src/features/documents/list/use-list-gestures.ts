import type { Document } from '@perenne/contract/documents';
import { useEffect, useEffectEvent } from 'react';
import type { LoadedDocuments } from '../state/list-query.ts';
import { useHeldFinger } from '../rows/use-held-finger.ts';

interface Gestures {
  documents: LoadedDocuments;
  /** The documents that move when one is dragged: it alone, or all that is chosen. */
  taken: (document: Document) => readonly Document[];
  onDrag: (documents: readonly Document[]) => void;
  onHold: (document: Document) => void;
  onRename: (document: Document) => void;
}

/** A link of the list is dragged, a finger stays on it, or F2 renames the one that has the focus. */
export function useListGestures({ documents, taken, onDrag, onHold, onRename }: Gestures): void {
  const find = (target: EventTarget | null) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-document-link],[data-select]') : null;
    const id = link?.dataset.documentLink ?? link?.dataset.select;
    return documents.all().find((document) => document.id === id);
  };
  useHeldFinger(find, onHold);
  const drag = useEffectEvent((event: DragEvent) => {
    const found = find(event.target);
    if (!found || !event.dataTransfer) return;
    // A finger that stays chooses.
    if (matchMedia('(hover: none)').matches || !taken(found).every(({ can }) => can.move)) event.preventDefault();
    else {
      event.dataTransfer.effectAllowed = 'move';
      onDrag(taken(found));
    }
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const found = event.key === 'F2' ? find(event.target) : undefined;
    if (!found?.can.rename) return;
    event.preventDefault();
    onRename(found);
  });
  useEffect(() => {
    document.addEventListener('dragstart', drag);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('dragstart', drag);
      document.removeEventListener('keydown', press);
    };
  }, []);
}
