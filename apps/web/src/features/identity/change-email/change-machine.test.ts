import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { changeMachine } from './change-machine.ts';

it('asks for a code for an address, then opens the safe', () => {
  const actor = createActor(changeMachine).start();
  actor.send({ type: 'CODE_SENT', email: 'camille@example.org' });
  expect(actor.getSnapshot().value).toBe('code');
  actor.send({ type: 'EMAIL_REPLACED' });
  expect(actor.getSnapshot().value).toBe('opening');
  actor.send({ type: 'OPENED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'opened', status: 'done' });
});

it('goes back to the address, and no longer once it is replaced', () => {
  const actor = createActor(changeMachine).start();
  actor.send({ type: 'SHOW', step: 'code' });
  expect(actor.getSnapshot().value).toBe('email');
  actor.send({ type: 'CODE_SENT', email: 'camille@example.org' });
  actor.send({ type: 'SHOW', step: 'email' });
  expect(actor.getSnapshot().value).toBe('email');
  actor.send({ type: 'SHOW', step: 'code' });
  actor.send({ type: 'EMAIL_REPLACED' });
  actor.send({ type: 'SHOW', step: 'code' });
  expect(actor.getSnapshot().value).toBe('opening');
});
