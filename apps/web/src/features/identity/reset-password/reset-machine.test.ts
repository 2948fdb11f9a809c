import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { canShow, isSpent, resetMachine } from './reset-machine.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const minutes = (count: number) => count * 60_000;

function atPassword() {
  const actor = createActor(resetMachine).start();
  actor.send({ type: 'EMAIL_GIVEN', email: 'camille@example.org' });
  actor.send({ type: 'CODE_ASKED', mode: 'SMS', atMs: now });
  actor.send({ type: 'GO_ON' });
  actor.send({ type: 'CODE_ACCEPTED', resetToken: 'token' });
  return actor;
}

it('goes from the address to a new password', () => {
  const actor = atPassword();
  expect(actor.getSnapshot().value).toBe('password');
  actor.send({ type: 'PASSWORD_CHANGED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'changed', status: 'done' });
});

it('goes no further than what is done', () => {
  const actor = createActor(resetMachine).start();
  for (const step of ['mode', 'sent', 'code', 'password'] as const) {
    actor.send({ type: 'SHOW', step });
    expect(actor.getSnapshot().value).toBe('email');
  }
});

it('goes back to the choice when the right to choose a password has ended, and keeps the rest', () => {
  const actor = atPassword();
  actor.send({ type: 'TOKEN_EXPIRED' });
  const { value, context } = actor.getSnapshot();
  expect(value).toBe('mode');
  expect(context).toMatchObject({ email: 'camille@example.org', mode: 'SMS', resetToken: null, hasExpired: true });
  expect(canShow('password', context)).toBe(false);
});

it('goes from the link of the mail to a new password, and begins with the address when that right has ended', () => {
  const actor = createActor(resetMachine).start();
  actor.send({ type: 'LINK_ACCEPTED', resetToken: 'token' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'password', context: { resetToken: 'token', email: '' } });
  actor.send({ type: 'TOKEN_EXPIRED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'email', context: { resetToken: null, hasExpired: true } });
});

it('begins again for another address', () => {
  const actor = atPassword();
  actor.send({ type: 'SHOW', step: 'email' });
  actor.send({ type: 'EMAIL_GIVEN', email: 'autre@example.org' });
  expect(actor.getSnapshot().context).toMatchObject({ email: 'autre@example.org', askedAtMs: [], resetToken: null });
});

it('counts the codes of the last hour only', () => {
  const actor = atPassword();
  actor.send({ type: 'CODE_ASKED', mode: 'EMAIL', atMs: now + minutes(10) });
  expect(isSpent(actor.getSnapshot().context, now + minutes(10))).toBe(false);
  actor.send({ type: 'CODE_ASKED', mode: 'EMAIL', atMs: now + minutes(20) });
  expect(isSpent(actor.getSnapshot().context, now + minutes(20))).toBe(true);
  expect(isSpent(actor.getSnapshot().context, now + minutes(61))).toBe(false);
});

it('goes on after a reload from what was kept', () => {
  const kept = JSON.parse(JSON.stringify(atPassword().getPersistedSnapshot()));
  const actor = createActor(resetMachine, { snapshot: kept }).start();
  expect(actor.getSnapshot()).toMatchObject({ value: 'password', context: { email: 'camille@example.org' } });
});
