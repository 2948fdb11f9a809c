import type { InfoForMerge, Merged } from '@perenne/contract/merge';
import { assign, setup } from 'xstate';

/** The screens one can go back to, in their order; an address names them. */
export const mergeSteps = ['explain', 'prove', 'secondFactor', 'summary', 'confirm'] as const;
export type MergeStep = (typeof mergeSteps)[number];

/** The documents and employers of the other safe, as its owner has read them before confirming. */
export type Brought = Pick<InfoForMerge, 'nbDocs' | 'trashed' | 'employers'>;

export interface MergeContext {
  /** The address of the other safe, as it was typed. */
  email: string;
  isSecondFactorAsked: boolean;
  isProved: boolean;
  /** The proof lived 15 minutes, or the other safe has changed: it must be given again. */
  hasExpired: boolean;
  brought: Brought | null;
  merged: Merged | null;
}

export type MergeEvent =
  | { type: 'DRAFT'; email: string }
  /** Back from FranceConnect, whatever it has answered. */
  | { type: 'FEDERATION_RETURNED' }
  | { type: 'SECOND_FACTOR_ASKED' }
  | { type: 'SAFE_PROVED' }
  | { type: 'PROOF_EXPIRED' }
  | { type: 'SUMMED_UP'; brought: Brought }
  | { type: 'CONFIRMED' }
  | { type: 'REFUSED' }
  | { type: 'MERGED'; merged: Merged }
  | { type: 'SHOW'; step: MergeStep };

const startContext: MergeContext = {
  email: '',
  isSecondFactorAsked: false,
  isProved: false,
  hasExpired: false,
  brought: null,
  merged: null,
};

const isOpen: Record<MergeStep, (context: MergeContext) => boolean> = {
  explain: () => true,
  prove: () => true,
  secondFactor: ({ isSecondFactorAsked }) => isSecondFactorAsked,
  summary: ({ isProved }) => isProved,
  confirm: ({ isProved, brought }) => isProved && brought !== null,
};

/** Whether what comes before a step is done: the browser's back and forward go no further. */
export const canShow = (step: MergeStep, context: MergeContext): boolean => isOpen[step](context);

const proving = {
  SECOND_FACTOR_ASKED: { target: 'secondFactor', actions: 'askSecondFactor' },
  SAFE_PROVED: { target: 'summary', actions: 'takeProof' },
} as const;

/** How the owner of a safe receives another. Its context holds neither a password nor a token. */
export const mergeMachine = setup({
  types: { context: {} as MergeContext, events: {} as MergeEvent },
  guards: {
    canShow: ({ context }, { step, asked }: { step: MergeStep; asked: MergeStep }) =>
      step === asked && canShow(step, context),
  },
  actions: {
    keepEmail: assign(({ event }) => (event.type === 'DRAFT' ? { email: event.email } : {})),
    askSecondFactor: assign({ isSecondFactorAsked: true, isProved: false, hasExpired: false }),
    takeProof: assign({ isSecondFactorAsked: false, isProved: true, hasExpired: false, brought: null }),
    forgetProof: assign({ isSecondFactorAsked: false, isProved: false, hasExpired: true, brought: null }),
  },
}).createMachine({
  id: 'merge',
  context: startContext,
  initial: 'explain',
  on: {
    FEDERATION_RETURNED: '.recognising',
    PROOF_EXPIRED: { target: '.prove', actions: 'forgetProof' },
    SHOW: mergeSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    explain: {},
    prove: { on: { ...proving, DRAFT: { actions: 'keepEmail' } } },
    recognising: { on: proving },
    secondFactor: { on: proving },
    summary: {
      on: { SUMMED_UP: { target: 'confirm', actions: assign({ brought: ({ event }) => event.brought }) } },
    },
    confirm: { on: { CONFIRMED: 'receiving' } },
    // It cannot be left while it is under way: a reload asks the server what became of it.
    receiving: {
      on: {
        SHOW: {},
        REFUSED: 'summary',
        MERGED: { target: 'done', actions: assign({ merged: ({ event }) => event.merged }) },
      },
    },
    done: { type: 'final' },
  },
});
