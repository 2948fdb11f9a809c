import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { fakeTimestamps, type Behaviour } from '../../testing/fakes/fake-timestamps.ts';
import { testClock } from '../../testing/test-clock.ts';
import { noTimestamps } from './no-timestamps.ts';
import { stampWithin } from './stamp-within.ts';
import { describeTimestamps, imprintOf } from './timestamps.suite.ts';
import { StampRefused, TimestampUnavailable } from './timestamps.ts';

const log = pino({ level: 'silent' });

describeTimestamps('the fake', () => fakeTimestamps({ clock: testClock(), log }));

describe('an authority', () => {
  it.each<[Behaviour, RegExp]>([
    ['down', /tsa\.example: it is down/],
    ['slow', /tsa\.example: no answer in time/],
    ['wrong digest', /tsa\.example: its answer is refused: it is of another digest/],
    ['expired certificate', /tsa\.example: its answer is refused: .*Pérenne demonstration timestamps.* had expired/],
    ['last year', /tsa\.example: its answer is refused: its time is /],
    ['unknown root', /tsa\.example: its answer is refused: no trusted authority vouches for/],
  ])('that is at fault (%s) gives no timestamp, and gives one again afterwards', async (how, reason) => {
    const timestamps = fakeTimestamps({ clock: testClock(), log });
    timestamps.behave(how);
    const failure = await timestamps.stamp(imprintOf('it')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TimestampUnavailable);
    expect(String(failure)).toMatch(reason);
    timestamps.behave('well');
    await expect(timestamps.stamp(imprintOf('it'))).resolves.toMatchObject({ at: expect.any(Date) });
  });

  it('is believed for what it stamped before, and not for a time to come', async () => {
    const clock = testClock();
    const timestamps = fakeTimestamps({ clock, log });
    const { token, at } = await timestamps.stamp(imprintOf('it'));
    clock.set(new Date('2074-03-01T12:00:00Z'));
    expect((await timestamps.verify(token, imprintOf('it'))).at).toEqual(at);
    const later = await timestamps.stamp(imprintOf('later'));
    expect(later.at.getUTCFullYear()).toBe(2074);
    clock.set(new Date('2074-02-01T12:00:00Z'));
    await expect(timestamps.verify(later.token, imprintOf('later'))).rejects.toThrow(/of a time to come/);
  });
});

describe('a stamp that somebody waits for', () => {
  it('is had where the authority answers in time, and is none where it does not', async () => {
    const timestamps = fakeTimestamps({ clock: testClock(), log, deadlineMs: 60_000 });
    await expect(stampWithin(timestamps, 60_000, imprintOf('it'))).resolves.toMatchObject({ at: expect.any(Date) });
    timestamps.behave('slow');
    await expect(stampWithin(timestamps, 50, imprintOf('it'))).rejects.toThrow(/no timestamp within 50 ms/);
    timestamps.behave('down');
    await expect(stampWithin(timestamps, 60_000, imprintOf('it'))).rejects.toThrow(/it is down/);
  });
});

describe('no authority', () => {
  it('stamps nothing, and says so', async () => {
    const timestamps = noTimestamps();
    expect(timestamps.enabled).toBe(false);
    await expect(timestamps.check()).resolves.toBeUndefined();
    await expect(timestamps.stamp(imprintOf('it'))).rejects.toThrow(TimestampUnavailable);
    await expect(timestamps.verify(Buffer.alloc(10), imprintOf('it'))).rejects.toThrow(StampRefused);
  });
});
