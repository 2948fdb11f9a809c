import { describe, expect, it } from 'vitest';
import { judgeNewAddresses, nextSmsAt } from './quotas.rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const inHours = (hours: number) => hoursAgo(-hours);
const days = 24;
/** So many addresses, the oldest first, an instant apart. */
const written = (count: number, hours: number) =>
  Array.from({ length: count }, (_, at) => new Date(hoursAgo(hours).getTime() + at));

describe('the new addresses of a safe', () => {
  it('are 50 in 24 hours, and 20 in its first week', () => {
    const old = hoursAgo(7 * days);
    expect(judgeNewAddresses({ added: 10, recent: written(40, 3), openedAt: old }, now)).toBeNull();
    expect(judgeNewAddresses({ added: 11, recent: written(40, 3), openedAt: old }, now)).toMatchObject({ max: 50 });
    const young = new Date(old.getTime() + 1);
    expect(judgeNewAddresses({ added: 10, recent: written(10, 3), openedAt: young }, now)).toBeNull();
    expect(judgeNewAddresses({ added: 11, recent: written(10, 3), openedAt: young }, now)).toMatchObject({ max: 20 });
  });

  it('may all be written to once enough of the others are a day old', () => {
    const recent = [...written(30, 20), ...written(18, 2)];
    const openedAt = hoursAgo(30 * days);
    expect(judgeNewAddresses({ added: 5, recent, openedAt }, now)).toEqual({
      ...{ max: 50, left: 2 },
      nextAt: new Date(inHours(4).getTime() + 2),
    });
  });

  it('may be written to once the first week is over, where that is sooner', () => {
    const openedAt = hoursAgo(6 * days + 22);
    const told = judgeNewAddresses({ added: 5, recent: written(20, 3), openedAt }, now);
    expect(told).toEqual({ max: 20, left: 0, nextAt: inHours(2) });
    const later = judgeNewAddresses({ added: 5, recent: written(20, 23), openedAt }, now);
    expect(later).toEqual({ max: 20, left: 0, nextAt: new Date(inHours(1).getTime() + 4) });
  });

  it('count for nothing where none is new', () => {
    expect(judgeNewAddresses({ added: 0, recent: written(20, 3), openedAt: hoursAgo(1) }, now)).toBeNull();
  });
});

it('lets the next SMS go when the oldest of those that fill the limit is a day old', () => {
  const sentAt = [hoursAgo(30), hoursAgo(23), hoursAgo(2), hoursAgo(1)];
  expect(nextSmsAt(sentAt, 3, now)).toEqual(inHours(1));
});
