import { expect, it } from 'vitest';
import { makeTurnstile } from './turnstile.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on demand. */
function makeWork(turn: ReturnType<typeof makeTurnstile>) {
  const started: number[] = [];
  const gates = new Map<number, PromiseWithResolvers<number>>();
  const come = (index: number, gone?: AbortSignal) => {
    const gate = Promise.withResolvers<number>();
    gates.set(index, gate);
    return turn(async () => {
      started.push(index);
      return gate.promise;
    }, gone);
  };
  return { started, come, gate: (index: number) => gates.get(index) ?? Promise.withResolvers<number>() };
}

it('lets four work, fifty wait, and tells the next to come back', async () => {
  const { started, come, gate } = makeWork(makeTurnstile({ atOnce: 4, waitingAtMost: 50 }));
  const all = Array.from({ length: 54 }, (_, index) => come(index));
  await tick();
  expect(started).toEqual([0, 1, 2, 3]);
  await expect(come(54)).rejects.toMatchObject({ code: 'ServiceUnavailable', retryAfterSeconds: 5 });
  for (let index = 0; index < 54; index += 1) {
    gate(index).resolve(index);
    await tick();
    expect(started).toHaveLength(Math.min(54, index + 5));
  }
  expect(await Promise.all(all)).toEqual(Array.from({ length: 54 }, (_, index) => index));
  expect(started).toEqual(Array.from({ length: 54 }, (_, index) => index));
});

it('gives a place on when its work fails', async () => {
  const { started, come, gate } = makeWork(makeTurnstile({ atOnce: 1, waitingAtMost: 1 }));
  const failing = come(0);
  const next = come(1);
  await tick();
  gate(0).reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  await tick();
  expect(started).toEqual([0, 1]);
  gate(1).resolve(1);
  expect(await next).toBe(1);
});

it('lets who has gone stand in line no more, and the next take that place', async () => {
  const { started, come, gate } = makeWork(makeTurnstile({ atOnce: 1, waitingAtMost: 2 }));
  const gone = new AbortController();
  const first = come(0);
  const left = come(1, gone.signal);
  const second = come(2, new AbortController().signal);
  await expect(come(3)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  const third = come(4);
  await expect(come(5, gone.signal)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  for (const index of [0, 2, 4]) {
    await tick();
    gate(index).resolve(index);
  }
  expect(await Promise.all([first, second, third])).toEqual([0, 2, 4]);
  expect(started).toEqual([0, 2, 4]);
});

it('gives a place on of who goes as it is given, and begins nothing', async () => {
  const { started, come, gate } = makeWork(makeTurnstile({ atOnce: 1, waitingAtMost: 2 }));
  const gone = new AbortController();
  await expect(come(0, AbortSignal.abort())).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  const first = come(1);
  // The place is given before this is heard, and taken after.
  void gate(1).promise.then(() => queueMicrotask(() => queueMicrotask(() => gone.abort())));
  const left = come(2, gone.signal);
  const second = come(3);
  gate(1).resolve(1);
  expect(await first).toBe(1);
  await expect(left).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  gate(3).resolve(3);
  expect(await second).toBe(3);
  expect(started).toEqual([1, 3]);
});
