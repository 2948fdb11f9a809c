import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '../log.ts';
import { AntivirusUnavailable } from './antivirus.ts';
import { LimitsProof } from './limits-proof.ts';

const right = 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND';

const ask = vi.fn<(probe: Buffer) => Promise<string>>();
const tell = vi.fn<Log['error']>();
const log = { error: tell, warn: tell, info: tell, debug: tell };

let proof: LimitsProof;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  ask.mockReset().mockResolvedValue(right);
  tell.mockReset();
  proof = new LimitsProof(ask, log);
});
afterEach(() => vi.useRealTimers());

it('is asked for once by many at once, and not again for a while', async () => {
  await Promise.all(Array.from({ length: 20 }, () => proof.require()));
  vi.advanceTimersByTime(50_000);
  await proof.require();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20_000);
  await proof.require();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('is asked for again after a failure', async () => {
  await proof.require();
  proof.forget();
  await proof.require();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('is had as soon as clamd comes up', async () => {
  ask.mockRejectedValueOnce(new AntivirusUnavailable('The antivirus cannot be reached'));
  await expect(proof.require()).rejects.toThrow('cannot be reached');
  await expect(proof.require()).resolves.toBeUndefined();
  expect(tell).not.toHaveBeenCalled();
});

it.each(['stream: OK', 'stream: Test.Eicar FOUND', 'UNKNOWN COMMAND', ''])(
  'is not given by the answer "%s", which is told once, until another is given',
  async (answer) => {
    ask.mockResolvedValue(answer);
    for (let time = 0; time < 3; time += 1) await expect(proof.require()).rejects.toThrow(AntivirusUnavailable);
    expect(tell).toHaveBeenCalledTimes(1);
    expect(tell).toHaveBeenCalledWith({ answer }, expect.stringContaining('set AlertExceedsMax yes'));
    ask.mockResolvedValue(right);
    await expect(proof.require()).resolves.toBeUndefined();
    proof.forget();
    ask.mockResolvedValue(answer);
    await expect(proof.require()).rejects.toThrow(AntivirusUnavailable);
    expect(tell).toHaveBeenCalledTimes(2);
  },
);

it('costs little', async () => {
  await proof.require();
  expect(ask.mock.lastCall?.[0].length).toBeLessThan(30_000);
});
