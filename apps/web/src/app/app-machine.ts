import { assign, fromPromise, setup } from 'xstate';

export interface AppInput {
  hasAuthToken: () => boolean;
  /** Milliseconds until the stored token is 55 minutes old; 0 when it is already. */
  untilRefreshMs: () => number;
}

type AppEvent =
  | { type: 'LOAD_PROFILE' }
  | { type: 'REFRESH_TOKEN' }
  | { type: 'LOGOUT_FRANCE_CONNECT' }
  | { type: 'WAKE_UP' };

const missing = () => Promise.reject(new Error('Provided by the shell'));
/** After a refresh that failed, the next try. */
const retryRefreshMs = 60_000;

/** The life of the page once it is open: what it loads first, and what it does from time to time. */
export const appMachine = setup({
  types: {
    context: {} as AppInput & { logoutAddress: string | null; hasRefreshFailed: boolean },
    events: {} as AppEvent,
    input: {} as AppInput,
  },
  actors: {
    loadProfile: fromPromise<unknown>(missing),
    loadHealth: fromPromise<unknown>(missing),
    refreshToken: fromPromise<unknown>(missing),
    logoutFranceConnect: fromPromise<string>(missing),
  },
  guards: {
    hasAuthToken: ({ context }) => context.hasAuthToken(),
    isRefreshDue: ({ context }) => context.untilRefreshMs() === 0,
  },
  actions: { warnOfRefresh: () => undefined, logOutHere: () => undefined },
  delays: {
    untilRefresh: ({ context }) =>
      context.hasRefreshFailed ? Math.max(retryRefreshMs, context.untilRefreshMs()) : context.untilRefreshMs(),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({ ...input, logoutAddress: null, hasRefreshFailed: false }),
  initial: 'loading_app',
  on: { LOGOUT_FRANCE_CONNECT: '.displaying_app.logging_out_france_connect' },
  states: {
    loading_app: {
      always: [{ guard: 'hasAuthToken', target: 'loading_user_profile_from_server' }, { target: 'displaying_app' }],
    },
    loading_user_profile_from_server: {
      invoke: {
        src: 'loadProfile',
        onDone: 'getting_health_from_server',
        onError: 'getting_health_from_server',
      },
    },
    getting_health_from_server: {
      invoke: { src: 'loadHealth', onDone: 'displaying_app', onError: 'displaying_app' },
    },
    displaying_app: {
      initial: 'idle',
      states: {
        idle: {
          // `after` fires once for each entry: every path below leaves `idle` and enters it again.
          after: { untilRefresh: 'refreshing_token' },
          on: {
            LOAD_PROFILE: 'reloading_profile',
            REFRESH_TOKEN: 'refreshing_token',
            // Timers stand still while the device sleeps.
            WAKE_UP: { guard: 'isRefreshDue', target: 'refreshing_token' },
          },
        },
        refreshing_token: {
          invoke: {
            src: 'refreshToken',
            onDone: { target: 'reloading_profile', actions: assign({ hasRefreshFailed: false }) },
            onError: { target: 'idle', actions: [assign({ hasRefreshFailed: true }), 'warnOfRefresh'] },
          },
        },
        reloading_profile: { invoke: { src: 'loadProfile', onDone: 'idle', onError: 'idle' } },
        logging_out_france_connect: {
          invoke: {
            src: 'logoutFranceConnect',
            onDone: { target: 'idle', actions: assign({ logoutAddress: ({ event }) => event.output }) },
            // A session that FranceConnect did not open, or no answer: nobody stays signed in for that.
            onError: { target: 'idle', actions: 'logOutHere' },
          },
        },
      },
    },
  },
});
