import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { activationMachine } from './activation-machine.ts';

const identity = { activationCode: 'ABCD-1234-EFGH', lastName: 'Renaudin', birthDate: '1990-04-12' };
const answer = {
  activationToken: 'token',
  profile: { firstName: 'Camille', lastName: 'Renaudin', birthDate: '1990-04-12', email: null, phone: '+33612345678' },
  employer: { name: 'Atelier Morvan', refusalAllowed: true },
};
const profile = { firstName: 'Camille', lastName: 'Renaudin', phone: '0612345678' };

function atPassword() {
  const actor = createActor(activationMachine).start();
  actor.send({ type: 'DELIVERY_CHOSEN', delivery: 'electronic', hasAcceptedTerms: true });
  actor.send({ type: 'CODE_ACCEPTED', identity, answer });
  actor.send({ type: 'EMAIL_CODE_SENT', email: 'camille@exemple.fr' });
  actor.send({ type: 'EMAIL_PROVED' });
  actor.send({ type: 'PROFILE_FILLED', profile });
  return actor;
}

it('goes from the choice of delivery to an open safe', () => {
  const actor = atPassword();
  expect(actor.getSnapshot().value).toBe('password');
  actor.send({ type: 'ACTIVATED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'activated', status: 'done' });
});

it('prefills the profile with what the employer knows', () => {
  const actor = createActor(activationMachine).start();
  actor.send({ type: 'DELIVERY_CHOSEN', delivery: 'electronic', hasAcceptedTerms: true });
  actor.send({ type: 'CODE_ACCEPTED', identity, answer });
  expect(actor.getSnapshot().context.profile).toMatchObject({ firstName: 'Camille', phone: '+33612345678' });
});

it('goes back and forth over what is done, and no further', () => {
  const actor = createActor(activationMachine).start();
  actor.send({ type: 'SHOW', step: 'password' });
  expect(actor.getSnapshot().value).toBe('delivery');
  const done = atPassword();
  done.send({ type: 'SHOW', step: 'email' });
  expect(done.getSnapshot().value).toBe('email');
  done.send({ type: 'SHOW', step: 'password' });
  expect(done.getSnapshot().value).toBe('password');
});

it('asks for a new proof where the address changes', () => {
  const actor = atPassword();
  actor.send({ type: 'SHOW', step: 'email' });
  actor.send({ type: 'EMAIL_CODE_SENT', email: 'autre@exemple.fr' });
  actor.send({ type: 'SHOW', step: 'password' });
  expect(actor.getSnapshot().value).toBe('emailCode');
});

it('goes back to the code when its token has ended, and keeps the rest', () => {
  const actor = atPassword();
  actor.send({ type: 'TOKEN_EXPIRED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'code', context: { profile, hasExpired: true } });
});

it('goes on after a reload from what was kept', () => {
  const kept = JSON.parse(JSON.stringify(atPassword().getPersistedSnapshot()));
  const actor = createActor(activationMachine, { snapshot: kept }).start();
  expect(actor.getSnapshot()).toMatchObject({ value: 'password', context: { email: 'camille@exemple.fr', profile } });
});

it('ends at once for who refuses', () => {
  const actor = createActor(activationMachine).start();
  actor.send({ type: 'DELIVERY_CHOSEN', delivery: 'refused', hasAcceptedTerms: false });
  expect(actor.getSnapshot().value).toBe('refusal');
  actor.send({ type: 'SHOW', step: 'code' });
  expect(actor.getSnapshot().value).toBe('refusal');
});
