import { useEffect, useEffectEvent, useState } from 'react';
import type { PlacedFile } from '../../lib/add-documents.ts';
import { droppedFiles } from './dropped-files.ts';
import { markPlace, type NamedPlace, placeAt } from './place-target.ts';

/** A dialog over the page has its own place to drop files, or takes none. */
const isForPage = (event: DragEvent): boolean =>
  Boolean(event.dataTransfer?.types.includes('Files')) &&
  event.target instanceof Node &&
  Boolean(document.getElementById('root')?.contains(event.target));

/**
 * Takes the files that are dropped anywhere on the page, with the category or folder under them. While some are
 * held over the page, it tells so, and the name of that place.
 */
export function useFileDrop(onFiles: (files: PlacedFile[], place: NamedPlace | undefined) => void) {
  const [isOver, setOver] = useState(false);
  const [name, setName] = useState<string>();
  const drop = useEffectEvent(async (transfer: DataTransfer, place: NamedPlace | undefined) =>
    onFiles(await droppedFiles(transfer), place),
  );
  useEffect(() => {
    // Entering a child comes before leaving its parent: only what is left of both says that the page was left.
    let depth = 0;
    const step = (by: 1 | -1) => (event: DragEvent) => {
      if (!isForPage(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
      point(depth > 0 ? event.target : null);
    };
    const point = (target: EventTarget | null) => {
      markPlace(target);
      setName(placeAt(target)?.name);
    };
    const enter = step(1);
    const leave = step(-1);
    const allow = (event: DragEvent) => {
      if (isForPage(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      point(null);
      if (!isForPage(event) || !event.dataTransfer) return;
      event.preventDefault();
      void drop(event.dataTransfer, placeAt(event.target));
    };
    // Before those of the shell, which refuse what nobody took.
    const options = { capture: true };
    document.addEventListener('dragenter', enter, options);
    document.addEventListener('dragleave', leave, options);
    document.addEventListener('dragover', allow, options);
    document.addEventListener('drop', take, options);
    return () => {
      document.removeEventListener('dragenter', enter, options);
      document.removeEventListener('dragleave', leave, options);
      document.removeEventListener('dragover', allow, options);
      document.removeEventListener('drop', take, options);
    };
  }, []);
  return { isOver, name };
}
