import { useEffect, useEffectEvent, useState } from 'react';
import type { Placed } from '../../../lib/uploads/add-documents.ts';
import { droppedFiles } from './dropped-files.ts';
import { markPlace, type NamedPlace, placeAt } from '../state/place-target.ts';

/** A dialog over the page has its own place to drop files, or takes none. */
const isForPage = (event: DragEvent): boolean =>
  Boolean(event.dataTransfer?.types.includes('Files')) &&
  event.target instanceof Node &&
  Boolean(document.getElementById('root')?.contains(event.target));

/**
 * Takes the files that are dropped anywhere on the page, with the category or folder under them. While some are held
 * over the page, it says so, and names that place.
 */
export function useFileDrop(onFiles: (files: Placed[], place: NamedPlace | undefined) => void) {
  const [isOver, setOver] = useState(false);
  const [name, setName] = useState<string>();
  const drop = useEffectEvent(async (transfer: DataTransfer, place: NamedPlace | undefined) =>
    onFiles(await droppedFiles(transfer), place),
  );
  useEffect(() => {
    let over: EventTarget | null = null;
    const point = (target: EventTarget | null) => {
      over = target;
      setOver(target !== null);
      markPlace(target);
      setName(placeAt(target)?.name);
    };
    const enter = (event: DragEvent) => {
      if (isForPage(event)) point(event.target);
      else end();
      allow(event);
    };
    const leave = (event: DragEvent) => {
      // Entering a child comes before leaving its parent.
      if (event.target === over) point(null);
    };
    const allow = (event: DragEvent) => {
      if (isForPage(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      point(null);
      if (!isForPage(event) || !event.dataTransfer) return;
      event.preventDefault();
      void drop(event.dataTransfer, placeAt(event.target));
    };
    // The target may have gone from the page just before: no pointer moves while files are held.
    const end = () => {
      if (over) point(null);
    };
    // Before those of the shell, which refuse what nobody took.
    const signals = new AbortController();
    const options = { capture: true, signal: signals.signal };
    document.addEventListener('dragenter', enter, options);
    document.addEventListener('dragleave', leave, options);
    document.addEventListener('dragover', allow, options);
    document.addEventListener('drop', take, options);
    document.addEventListener('pointermove', end, options);
    return () => signals.abort();
  }, []);
  return { isOver, name };
}
