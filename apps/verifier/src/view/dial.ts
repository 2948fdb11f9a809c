import { svg } from './el.ts';

const ticks = 50;

/** The motif of the brand: a dial of 50 ticks. `share`, from 0 to 1, of them are lit. */
export function dial(share: number): SVGElement {
  const lit = Math.round(share * ticks);
  const lines = Array.from({ length: ticks }, (_, index) => {
    const angle = (index / ticks) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const inner = index % 5 === 0 ? 38.5 : 41;
    const ends = { x1: x * inner, y1: y * inner, x2: x * 47, y2: y * 47 };
    return svg('line', { ...ends, class: index < lit ? 'lit' : undefined });
  });
  return svg('svg', { viewBox: '-50 -50 100 100', class: 'dial', 'aria-hidden': 'true' }, ...lines);
}
