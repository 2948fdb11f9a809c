import type { Agent } from '@perenne/contract/collectors';
import { assign, setup } from 'xstate';
import { isApiError } from '../../../lib/api/api-error.ts';
import type { AccountValues } from '../agent-fields.tsx';

/** The four steps, in their order. */
export const connectSteps = ['partner', 'account', 'filing', 'watching'] as const;
export type ConnectStep = (typeof connectSteps)[number];

/** It lives as long as its dialog and is kept nowhere: it holds what was typed. */
export interface ConnectContext {
  agent: Agent | null;
  account: AccountValues | null;
  /** Why the server did not take the account. */
  refusal: Error | null;
  collectorId: string | null;
}

export type ConnectEvent =
  | { type: 'CHOSEN'; agent: Agent }
  | { type: 'TYPED'; account: AccountValues }
  | { type: 'BACK' }
  | { type: 'REFUSED'; error: Error }
  | { type: 'CREATED'; collectorId: string };

/** Whether what is wrong can be mended where the account was typed. */
export const concernsAccount = (error: unknown): boolean =>
  isApiError(error, 'CollectorAlreadyExists') ||
  (isApiError(error, 'InvalidRequest') &&
    error.errors.some(({ field = '' }) => field === 'accountName' || field.startsWith('credentials')));

/** An account that is being connected: at which partner, with what, for what, and the first synchronisation. */
export const connectMachine = setup({
  types: { context: {} as ConnectContext, events: {} as ConnectEvent },
}).createMachine({
  id: 'connect',
  context: { agent: null, account: null, refusal: null, collectorId: null },
  initial: 'partner',
  states: {
    partner: {
      on: {
        CHOSEN: {
          target: 'account',
          // The values typed for another partner are none of this one's.
          actions: assign(({ context, event: { agent } }) =>
            agent.id === context.agent?.id ? { agent } : { agent, account: null, refusal: null },
          ),
        },
      },
    },
    account: {
      on: {
        BACK: 'partner',
        TYPED: { target: 'filing', actions: assign(({ event: { account } }) => ({ account, refusal: null })) },
      },
    },
    filing: {
      on: {
        BACK: 'account',
        REFUSED: {
          guard: ({ event: { error } }) => concernsAccount(error),
          target: 'account',
          actions: assign(({ event: { error } }) => ({ refusal: error })),
        },
        CREATED: {
          target: 'watching',
          // The server has it sealed: the page needs it no more.
          actions: assign(({ event: { collectorId } }) => ({ collectorId, account: null })),
        },
      },
    },
    watching: {},
  },
});
