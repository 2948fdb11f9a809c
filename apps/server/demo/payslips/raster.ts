import { crc32, deflateSync } from 'node:zlib';

export type Point = readonly [x: number, y: number];
/** Closed outlines; where they overlap, the winding rule is "not zero". */
export type Shape = readonly (readonly Point[])[];
/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

export type Raster = {
  width: number;
  height: number;
  fill(shape: Shape, colour: Colour, opacity?: number): void;
  toPng(): Buffer;
};

const linesPerPixel = 4;

/** A white picture to paint shapes on, with smooth edges. */
export function openRaster(width: number, height: number): Raster {
  const pixels = Buffer.alloc(width * height * 3, 255);
  return {
    width,
    height,
    fill: (shape, colour, opacity = 1) => {
      const edges = edgesOf(shape);
      for (let y = 0; y < height; y += 1) {
        const coverage = coverRow(edges, y, width);
        if (coverage) blend(pixels.subarray(y * width * 3), coverage, { colour, opacity });
      }
    },
    toPng: () => encodePng(pixels, width, height),
  };
}

type Edge = { top: number; bottom: number; x: number; slope: number; direction: 1 | -1 };

function edgesOf(shape: Shape): Edge[] {
  return shape.flatMap((outline) =>
    outline.flatMap((from, at) => {
      const to = outline[(at + 1) % outline.length] ?? from;
      if (from[1] === to[1]) return [];
      const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from];
      const slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
      return [{ top: upper[1], bottom: lower[1], x: upper[0], slope, direction: from[1] < to[1] ? 1 : -1 } as const];
    }),
  );
}

/** How much of each pixel of a row is inside, 0 to 1; undefined where nothing is. */
function coverRow(edges: readonly Edge[], row: number, width: number): Float32Array | undefined {
  const near = edges.filter(({ top, bottom }) => top < row + 1 && bottom > row);
  if (near.length === 0) return undefined;
  const coverage = new Float32Array(width);
  for (let line = 0; line < linesPerPixel; line += 1) {
    const y = row + (line + 0.5) / linesPerPixel;
    const crossings = near
      .filter(({ top, bottom }) => top <= y && bottom > y)
      .map(({ x, top, slope, direction }) => ({ x: x + (y - top) * slope, direction }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    let start = 0;
    for (const { x, direction } of crossings) {
      if (winding === 0) start = x;
      winding += direction;
      if (winding === 0) coverSpan(coverage, start, x);
    }
  }
  return coverage;
}

function coverSpan(coverage: Float32Array, from: number, to: number): void {
  const [start, end] = [Math.max(0, from), Math.min(coverage.length, to)];
  for (let x = Math.floor(start); x < end; x += 1) {
    const inside = Math.min(end, x + 1) - Math.max(start, x);
    coverage[x] = (coverage[x] ?? 0) + inside / linesPerPixel;
  }
}

type Paint = { colour: Colour; opacity: number };

function blend(row: Buffer, coverage: Float32Array, { colour, opacity }: Paint): void {
  coverage.forEach((covered, x) => {
    if (covered === 0) return;
    const weight = Math.min(1, covered) * opacity;
    colour.forEach((value, channel) => {
      const at = x * 3 + channel;
      row[at] = Math.round((row[at] ?? 0) * (1 - weight) + value * weight);
    });
  });
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function encodePng(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rowBytes = width * 3;
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) pixels.copy(rows, y * (rowBytes + 1) + 1, y * rowBytes, (y + 1) * rowBytes);
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
