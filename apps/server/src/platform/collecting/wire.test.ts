import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { duplexPair, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Wire } from './wire.ts';

function openPair() {
  const [left, right] = duplexPair();
  const heard: unknown[] = [];
  const pair = { left: new Wire(left, (message) => heard.push(message)), right: new Wire(right, () => {}) };
  return { ...pair, heard, pipes: { left, right } };
}

const piecesOf = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );

describe('a channel', () => {
  it.each([1, 1_000, 65_536, 300_000, 3_000_000])('carries bytes in both directions, in pieces of %d', async (size) => {
    const { left, right } = openPair();
    const [a, b] = [randomBytes(Math.min(3_000_000, size * 5_000)), randomBytes(Math.min(3_000_000, size * 5_000))];
    const [here, there] = [left.open(7), right.open(7)];
    const sent = Promise.all([pipeline(piecesOf(a, size), here), pipeline(piecesOf(b, size), there)]);
    const [gotThere, gotHere] = await Promise.all([buffer(there), buffer(here), sent]);
    expect([gotThere.equals(a), gotHere.equals(b)]).toEqual([true, true]);
  });

  it('sends no more than its window to a side that does not read', async () => {
    const { left, right, pipes } = openPair();
    const here = left.open(1);
    right.open(1);
    let passed = 0;
    pipes.right.on('data', (chunk: Buffer) => (passed += chunk.length));
    here.write(randomBytes(2_000_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(passed).toBeGreaterThan(200_000);
    expect(passed).toBeLessThan(270_000);
  });

  it('gives all that came before its end to a side that reads late, though the other takes nothing more', async () => {
    const { left, right } = openPair();
    const [here, there] = [left.open(1), right.open(1)];
    here.end(randomBytes(200_000));
    await once(here, 'finish');
    here.destroy();
    await wait(50);
    expect((await buffer(there)).length).toBe(200_000);
    await expect.poll(() => there.destroyed).toBe(true);
  });

  it('that is cut is never taken for one that has ended', async () => {
    const { left, right } = openPair();
    const [here, there] = [left.open(1), right.open(1)];
    here.write('the beginning');
    here.destroy();
    await expect(buffer(there)).rejects.toThrow('ended the connection');
  });
});

describe('a side that does not keep to the protocol', () => {
  const frame = (kind: number, channel: number, bytes: Buffer) => {
    const head = Buffer.alloc(9);
    head.writeUInt32LE(bytes.length, 0);
    head[4] = kind;
    head.writeUInt32LE(channel, 5);
    return Buffer.concat([head, bytes]);
  };

  it.each([
    ['a frame of no kind', frame(9, 0, Buffer.alloc(1))],
    ['a frame that is too long', Buffer.from([0xff, 0xff, 0xff, 0x7f, 2, 0, 0, 0, 0])],
    ['a message that is no JSON', frame(1, 0, Buffer.from('{'))],
    ['a window without an end', frame(4, 1, Buffer.from([1, 0, 0, 0]))],
    ['more bytes than the window', Buffer.concat(Array.from({ length: 5 }, () => frame(2, 1, Buffer.alloc(65_000))))],
  ])('is heard no longer: %s', async (_what, bytes) => {
    const { left, heard, pipes } = openPair();
    left.open(1);
    const closed = new Promise((resolve) => void pipes.left.on('close', resolve));
    pipes.right.write(bytes);
    await closed;
    pipes.right.write(frame(1, 0, Buffer.from('{}')));
    expect(heard).toEqual([]);
  });

  it('is heard no longer where it asks for more and more and reads nothing of it', async () => {
    const [pipe, other] = duplexPair();
    new Wire(pipe, () => {}).open(1).write(Buffer.alloc(100_000_000));
    const wholeWindow = Buffer.alloc(4);
    wholeWindow.writeUInt32LE(262_144);
    for (let granted = 0; granted < 300 && !pipe.destroyed; granted += 1) {
      expect(pipe.writableLength).toBeLessThan(20_000_000);
      other.write(frame(4, 1, wholeWindow));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(pipe.destroyed).toBe(true);
  });
});
