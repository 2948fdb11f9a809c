import { assign, setup } from 'xstate';

/** The screens one can go back to, in their order. */
export const changeSteps = ['email', 'code', 'opening'] as const;
export type ChangeStep = (typeof changeSteps)[number];

export interface ChangeContext {
  email: string;
  isCodeSent: boolean;
  /** The address is replaced: all that is left is to open the safe. */
  isReplaced: boolean;
}

export type ChangeEvent =
  | { type: 'CODE_SENT'; email: string }
  | { type: 'EMAIL_REPLACED' }
  | { type: 'OPENED' }
  | { type: 'DRAFT'; email: string }
  | { type: 'SHOW'; step: ChangeStep };

const isOpen: Record<ChangeStep, (context: ChangeContext) => boolean> = {
  email: ({ isReplaced }) => !isReplaced,
  code: ({ isCodeSent, isReplaced }) => isCodeSent && !isReplaced,
  opening: ({ isReplaced }) => isReplaced,
};

/** Whether what comes before a step is done, and what it does is not. */
export const canShow = (step: ChangeStep, context: ChangeContext): boolean => isOpen[step](context);

export const changeMachine = setup({
  types: { context: {} as ChangeContext, events: {} as ChangeEvent },
  guards: {
    canShow: ({ context }, { step, asked }: { step: ChangeStep; asked: ChangeStep }) =>
      step === asked && canShow(step, context),
  },
}).createMachine({
  id: 'changeEmail',
  context: { email: '', isCodeSent: false, isReplaced: false },
  initial: 'email',
  on: {
    SHOW: changeSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    email: {
      on: {
        DRAFT: { actions: assign({ email: ({ event }) => event.email, isCodeSent: false }) },
        CODE_SENT: { target: 'code', actions: assign({ email: ({ event }) => event.email, isCodeSent: true }) },
      },
    },
    code: { on: { EMAIL_REPLACED: { target: 'opening', actions: assign({ isReplaced: true }) } } },
    opening: { on: { OPENED: 'opened' } },
    opened: { type: 'final' },
  },
});
