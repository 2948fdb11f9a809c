import type { Agent } from '@perenne/contract/collectors';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../lib/api/api-error.ts';
import { type ConnectEvent, connectMachine } from './connect-machine.ts';

const agent = (id: string): Agent => ({
  ...{ id, name: id, category: 'ENERGY', logo: '', status: 'RUNNING', fields: [] },
  statusSince: '2026-11-24T10:00:00Z',
});
const account = { accountName: 'Électricité', credentials: { login: 'a', password: 'b' } };
const toFiling: ConnectEvent[] = [
  { type: 'CHOSEN', agent: agent('lumen') },
  { type: 'TYPED', account },
];
const refused = (code: 'CollectorAlreadyExists' | 'InvalidRequest' | 'AgentUnavailable', field?: string) =>
  ({ type: 'REFUSED', error: new ApiError(409, [{ code, ...(field ? { field } : {}) }]) }) as const;

/** The state of a connection after these events. */
function after(...events: ConnectEvent[]) {
  const actor = createActor(connectMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
}

it('goes from the partner to the first synchronisation, and keeps no credentials then', () => {
  const watching = after(...toFiling, { type: 'CREATED', collectorId: '1' });
  expect(watching.value).toBe('watching');
  expect(watching.context).toMatchObject({ collectorId: '1', account: null });
});

it('comes back to the account for what is wrong with it, and stays for all else', () => {
  for (const error of [refused('CollectorAlreadyExists'), refused('InvalidRequest', 'credentials.login')]) {
    const back = after(...toFiling, error);
    expect(back.value).toBe('account');
    expect(back.context).toMatchObject({ account, refusal: error.error });
  }
  expect(after(...toFiling, refused('AgentUnavailable')).value).toBe('filing');
});

it('keeps what was typed for the same partner, and forgets it for another', () => {
  const back: ConnectEvent[] = [...toFiling, { type: 'BACK' }, { type: 'BACK' }];
  expect(after(...back, { type: 'CHOSEN', agent: agent('lumen') }).context.account).toEqual(account);
  expect(after(...back, { type: 'CHOSEN', agent: agent('mailbox') }).context.account).toBeNull();
});
