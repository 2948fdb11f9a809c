import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { federationMachine } from './federation-machine.ts';
import type { FederationAnswer } from './finish-federation.ts';

function start(finish: () => Promise<FederationAnswer>, input = { hasAnswer: true, sub: null as string | null }) {
  const machine = federationMachine.provide({ actors: { finish: fromPromise<FederationAnswer>(finish) } });
  return createActor(machine, { input }).start();
}
const answers = (answer: FederationAnswer) => () => Promise.resolve(answer);

it('asks for the usual credentials where the identity is linked to no safe', async () => {
  const actor = start(answers({ kind: 'linkable', sub: 's' }));
  const { context } = await waitFor(actor, (state) => state.matches('linking'));
  expect(context.sub).toBe('s');
  actor.send({ type: 'LINKED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'leaving', status: 'done' });
});

it('leaves as soon as it knows where to', async () => {
  const actor = start(answers({ kind: 'signedIn' }));
  const { value } = await waitFor(actor, (state) => state.status === 'done');
  expect(value).toBe('leaving');
});

it('says what failed, and asks again only when told to', async () => {
  const finish = vi.fn<() => Promise<FederationAnswer>>();
  finish.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ kind: 'failed' });
  const actor = start(finish);
  await waitFor(actor, (state) => state.matches('unreachable'));
  expect(finish).toHaveBeenCalledTimes(1);
  actor.send({ type: 'RETRY' });
  await waitFor(actor, (state) => state.matches('failed'));
  expect(finish).toHaveBeenCalledTimes(2);
});

it('asks nothing without an answer of the federation: a reload goes on linking, or says so', () => {
  const finish = vi.fn<() => Promise<FederationAnswer>>();
  expect(start(finish, { hasAnswer: false, sub: null }).getSnapshot().value).toBe('interrupted');
  expect(start(finish, { hasAnswer: false, sub: 's' }).getSnapshot().value).toBe('linking');
  expect(finish).not.toHaveBeenCalled();
});
