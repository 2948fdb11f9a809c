import type { Collector } from '@perenne/contract/collectors';
import { setup } from 'xstate';

type Seen = Pick<Collector, 'status' | 'alert' | 'mfa'>;

export type RunEvent =
  /** The collector as the server last returned it; undefined once there is none. */
  | { type: 'SEEN'; collector: Seen | undefined }
  /** The server has taken a code; whether it was right shows later. */
  | { type: 'GIVEN' };

/** A synchronisation that is being watched: it works, may ask for codes, and ends. */
export const runMachine = setup({
  types: { events: {} as RunEvent },
  guards: {
    isGone: ({ event }) => event.type === 'SEEN' && event.collector === undefined,
    isAsking: ({ event }) => event.type === 'SEEN' && Boolean(event.collector?.mfa),
    isWorking: ({ event }) =>
      event.type === 'SEEN' && event.collector?.status === 'SYNCHRONIZING' && event.collector.mfa === null,
    isLate: ({ event }) =>
      event.type === 'SEEN' && event.collector?.status === 'BLOCKED' && event.collector.alert?.code === 'MFA_EXPIRED',
  },
}).createMachine({
  id: 'run',
  initial: 'working',
  on: {
    SEEN: [
      { guard: 'isGone', target: '.gone' },
      { guard: 'isAsking', target: '.asking' },
      { guard: 'isWorking', target: '.working' },
      { guard: 'isLate', target: '.late' },
      { target: '.ended' },
    ],
  },
  states: {
    working: {},
    asking: { on: { GIVEN: 'checking' } },
    // Until the partner has judged the code, the server reports a run that works.
    checking: { on: { SEEN: [{ guard: 'isWorking' }] } },
    late: {},
    ended: {},
    gone: {},
  },
});
