import type { ErrorEntry } from '@perenne/contract/errors';
import { assign, setup } from 'xstate';
import {
  canShow,
  type ShareContext,
  type ShareDraft,
  type ShareStep,
  shareSteps,
  startDraft,
} from './share-context.ts';

export type ShareEvent =
  | { type: 'DRAFT'; changes: Partial<ShareDraft> }
  /** This step has all that it asks for. */
  | { type: 'DONE' }
  | { type: 'SHOW'; step: ShareStep }
  /** The server cannot mark one of the documents; the box that asks for it is in the summary. */
  | { type: 'WATERMARK_REFUSED'; refusal: ErrorEntry }
  | { type: 'CREATED' };

/** Without a watermark, or with other documents, the server may accept the share. */
const answersRefusal = ({ watermark, documents }: Partial<ShareDraft>): boolean =>
  watermark !== undefined || documents !== undefined;

/** A share that is being prepared: what, which documents, a last look, and to whom. */
export const shareMachine = setup({
  types: {
    context: {} as ShareContext,
    events: {} as ShareEvent,
    input: undefined as { documents?: readonly string[] } | undefined,
  },
  actions: {
    reachDocuments: assign({ reached: ({ context }) => Math.max(context.reached, 1) }),
    reachSummary: assign({ reached: ({ context }) => Math.max(context.reached, 2) }),
    reachMode: assign({ reached: ({ context }) => Math.max(context.reached, 3) }),
  },
  guards: {
    canShow: ({ context }, { step, asked }: { step: ShareStep; asked: ShareStep }) =>
      step === asked && canShow(step, context),
    canGoOnTo: ({ context }, { step }: { step: ShareStep }) =>
      canShow(step, { ...context, reached: shareSteps.length }),
  },
}).createMachine({
  id: 'share',
  context: ({ input }) => startDraft(input?.documents ?? []),
  initial: 'configuration',
  on: {
    DRAFT: {
      actions: assign(({ event: { changes } }) => ({
        ...changes,
        ...(answersRefusal(changes) && { watermarkRefusal: undefined }),
      })),
    },
    SHOW: shareSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    configuration: {
      on: {
        DONE: {
          guard: { type: 'canGoOnTo', params: { step: 'documents' } },
          target: 'documents',
          actions: 'reachDocuments',
        },
      },
    },
    documents: {
      on: {
        DONE: {
          guard: { type: 'canGoOnTo', params: { step: 'summary' } },
          target: 'summary',
          actions: 'reachSummary',
        },
      },
    },
    summary: {
      on: {
        DONE: { guard: { type: 'canGoOnTo', params: { step: 'mode' } }, target: 'mode', actions: 'reachMode' },
      },
    },
    mode: {
      on: {
        CREATED: 'created',
        WATERMARK_REFUSED: {
          target: 'summary',
          actions: assign(({ event }) => ({ watermarkRefusal: event.refusal })),
        },
      },
    },
    created: { type: 'final' },
  },
});
