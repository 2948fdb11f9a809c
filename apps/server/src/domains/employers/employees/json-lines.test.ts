import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines } from './json-lines.ts';

async function linesOf(chunks: Uint8Array[], maxBytes = 100) {
  const lines = [];
  for await (const line of readLines(Readable.from(chunks), maxBytes)) lines.push(line);
  return lines;
}

it('gives the same lines however the bytes are cut', async () => {
  const text = '\ufeff{"a":"é"}\r\n\n  \n{"b":2}\n{"c":"😀"}';
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      expect(await linesOf(chunks)).toEqual(['{"a":"é"}\r', '{"b":2}', '{"c":"😀"}']);
    }),
  );
});

it('refuses a line that is too long and goes on with the next', async () => {
  const long = Array.from({ length: 50 }, () => Buffer.from('x'.repeat(10)));
  expect(await linesOf([Buffer.from('a\n'), ...long, Buffer.from('\nb\n' + 'y'.repeat(100))])).toEqual([
    'a',
    null,
    'b',
    'y'.repeat(100),
  ]);
  expect(await linesOf([Buffer.from('y'.repeat(101))])).toEqual([null]);
});

it('refuses what is no UTF-8', async () => {
  expect(await linesOf([Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from('b')])).toEqual([null, 'b']);
});

it('gives nothing for nothing', async () => {
  expect(await linesOf([])).toEqual([]);
  expect(await linesOf([Buffer.from('\n\r\n')])).toEqual([]);
});
