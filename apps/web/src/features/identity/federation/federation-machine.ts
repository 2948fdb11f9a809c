import { assign, fromPromise, setup } from 'xstate';
import type { FederationAnswer } from './finish-federation.ts';

export interface FederationContext {
  /** The `sub` of an identity that is linked to no safe yet. */
  sub: string | null;
  /** Why no answer came. */
  failure: unknown;
}

type FederationEvent = { type: 'RETRY' } | { type: 'LINKED' };

export interface FederationInput {
  /** The address holds FranceConnect's answer; without it, nothing is under way. */
  hasAnswer: boolean;
  /** Kept by this tab, where the page was reloaded. */
  sub: string | null;
}

/** The page that FranceConnect sends the browser back to. Its code serves once: nothing here asks twice by itself. */
export const federationMachine = setup({
  types: {
    context: {} as FederationContext & FederationInput,
    events: {} as FederationEvent,
    input: {} as FederationInput,
  },
  actors: {
    finish: fromPromise<FederationAnswer>(() => Promise.reject(new Error('Provided by the page'))),
  },
}).createMachine({
  id: 'federation',
  context: ({ input }) => ({ ...input, failure: undefined }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: ({ context }) => context.hasAnswer, target: 'asking' },
        { guard: ({ context }) => context.sub !== null, target: 'linking' },
        { target: 'interrupted' },
      ],
    },
    asking: {
      invoke: {
        src: 'finish',
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'linkable',
            target: 'linking',
            actions: assign({ sub: ({ event }) => (event.output.kind === 'linkable' ? event.output.sub : null) }),
          },
          { guard: ({ event }) => event.output.kind === 'failed', target: 'failed' },
          { guard: ({ event }) => event.output.kind === 'otherVersion', target: 'otherVersion' },
          // The page goes elsewhere: what is shown until then is what was shown before.
          { target: 'leaving' },
        ],
        onError: { target: 'unreachable', actions: assign({ failure: ({ event }) => event.error }) },
      },
    },
    /** No answer came: what FranceConnect gave may still serve. */
    unreachable: { on: { RETRY: 'asking' } },
    linking: { on: { LINKED: 'leaving' } },
    failed: {},
    interrupted: {},
    otherVersion: {},
    leaving: { type: 'final' },
  },
});
