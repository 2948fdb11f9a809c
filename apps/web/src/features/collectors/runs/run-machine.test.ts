import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type RunEvent, runMachine } from './run-machine.ts';

const since = '2026-11-24T10:00:00Z';
const seen = (collector: Extract<RunEvent, { type: 'SEEN' }>['collector']): RunEvent => ({ type: 'SEEN', collector });
const working = seen({ status: 'SYNCHRONIZING', alert: null, mfa: null });
const asking = seen({
  status: 'SYNCHRONIZING',
  alert: { code: 'MFA_REQUIRED', since },
  mfa: { expiresAt: since, canResendAt: since },
});
const late = seen({ status: 'BLOCKED', alert: { code: 'MFA_EXPIRED', since }, mfa: null });
const ended = seen({ status: 'ENABLED', alert: null, mfa: null });

/** The state of a run after these events. */
function after(...events: RunEvent[]) {
  const actor = createActor(runMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot().value;
}

it('works until it ends', () => {
  expect(after(working)).toBe('working');
  expect(after(working, ended)).toBe('ended');
});

it('checks a code until the partner has judged it: right, wrong, or never', () => {
  const given: RunEvent[] = [working, asking, { type: 'GIVEN' }];
  expect(after(...given, working)).toBe('checking');
  expect(after(...given, working, ended)).toBe('ended');
  expect(after(...given, working, asking)).toBe('asking');
  expect(after(...given, late)).toBe('late');
});

it('begins again with another code after one that came too late, and after a fault that was mended', () => {
  expect(after(asking, late, working, asking)).toBe('asking');
  expect(
    after(working, seen({ status: 'BLOCKED', alert: { code: 'ACCOUNT_BLOCKED', since }, mfa: null }), working),
  ).toBe('working');
});

it('takes a code only where one is asked for', () => {
  expect(after(working, { type: 'GIVEN' })).toBe('working');
});

it('ends with its collector, which another window may have deleted', () => {
  expect(after(asking, seen(undefined))).toBe('gone');
});
