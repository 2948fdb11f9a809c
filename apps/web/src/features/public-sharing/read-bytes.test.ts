import { beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../../lib/api-error.ts';
import { nothingYet, readBytes } from './read-bytes.ts';

const content = new TextEncoder().encode('Le bail de la rue des Tilleuls');

/** An answer whose line is cut after so many bytes. */
const answer = (from: number, cutAt = content.length) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(content.slice(from, cutAt));
      },
      pull: (controller) => (cutAt < content.length ? controller.error(new TypeError('cut')) : controller.close()),
    }),
    {
      status: from > 0 ? 206 : 200,
      headers: {
        'Content-Length': String(content.length - from),
        'Content-Type': 'application/pdf',
        ...(from > 0 ? { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
      },
    },
  );

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  // Pauses between two tries take no time here.
  vi.stubGlobal('setTimeout', (go: () => void) => queueMicrotask(go));
  return () => vi.unstubAllGlobals();
});

it('goes on with a content that was cut from its next byte on', async () => {
  const asked: number[] = [];
  const goOn = (from: number) => {
    asked.push(from);
    return Promise.resolve(answer(from));
  };
  const read = await readBytes({ begin: () => Promise.resolve(answer(0, 7)), goOn }, nothingYet());
  expect(asked).toEqual([7]);
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
  expect(read.type).toBe('application/pdf');
});

it('begins again where a content comes whole or not at all', async () => {
  const answers = [answer(0, 7), answer(0)];
  const begin = () => Promise.resolve(answers.shift() ?? answer(0));
  const read = await readBytes({ begin }, nothingYet());
  expect(answers).toEqual([]);
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
});

it('gives up after some cuts that brought nothing, and goes on from there when it is asked again', async () => {
  const coming = nothingYet();
  const cut = () => Promise.reject(new NetworkError('No answer'));
  await expect(readBytes({ begin: () => Promise.resolve(answer(0, 7)), goOn: cut }, coming)).rejects.toThrow(
    NetworkError,
  );
  expect(coming.bytes).toBe(7);
  const begin = vi.fn<() => Promise<Response>>(cut);
  const read = await readBytes({ begin, goOn: (from) => Promise.resolve(answer(from)) }, coming);
  expect(begin).not.toHaveBeenCalled();
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
});
