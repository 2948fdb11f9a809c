import { expect, it, vi } from 'vitest';
import { actOnDue } from './act-on-due.ts';

const failure = 'it could not be done';

/** Numbers that are due, two in a batch; those that `act` throws at stay due. */
function makeWork(numbers: readonly number[], throwsAt: readonly number[]) {
  const due = new Set(numbers);
  const acted: number[] = [];
  const work = {
    select: async () => [...due].slice(0, 2),
    idsOf: (number: number) => ({ number: String(number) }),
    act: async (number: number) => {
      acted.push(number);
      if (throwsAt.includes(number)) throw new Error('broken');
      due.delete(number);
      return number !== 3;
    },
    failure,
  };
  return { work, acted };
}
const makeLog = () => ({ error: vi.fn<(line: object, words: string) => void>() });
const platformWith = (log: object) => ({ log }) as Parameters<typeof actOnDue>[0];

it('acts on all that is due, past one that fails, and counts those that count', async () => {
  const log = makeLog();
  const { work, acted } = makeWork([1, 2, 3, 4, 5], [2]);
  expect(await actOnDue(platformWith(log), work)).toBe(3);
  expect(acted).toEqual([1, 2, 3, 4, 5]);
  expect(log.error.mock.calls).toEqual([[{ err: new Error('broken'), number: '2' }, failure]]);
});

it('ends where a whole batch has failed: the next job tries it again', async () => {
  const { work, acted } = makeWork([1, 2, 3], [1, 2]);
  expect(await actOnDue(platformWith(makeLog()), work)).toBe(0);
  expect(acted).toEqual([1, 2]);
});

it('stops between two when it is asked to', async () => {
  const stopping = new AbortController();
  const { work, acted } = makeWork([1, 2], []);
  const act = async (number: number) => {
    stopping.abort(new Error('the worker stops'));
    return work.act(number);
  };
  await expect(actOnDue(platformWith(makeLog()), { ...work, act }, stopping.signal)).rejects.toThrow(
    'the worker stops',
  );
  expect(acted).toEqual([1]);
});
