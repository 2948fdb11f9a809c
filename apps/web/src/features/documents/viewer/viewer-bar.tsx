import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The place in the viewer's bar for what belongs to the kind of document: zoom, pages, rotation. */
export const BarSlotContext = createContext<HTMLElement | null>(null);

export function BarControls({ children }: { children: ReactNode }) {
  const slot = use(BarSlotContext);
  return slot && createPortal(children, slot);
}
