import { describe, expect, it } from 'vitest';
import { AntivirusUnavailable } from './antivirus.ts';
import { ScanTurns } from './scan-turns.ts';

const turnsOf = (settings: object = {}) => new ScanTurns({ atOnce: 2, keptMs: 50, waitMs: 60_000, ...settings });

/** Takes a turn, and notes the party that has it. */
function taker(turns: ScanTurns) {
  const had: string[] = [];
  return {
    had,
    take: async (party: string, interrupt?: () => void) => {
      const turn = await turns.take(party, interrupt);
      had.push(party);
      return turn;
    },
  };
}

describe('the turns at the antivirus', () => {
  it('go to the party that has the fewest, and among equals to the one whose turns took the least time', async () => {
    const { had, take } = taker(turnsOf());
    const first = [await take('many'), await take('many')];
    const waiting = [take('many'), take('one'), take('another')];
    await new Promise((resolve) => setTimeout(resolve, 5));
    first[0]?.end();
    await waiting[1];
    expect(had).toEqual(['many', 'many', 'one']);
    first[1]?.end();
    (await waiting[2])?.end();
    expect(had.slice(3)).toEqual(['another']);
    await waiting[0];
    expect(had.slice(3)).toEqual(['another', 'many']);
  });

  it('come soon to whose contents are quick, however many others drip theirs', async () => {
    const { had, take } = taker(turnsOf({ keptMs: 20 }));
    const dripping = Array.from({ length: 40 }, (_, index) => take(`link ${index % 10}`, () => {}));
    for (let upload = 0; upload < 3; upload += 1) {
      const turn = await take('owner', () => {});
      turn.complete();
      turn.end();
    }
    const [first = 0, second = 0, third = 0] = had.flatMap((party, at) => (party === 'owner' ? [at] : []));
    // Each link has had one turn before, and none of them two.
    expect(first).toBeLessThanOrEqual(10);
    expect([second - first, third - second].every((between) => between <= 3)).toBe(true);
    await Promise.all(dripping.map(async (turn) => (await turn).end()));
  });

  it('are taken from the content that comes slowest where somebody waits, once it has had its time', async () => {
    const { take } = taker(turnsOf());
    const interrupted: string[] = [];
    const slow = await take('slow', () => interrupted.push('slow'));
    const fast = await take('fast', () => interrupted.push('fast'));
    slow.add(10);
    fast.add(1_000_000);
    await take('waiting');
    expect(interrupted).toEqual(['slow']);
    expect([slow.isInterrupted, fast.isInterrupted]).toEqual([true, false]);
  });

  it('are kept by a content that is whole, and by one that nobody waits for', async () => {
    const { had, take } = taker(turnsOf({ keptMs: 0 }));
    const whole = await take('whole', () => had.push('interrupted'));
    const alone = await take('alone', () => had.push('interrupted'));
    whole.complete();
    alone.complete();
    const waiting = take('waiting');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(had).toEqual(['whole', 'alone']);
    whole.end();
    await waiting;
    expect(had).toEqual(['whole', 'alone', 'waiting']);
  });

  it('are waited for no longer than the limit', async () => {
    const turns = turnsOf({ waitMs: 30 });
    const first = await turns.take('a');
    await turns.take('a');
    await expect(turns.take('b')).rejects.toThrow(AntivirusUnavailable);
    first.end();
    await expect(turns.take('b')).resolves.toBeDefined();
  });

  it('are never more than there may be at once', async () => {
    const turns = turnsOf();
    let now = 0;
    let most = 0;
    const work = async (party: string) => {
      const turn = await turns.take(party);
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
      turn.end();
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => work(`party ${index % 7}`)));
    expect(most).toBe(2);
  });
});
