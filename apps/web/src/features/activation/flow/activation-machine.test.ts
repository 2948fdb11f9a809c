import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Known } from './activation-context.ts';
import { type ActivationEvent, activationMachine } from './activation-machine.ts';

const identity = { activationCode: 'ABCD-1234-EFGH', lastName: 'Renaudin', birthDate: '1990-04-12' };
const known: Known = {
  profile: { firstName: 'Camille', lastName: 'Renaudin', birthDate: '1990-04-12', email: null, phone: '+33612345678' },
  employer: { name: 'Atelier Morvan', refusalAllowed: true },
};
const profile = { firstName: 'Camille', lastName: 'Renaudin', phone: '0612345678' };

const accept: ActivationEvent = {
  type: 'DELIVERY_CHOSEN',
  delivery: 'electronic',
  hasAcceptedTerms: true,
  canFederate: false,
};
const acceptOrFederate: ActivationEvent = { ...accept, canFederate: true };
const refuse: ActivationEvent = { ...accept, delivery: 'refused', hasAcceptedTerms: false };
const enterCode: ActivationEvent = { type: 'CODE_ACCEPTED', identity, known };
const comeBack = (federationId: string | null): ActivationEvent => ({ type: 'FEDERATION_RETURNED', federationId });
const recognise = (federationId: string): ActivationEvent => ({ type: 'FEDERATION_ACCEPTED', federationId, known });

function after(...events: ActivationEvent[]) {
  const actor = createActor(activationMachine).start();
  for (const event of events) actor.send(event);
  return actor;
}
const stepAfter = (...events: ActivationEvent[]) => after(...events).getSnapshot().value;

const toEmailCode: ActivationEvent[] = [accept, enterCode, { type: 'EMAIL_CODE_SENT', email: 'camille@exemple.fr' }];
const toPassword: ActivationEvent[] = [...toEmailCode, { type: 'EMAIL_PROVED' }, { type: 'PROFILE_FILLED', profile }];
const toExistingSafe: ActivationEvent[] = [...toEmailCode, { type: 'EMAIL_TAKEN' }];
const toMerge: ActivationEvent[] = [...toExistingSafe, { type: 'SAFE_PROVED' }];
const toRefusalCode: ActivationEvent[] = [
  refuse,
  { type: 'REFUSAL_CODE_SENT', identity, phone: '0612345678', atMs: 1 },
];
const toRefused: ActivationEvent[] = [...toRefusalCode, { type: 'REFUSED', on: '2026-11-21' }];

it('goes from the choice of delivery to an open safe', () => {
  const actor = after(...toPassword);
  expect(actor.getSnapshot().value).toBe('password');
  actor.send({ type: 'ACTIVATED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'activated', status: 'done' });
});

it('asks how to identify oneself only where there is a choice', () => {
  expect(stepAfter(accept)).toBe('code');
  expect(stepAfter(accept, { type: 'SHOW', step: 'method' })).toBe('code');
  expect(stepAfter(acceptOrFederate)).toBe('method');
  expect(stepAfter(acceptOrFederate, { type: 'SHOW', step: 'code' })).toBe('code');
});

it('prefills the profile with what the employer knows', () => {
  expect(after(accept, enterCode).getSnapshot().context.profile).toMatchObject({
    firstName: 'Camille',
    phone: '+33612345678',
  });
});

it('keeps nothing of somebody else who began in this tab', () => {
  const another: Known = {
    ...known,
    profile: { ...known.profile, firstName: 'Yann', lastName: 'Le Goff', phone: null },
  };
  const { context } = after(...toPassword, { type: 'CODE_ACCEPTED', identity, known }).getSnapshot();
  expect(context.profile.phone).toBe('0612345678');
  const actor = after(...toPassword, { type: 'SHOW', step: 'code' });
  actor.send({ type: 'CODE_ACCEPTED', identity: { ...identity, lastName: 'Le Goff' }, known: another });
  expect(actor.getSnapshot().context).toMatchObject({
    email: '',
    isProfileFilled: false,
    profile: { firstName: 'Yann', lastName: 'Le Goff', phone: '' },
  });
});

it('keeps nothing of somebody else who had only been recognised', () => {
  const hers = { firstName: 'Camille', lastName: 'Renaudin', birthDate: '1990-04-12' };
  const camille: Known = { ...known, profile: { ...known.profile, ...hers, email: 'camille@exemple.fr' } };
  const events: ActivationEvent[] = [accept, { ...enterCode, known: camille }];
  for (const lastName of ['Le Goff', 'Renaudin']) {
    const facts = { firstName: 'Yann', lastName, birthDate: '1991-05-13', email: 'yann@exemple.fr', phone: null };
    const yann: ActivationEvent = { type: 'CODE_ACCEPTED', identity, known: { ...known, profile: facts } };
    const actor = after(...events, { type: 'SHOW', step: 'code' }, yann);
    expect(actor.getSnapshot().context).toMatchObject({
      email: 'yann@exemple.fr',
      profile: { firstName: 'Yann', lastName, phone: '' },
    });
  }
});

it('goes back and forth over what is done, and no further', () => {
  expect(stepAfter({ type: 'SHOW', step: 'password' })).toBe('delivery');
  const done = after(...toPassword);
  done.send({ type: 'SHOW', step: 'email' });
  expect(done.getSnapshot().value).toBe('email');
  done.send({ type: 'SHOW', step: 'password' });
  expect(done.getSnapshot().value).toBe('password');
});

it('asks for a new proof where the address changes', () => {
  const actor = after(...toPassword, { type: 'SHOW', step: 'email' });
  actor.send({ type: 'EMAIL_CODE_SENT', email: 'autre@exemple.fr' });
  actor.send({ type: 'SHOW', step: 'password' });
  expect(actor.getSnapshot().value).toBe('emailCode');
});

it('asks for a new proof of an address that is being changed', () => {
  const typeAddress = (email: string): ActivationEvent => ({ type: 'DRAFT', changes: { email } });
  const showCode: ActivationEvent = { type: 'SHOW', step: 'emailCode' };
  const atEmail: ActivationEvent[] = [...toEmailCode, { type: 'SHOW', step: 'email' }];
  expect(stepAfter(...atEmail, typeAddress('b@exemple.fr'), showCode)).toBe('email');
  expect(stepAfter(...atEmail, typeAddress('camille@exemple.fr'), showCode)).toBe('emailCode');
});

it('goes back to the code when its token has ended, and keeps the rest', () => {
  const actor = after(...toPassword, { type: 'TOKEN_EXPIRED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'code', context: { profile, expired: 'activation' } });
  actor.send(enterCode);
  expect(actor.getSnapshot()).toMatchObject({
    value: 'email',
    context: { email: 'camille@exemple.fr', expired: null },
  });
});

it('goes on after a reload from what was kept', () => {
  const kept = JSON.parse(JSON.stringify(after(...toPassword).getPersistedSnapshot()));
  const actor = createActor(activationMachine, { snapshot: kept }).start();
  expect(actor.getSnapshot()).toMatchObject({ value: 'password', context: { email: 'camille@exemple.fr', profile } });
});

it('says so when another tab has opened the safe', () => {
  expect(after(...toPassword, { type: 'OPENED_ELSEWHERE' }).getSnapshot()).toMatchObject({
    value: 'openElsewhere',
    status: 'done',
  });
});

it('proves the address again when its proof is gone', () => {
  const actor = after(...toPassword, { type: 'EMAIL_UNPROVED' });
  expect(actor.getSnapshot().value).toBe('email');
  actor.send({ type: 'SHOW', step: 'password' });
  expect(actor.getSnapshot().value).toBe('email');
});

it('goes on from FranceConnect as the person whom it recognised', () => {
  const actor = after(acceptOrFederate, comeBack('one'), recognise('one'));
  expect(actor.getSnapshot()).toMatchObject({ value: 'recognised', context: { method: 'federation', isBegun: true } });
  actor.send({ type: 'RECOGNISED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'email', context: { identity: { birthDate: '1990-04-12' } } });
});

it('asks whoever comes from the sign-in page for the delivery first', () => {
  const actor = after(comeBack('one'), recognise('one'), { type: 'RECOGNISED' });
  expect(actor.getSnapshot().value).toBe('delivery');
  actor.send(acceptOrFederate);
  expect(actor.getSnapshot().value).toBe('email');
});

it('does not ask twice about a token that serves once, and asks about another one', () => {
  const events = [acceptOrFederate, comeBack('one'), recognise('one'), { type: 'RECOGNISED' } as const];
  expect(stepAfter(...events, comeBack('one'))).toBe('recognised');
  expect(stepAfter(...events, comeBack('two'))).toBe('recognising');
  expect(stepAfter(...events, comeBack(null))).toBe('recognising');
});

it('leaves the pages of FranceConnect for where one came from', () => {
  expect(stepAfter(acceptOrFederate, comeBack(null), { type: 'LEFT_FEDERATION' })).toBe('method');
  expect(stepAfter(comeBack(null), { type: 'LEFT_FEDERATION' })).toBe('delivery');
  expect(stepAfter(accept, enterCode, { type: 'MERGE_RETURNED' }, { type: 'LEFT_FEDERATION' })).toBe('existingSafe');
});

it('chooses again how to identify oneself when the token of a federated activation has ended', () => {
  const events = [acceptOrFederate, comeBack('one'), recognise('one'), { type: 'RECOGNISED' } as const];
  expect(stepAfter(...events, { type: 'TOKEN_EXPIRED' })).toBe('method');
});

it('leads an address that has a safe to that safe, and back to another address', () => {
  const actor = after(...toExistingSafe);
  expect(actor.getSnapshot()).toMatchObject({ value: 'existingSafe', context: { isEmailTaken: true } });
  actor.send({ type: 'SHOW', step: 'email' });
  actor.send({ type: 'EMAIL_CODE_SENT', email: 'autre@exemple.fr' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'emailCode', context: { isEmailTaken: false } });
});

it('offers the safe that one has already as soon as one is known', () => {
  expect(stepAfter(accept, { type: 'SHOW', step: 'existingSafe' })).toBe('code');
  expect(stepAfter(accept, enterCode, { type: 'SHOW', step: 'existingSafe' })).toBe('existingSafe');
});

it('confirms a safe only once it is proved, with its second factor', () => {
  expect(stepAfter(...toExistingSafe, { type: 'SHOW', step: 'merge' })).toBe('existingSafe');
  const actor = after(...toExistingSafe, { type: 'SECOND_FACTOR_ASKED' });
  expect(actor.getSnapshot().value).toBe('secondFactor');
  actor.send({ type: 'SHOW', step: 'merge' });
  expect(actor.getSnapshot().value).toBe('secondFactor');
  actor.send({ type: 'SAFE_PROVED' });
  expect(actor.getSnapshot().value).toBe('merge');
  actor.send({ type: 'MERGED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'merged', status: 'done' });
});

it('proves the safe again when its 15 minutes are over, and keeps the activation', () => {
  expect(after(...toMerge, { type: 'MERGE_EXPIRED' }).getSnapshot()).toMatchObject({
    value: 'existingSafe',
    context: { expired: 'merge', isSafeProved: false, isBegun: true },
  });
});

it('comes back from FranceConnect to a safe that it proves, or has proved', () => {
  expect(stepAfter(accept, enterCode, { type: 'MERGE_RETURNED' })).toBe('fetchingMergeInfo');
  expect(stepAfter(accept, enterCode, { type: 'MERGE_RETURNED' }, { type: 'SAFE_PROVED' })).toBe('merge');
  expect(stepAfter(...toMerge, { type: 'MERGE_RETURNED' })).toBe('merge');
});

it('refuses by a code, dated once', () => {
  const actor = after(...toRefused);
  expect(actor.getSnapshot()).toMatchObject({ value: 'refused', context: { refusedOn: '2026-11-21' } });
  actor.send({ type: 'SHOW', step: 'refusal' });
  expect(actor.getSnapshot().value).toBe('refused');
  actor.send({ type: 'TOKEN_EXPIRED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'refusal', context: { expired: 'refusal' } });
  actor.send({ type: 'REFUSAL_CODE_SENT', identity, phone: '0612345678', atMs: 1 });
  actor.send({ type: 'REFUSED', on: '2026-11-22' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'refused', context: { refusedOn: '2026-11-21' } });
});

it('changes its mind after a refusal', () => {
  const actor = after(...toRefused, { type: 'SHOW', step: 'delivery' });
  expect(actor.getSnapshot().value).toBe('delivery');
  actor.send(accept);
  expect(actor.getSnapshot().value).toBe('code');
});

it('stops a refusal where the employer takes none, and remembers it', () => {
  expect(stepAfter(...toRefusalCode, { type: 'REFUSAL_DISABLED' })).toBe('refusalDisabled');
  const noRefusal: Known = { ...known, employer: { ...known.employer, refusalAllowed: false } };
  const actor = after(
    accept,
    { type: 'CODE_ACCEPTED', identity, known: noRefusal },
    { type: 'SHOW', step: 'delivery' },
  );
  actor.send(refuse);
  expect(actor.getSnapshot().value).toBe('refusalDisabled');
  actor.send({ type: 'SHOW', step: 'refusal' });
  expect(actor.getSnapshot().value).toBe('refusalDisabled');
});
