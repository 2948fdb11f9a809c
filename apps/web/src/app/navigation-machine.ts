import { assign, fromPromise, setup } from 'xstate';

/** Which entries the navigation shows: asked once, then ends. An answer that fails shows less, not more. */
export const navigationMachine = setup({
  types: { output: {} as { canSelectAgreement: boolean }, context: {} as { canSelectAgreement: boolean } },
  actors: { fetchAgreementStatus: fromPromise<boolean>(() => Promise.reject(new Error('Provided by the shell'))) },
}).createMachine({
  id: 'navigation',
  context: { canSelectAgreement: false },
  initial: 'fetching_agreement_status',
  states: {
    fetching_agreement_status: {
      invoke: {
        src: 'fetchAgreementStatus',
        onDone: { target: 'ended', actions: assign({ canSelectAgreement: ({ event }) => event.output }) },
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context,
});
