import { generateKeySync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { frameRange, sealedSize } from '../sealing/content-range.ts';
import { beginContent, openContent, rewrapHeader } from '../sealing/content.ts';
import { openObjectFolder } from './folder.ts';
import { inChunks } from './objects.suite.ts';

it('keeps a sealed content readable in ranges, also from the safe that it moves to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-sealed-'));
  const objects = await openObjectFolder(folder);
  const [id, plain] = [uuidv7(), randomBytes(300_000)];
  const from = { key: generateKeySync('aes', { length: 256 }), safeId: uuidv7(), documentId: uuidv7() };
  const to = { ...from, key: generateKeySync('aes', { length: 256 }), safeId: uuidv7() };
  const content = beginContent(from.documentId);
  const { sizeBytes } = await objects.put(id, content.seal(inChunks(plain, 50_000)));
  expect(sizeBytes).toBe(sealedSize(plain.length));
  const header = rewrapHeader(content.headerFor(from), from, to);
  const range = { plainSize: plain.length, from: 130_000, to: 200_000 };
  const frames = await objects.get(id, frameRange(range));
  expect(await buffer(openContent(to, header, { frames, range }))).toEqual(plain.subarray(130_000, 200_000));
  expect(await buffer(openContent(to, header, { frames: await objects.get(id) }))).toEqual(plain);
  await rm(folder, { recursive: true });
});
