import { describe, expect, it } from 'vitest';
import {
  afterRightTry,
  afterWrongTry,
  closedUntil,
  dayMs,
  hourMs,
  judgeRequest,
  secondsUntil,
  type Tries,
} from './guards.rules.ts';

const start = Date.parse('2026-11-21T08:00:00.000Z');
const at = (ms: number) => new Date(start + ms);
const minutes = (count: number) => at(count * 60_000);
const none: Tries = { refused: [], refusedDay: [] };
const limits = { perHour: 5, perDay: 10 };
const afterWrongAt = (...instants: Date[]): Tries => instants.reduce(afterWrongTry, none);

describe('wrong tries', () => {
  it.each([
    { told: 'none at first', wrong: [], now: minutes(0), until: null },
    { told: 'four leave the door open', wrong: [0, 1, 2, 3], now: minutes(4), until: null },
    { told: 'five close it for an hour from the last', wrong: [0, 1, 2, 3, 4], now: minutes(5), until: minutes(64) },
    { told: 'closed to the last millisecond', wrong: [0, 1, 2, 3, 4], now: at(64 * 60_000 - 1), until: minutes(64) },
    { told: 'open again when the hour is over', wrong: [0, 1, 2, 3, 4], now: minutes(64), until: null },
    { told: 'a try older than an hour no longer counts', wrong: [0, 30, 40, 50, 61], now: minutes(62), until: null },
    {
      told: 'five within the hour count, older ones aside',
      wrong: [0, 61, 62, 63, 64, 65],
      now: minutes(66),
      until: minutes(125),
    },
  ])('$told', ({ wrong, now, until }) => {
    expect(closedUntil(afterWrongAt(...wrong.map(minutes)), limits, now)).toEqual(until);
  });

  it('begins a new count of five after the closed hour', () => {
    const tries = afterWrongAt(...[0, 1, 2, 3, 4, 70, 71, 72, 73].map(minutes));
    expect(closedUntil(tries, limits, minutes(74))).toBeNull();
    expect(closedUntil(afterWrongTry(tries, minutes(74)), { perHour: 5 }, minutes(75))).toEqual(minutes(134));
  });

  it('closes for a day after ten in a day', () => {
    const tries = afterWrongAt(...[0, 1, 2, 3, 4, 70, 71, 72, 73, 74].map(minutes));
    expect(closedUntil(tries, limits, minutes(135))).toEqual(new Date(minutes(74).getTime() + dayMs));
    expect(closedUntil(tries, limits, new Date(minutes(74).getTime() + dayMs))).toBeNull();
    expect(closedUntil(tries, { perHour: 5 }, minutes(135))).toBeNull();
  });

  it('is cleared by a success, for the hour and not for the day', () => {
    const four = afterWrongAt(...[0, 1, 2, 3].map(minutes));
    const again = [5, 6, 7, 8].map(minutes).reduce(afterWrongTry, afterRightTry(four));
    expect(closedUntil(again, limits, minutes(9))).toBeNull();
    const tenth = [10, 11].map(minutes).reduce(afterWrongTry, afterRightTry(again));
    expect(closedUntil(tenth, limits, minutes(12))).toEqual(new Date(minutes(11).getTime() + dayMs));
  });

  it('forgets what is older than a day', () => {
    const tries = afterWrongTry(afterWrongAt(minutes(0)), new Date(start + dayMs));
    expect(tries.refusedDay).toEqual([new Date(start + dayMs)]);
  });
});

describe('requests for a code', () => {
  it('takes three in an hour, and tells when the next may come', () => {
    const three = [0, 10, 20].map(minutes);
    expect(judgeRequest(three.slice(0, 2), 3, minutes(20))).toEqual({ requested: three });
    expect(judgeRequest(three, 3, minutes(30))).toEqual({ nextAt: at(hourMs) });
    expect(judgeRequest(three, 3, at(hourMs))).toEqual({ requested: [...three.slice(1), at(hourMs)] });
  });
});

it('tells a wait in whole seconds, one at least', () => {
  expect(secondsUntil(at(1_500), at(0))).toBe(2);
  expect(secondsUntil(at(0), at(0))).toBe(1);
});
