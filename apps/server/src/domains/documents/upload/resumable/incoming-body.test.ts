import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IncomingBody } from './incoming-body.ts';

const hourMs = 3_600_000;
const textOf = async (body: IncomingBody, piece: { bytes: number; ms: number }) =>
  Buffer.concat(await Array.fromAsync(body.piece(piece))).toString();

describe('a body', () => {
  it('comes in pieces of the size asked for, whatever its chunks', async () => {
    const stream = new PassThrough();
    const body = new IncomingBody(stream);
    for (const text of ['ab', 'cdefgh', '', 'i']) stream.write(text);
    stream.end();
    const pieces: string[] = [];
    while (await body.hasMore()) pieces.push(await textOf(body, { bytes: 4, ms: hourMs }));
    expect(pieces).toEqual(['abcd', 'efgh', 'i']);
    expect(await textOf(body, { bytes: 4, ms: hourMs })).toBe('');
    expect(body.failure).toBeUndefined();
  });

  it('ends a piece in time on a slow line, and loses nothing of what comes after', async () => {
    const stream = new PassThrough();
    const body = new IncomingBody(stream);
    stream.write('slow');
    expect(await textOf(body, { bytes: 100, ms: 20 })).toBe('slow');
    const next = textOf(body, { bytes: 100, ms: hourMs });
    await sleep(20);
    stream.write(' li');
    stream.end('ne');
    expect(await next).toBe(' line');
  });

  it('ends a piece where the line is cut, and says so', async () => {
    const stream = new PassThrough();
    const body = new IncomingBody(stream);
    stream.write('begun');
    const piece = textOf(body, { bytes: 100, ms: hourMs });
    await sleep(5);
    stream.destroy(new Error('aborted'));
    expect(await piece).toBe('begun');
    expect(await body.hasMore()).toBe(false);
    expect(body.failure?.message).toBe('aborted');
  });

  it('leaves the rest to who answers the request', async () => {
    const stream = new PassThrough();
    const body = new IncomingBody(stream);
    stream.write('refused');
    for await (const chunk of body.piece({ bytes: 3, ms: hourMs })) expect(chunk.toString()).toBe('ref');
    body.release();
    await sleep(5);
    expect(stream.destroyed).toBe(false);
    let rest = 0;
    stream.on('data', (chunk: Buffer) => (rest += chunk.length)).resume();
    stream.end('more');
    await sleep(5);
    expect(rest).toBe(4);
  });
});
