import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Zoom } from './use-zoom.ts';

const distance = ([one, other]: Touch[]): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;

/** Two fingers zoom the document, and not the page around it. */
export function usePinch(frame: RefObject<HTMLElement | null>, zoom: Zoom): void {
  const scaleNow = useEffectEvent(() => zoom.scale);
  const zoomTo = useEffectEvent((scale: number) => zoom.zoomTo(scale));
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let start: { apart: number; scale: number } | undefined;
    const begin = ({ touches }: TouchEvent) => {
      start = touches.length === 2 ? { apart: distance([...touches]), scale: scaleNow() } : undefined;
    };
    const move = (event: TouchEvent) => {
      if (!start || event.touches.length !== 2 || start.apart === 0) return;
      event.preventDefault();
      zoomTo((start.scale * distance([...event.touches])) / start.apart);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
    };
  }, [frame]);
}

/** Two taps, or two clicks: twice as large, and back. */
export function useDoubleTap(frame: RefObject<HTMLElement | null>, zoom: Zoom): void {
  const tap = useEffectEvent(() => (zoom.isFit ? zoom.zoomTo(zoom.scale * 2) : zoom.fit()));
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onTap = () => tap();
    element.addEventListener('dblclick', onTap);
    return () => element.removeEventListener('dblclick', onTap);
  }, [frame]);
}
