import type { Font } from 'fontkit';
import type { Point, Shape } from './raster.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** Points along a part of an ellipse; angles in turns, 0 to the right, going down. */
const arc = (centre: Point, radius: Point, [from, to, steps]: readonly [number, number, number]): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => {
    const angle = 2 * Math.PI * (from + ((to - from) * step) / steps);
    return [centre[0] + radius[0] * Math.cos(angle), centre[1] + radius[1] * Math.sin(angle)] as const;
  });

export const ellipse = (centre: Point, radius: Point): Shape => [arc(centre, radius, [0, 1, 72])];

export function roundedBox({ x, y, width, height }: Box, radius: number): Shape {
  const corner = (cx: number, cy: number, from: number) => arc([cx, cy], [radius, radius], [from, from + 0.25, 12]);
  const [left, top, right, bottom] = [x + radius, y + radius, x + width - radius, y + height - radius];
  return [
    [
      ...corner(right, bottom, 0),
      ...corner(left, bottom, 0.25),
      ...corner(left, top, 0.5),
      ...corner(right, top, 0.75),
    ],
  ];
}

/** A line along points, as wide everywhere. */
export function ribbon(points: readonly Point[], width: number): Shape {
  const half = width / 2;
  return [
    [...points.map(([x, y]): Point => [x, y - half]), ...points.toReversed().map(([x, y]): Point => [x, y + half])],
  ];
}

export const turned = (shape: Shape, centre: Point, turns: number): Shape => {
  const [cos, sin] = [Math.cos(turns * 2 * Math.PI), Math.sin(turns * 2 * Math.PI)];
  return shape.map((outline) =>
    outline.map(([x, y]): Point => {
      const [dx, dy] = [x - centre[0], y - centre[1]];
      return [centre[0] + dx * cos - dy * sin, centre[1] + dx * sin + dy * cos];
    }),
  );
};

type Lettering = { font: Font; size: number; at: Point };

/** A line of text; `at` is where its baseline starts. */
export function lettering(text: string, { font, size, at }: Lettering): Shape {
  const scale = size / font.unitsPerEm;
  const outlines: Point[][] = [];
  let advance = 0;
  const run = font.layout(text);
  run.glyphs.forEach((glyph, index) => {
    const start = advance;
    const place = ([x, y]: Point): Point => [at[0] + (start + x) * scale, at[1] - y * scale];
    outlines.push(...flatten(glyph.path.commands).map((outline) => outline.map(place)));
    advance += run.positions[index]?.xAdvance ?? 0;
  });
  return outlines;
}

type Command = { command: string; args: number[] };

/** Curves as short straight lines. */
function flatten(commands: readonly Command[]): Point[][] {
  const outlines: Point[][] = [];
  let outline: Point[] = [];
  for (const { command, args } of commands) {
    const points = Array.from({ length: args.length / 2 }, (_, at): Point => [
      args[at * 2] ?? 0,
      args[at * 2 + 1] ?? 0,
    ]);
    if (command === 'moveTo') outlines.push((outline = [...points]));
    else if (command !== 'closePath') outline.push(...bezier([outline.at(-1) ?? [0, 0], ...points]));
  }
  return outlines;
}

const curveSteps = 6;

/** The points of a Bézier curve of any degree, without its first. */
function bezier(control: readonly Point[]): Point[] {
  if (control.length === 2) return control.slice(1);
  return Array.from({ length: curveSteps }, (_, step) => casteljau(control, (step + 1) / curveSteps));
}

function casteljau(control: readonly Point[], t: number): Point {
  const [first = [0, 0]] = control;
  if (control.length === 1) return first;
  const between = control.slice(1).map((to, at): Point => {
    const from = control[at] ?? to;
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  });
  return casteljau(between, t);
}
