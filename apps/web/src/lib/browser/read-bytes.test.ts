import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-error.ts';
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
        ETag: '"bail"',
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
  const asked: Record<string, string>[] = [];
  const goOn = (headers: Record<string, string>) => {
    asked.push(headers);
    return Promise.resolve(answer(7));
  };
  const read = await readBytes({ begin: () => Promise.resolve(answer(0, 7)), goOn }, nothingYet());
  expect(asked).toEqual([{ Range: 'bytes=7-', 'If-Range': '"bail"' }]);
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
  expect(read.type).toBe('application/pdf');
});

it('begins again where a content has changed meanwhile, and comes whole', async () => {
  const goOn = vi.fn<() => Promise<Response>>(() => Promise.resolve(answer(0)));
  const read = await readBytes({ begin: () => Promise.resolve(answer(0, 7)), goOn }, nothingYet());
  expect(goOn).toHaveBeenCalledOnce();
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
  const read = await readBytes({ begin, goOn: () => Promise.resolve(answer(7)) }, coming);
  expect(begin).not.toHaveBeenCalled();
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
});

it('holds no more than some megabytes itself, however much comes', async () => {
  const chunk = new Uint8Array(3_000_000).fill(7);
  const many = new Response(new ReadableStream({ start: (controller) => fill(controller, chunk, 10) }), {
    headers: { 'Content-Length': String(30_000_000) },
  });
  const coming = nothingYet();
  const held: number[] = [];
  const onProgress = () => held.push(coming.heldBytes);
  const goOn = () => Promise.reject(new NetworkError('No answer'));
  const read = await readBytes({ begin: () => Promise.resolve(many), goOn }, coming, { onProgress });
  expect(read.size).toBe(30_000_000);
  expect(new Set(new Uint8Array(await read.arrayBuffer()))).toEqual(new Set([7]));
  expect(Math.max(...held)).toBeLessThan(8_000_000);
});

it('waits as long as a busy server asks for, within bounds, and goes on; not for ever, nor where it says nothing', async () => {
  const pauses: number[] = [];
  vi.stubGlobal('setTimeout', (go: () => void, ms: number) => {
    pauses.push(ms);
    queueMicrotask(go);
  });
  const busy = (seconds?: number, status = 503) => new ApiError(status, [], { retryAfterSeconds: seconds });
  const begin = () => Promise.resolve(answer(0, 7));
  const goOn = vi.fn<() => Promise<Response>>();
  goOn.mockRejectedValueOnce(busy(4, 429)).mockRejectedValueOnce(busy(3600)).mockResolvedValue(answer(7));
  const read = await readBytes({ begin, goOn }, nothingYet());
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
  expect(pauses).toEqual([1_000, 4_000, 15_000]);

  const refuse = vi.fn<() => Promise<Response>>(() => Promise.reject(busy(2)));
  await expect(readBytes({ begin: refuse, goOn }, nothingYet())).rejects.toThrow(ApiError);
  expect(refuse).toHaveBeenCalledTimes(4);
  refuse.mockClear().mockRejectedValue(busy());
  await expect(readBytes({ begin: refuse, goOn }, nothingYet())).rejects.toThrow(ApiError);
  expect(refuse).toHaveBeenCalledOnce();
});

function fill(controller: ReadableStreamDefaultController, chunk: Uint8Array, times: number): void {
  for (let time = 0; time < times; time++) controller.enqueue(chunk);
  controller.close();
}

it('begins again where what comes is not the rest of what is there', async () => {
  const unsized = () => {
    const { body } = answer(0, 7);
    return new Response(body, { headers: { ETag: '"bail"' } });
  };
  const begin = vi.fn<() => Promise<Response>>();
  begin.mockResolvedValueOnce(unsized()).mockResolvedValue(answer(0));
  const read = await readBytes({ begin, goOn: () => Promise.resolve(answer(7)) }, nothingYet());
  expect(begin).toHaveBeenCalledTimes(2);
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
});
