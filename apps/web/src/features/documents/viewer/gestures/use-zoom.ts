import { useEffect, useEffectEvent, useState } from 'react';
import { isForDocument } from './viewer-keys.ts';

const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5];

/** `fit` is the scale at which the whole is well seen; the user goes up and down from there. */
export function useZoom(fit: number) {
  const [chosen, setChosen] = useState<number>();
  const scale = chosen ?? fit;
  const zoom = {
    scale,
    isFit: chosen === undefined,
    zoomIn: () => setChosen(steps.find((step) => step > scale * 1.02) ?? scale),
    zoomOut: () => setChosen(steps.findLast((step) => step < scale * 0.98) ?? scale),
    fit: () => setChosen(undefined),
    zoomTo: (asked: number) => setChosen(Math.min(steps.at(-1) ?? asked, Math.max(steps[0] ?? asked, asked))),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForDocument(event)) return;
    if (event.key === '+' || event.key === '=') zoom.zoomIn();
    if (event.key === '-') zoom.zoomOut();
    if (event.key === '0') zoom.fit();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return zoom;
}

export type Zoom = ReturnType<typeof useZoom>;
