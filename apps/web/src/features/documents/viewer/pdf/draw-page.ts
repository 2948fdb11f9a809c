import { RenderingCancelledException, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Pdf } from './pdf-engine.ts';

/** Phones refuse canvases that are larger. */
const mostPixels = 16_000_000;

interface Drawing {
  pdf: Pdf;
  number: number;
  scale: number;
  holder: HTMLElement;
  /** The page's own size, in points. */
  onSize: (size: { width: number; height: number }) => void;
}

const isStopped = (error: unknown) => error instanceof RenderingCancelledException;

/** Draws a page and puts it in place of its last drawing once it is ready, so that zooming never shows a blank. */
export function drawPage({ pdf, number, scale, holder, onSize }: Drawing): { stop(): void } {
  let stop = () => {};
  let isOver = false;
  const draw = async () => {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    onSize({ width, height });
    if (isOver) return;
    const wanted = scale * window.devicePixelRatio;
    const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(mostPixels / (width * height))) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    stop = () => task.cancel();
    await task.promise;
    holder.replaceChildren(canvas);
  };
  draw().catch((error: unknown) => {
    if (!isOver && !isStopped(error)) holder.replaceChildren();
  });
  return {
    stop: () => {
      isOver = true;
      stop();
    },
  };
}

type Laying = Pick<Drawing, 'pdf' | 'number' | 'holder'> & { onLaid: () => void };

/** Lays the words of a page over its drawing, for eyes that cannot see it and for hands that copy. */
export function layText({ pdf, number, holder, onLaid }: Laying): { stop(): void } {
  let layer: TextLayer | undefined;
  let isOver = false;
  const lay = async () => {
    const page = await pdf.getPage(number);
    if (isOver) return;
    const textContentSource = page.streamTextContent({ includeMarkedContent: true });
    layer = new TextLayer({ textContentSource, container: holder, viewport: page.getViewport({ scale: 1 }) });
    await layer.render();
    if (!isOver) onLaid();
  };
  lay().catch(() => {
    // The drawing is there without its words.
    holder.replaceChildren();
  });
  return {
    stop: () => {
      isOver = true;
      layer?.cancel();
      holder.replaceChildren();
    },
  };
}
