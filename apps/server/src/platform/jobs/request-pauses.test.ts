import { expect, it } from 'vitest';
import { RequestPauses } from './request-pauses.ts';

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

it('is there at once where nobody asks anything', async () => {
  const later = new Promise((resolve) => void setImmediate(() => resolve('later')));
  const pause = new RequestPauses().next(60_000).then(() => 'at once');
  expect(await Promise.race([pause, later])).toBe('at once');
});

it('comes 50 ms after the last request', async () => {
  const pauses = new RequestPauses();
  const seconds = await secondsOf(() => {
    pauses.note();
    return pauses.next(60_000);
  });
  expect(seconds).toBeGreaterThanOrEqual(0.049);
  expect(seconds).toBeLessThan(60);
});

it('is waited for no longer than the work behind allows', async () => {
  const pauses = new RequestPauses();
  const asking = setInterval(() => pauses.note(), 10);
  pauses.note();
  expect(await secondsOf(() => pauses.next(300))).toBeGreaterThanOrEqual(0.299);
  clearInterval(asking);
});
