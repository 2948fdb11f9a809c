import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { emailChangeMachine } from './email-change-machine.ts';

const asked = { type: 'ASK', email: 'a@example.org', password: 'secret' } as const;

it('sends a code at once to an address that is plainly personal', () => {
  const actor = createActor(emailChangeMachine).start();
  actor.send({ ...asked, isDoubtful: false });
  expect(actor.getSnapshot().value).toBe('sending');
});

it('asks first where the address looks professional, and keeps what was typed', () => {
  const actor = createActor(emailChangeMachine).start();
  actor.send({ ...asked, isDoubtful: true });
  expect(actor.getSnapshot().value).toBe('doubting');
  actor.send({ type: 'CORRECT' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { email: 'a@example.org' } });
});

it('forgets the password once the address is changed', () => {
  const actor = createActor(emailChangeMachine).start();
  actor.send({ ...asked, isDoubtful: false });
  actor.send({ type: 'CODE_SENT' });
  actor.send({ type: 'CHANGED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'changed', context: { email: 'a@example.org', password: '' } });
});
