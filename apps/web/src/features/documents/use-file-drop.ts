import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from './dropped-files.ts';

/** A dialog over the page has its own place to drop files, or takes none. */
const isForPage = (event: DragEvent): boolean =>
  Boolean(event.dataTransfer?.types.includes('Files')) &&
  event.target instanceof Node &&
  Boolean(document.getElementById('root')?.contains(event.target));

/** Takes the files that are dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(async (transfer: DataTransfer) => onFiles(await droppedFiles(transfer)));
  useEffect(() => {
    // Entering a child comes before leaving its parent: only what is left of both says that the page was left.
    let depth = 0;
    const step = (by: 1 | -1) => (event: DragEvent) => {
      if (!isForPage(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = step(1);
    const leave = step(-1);
    const allow = (event: DragEvent) => {
      if (isForPage(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!isForPage(event) || !event.dataTransfer) return;
      event.preventDefault();
      void drop(event.dataTransfer);
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
  return isOver;
}
