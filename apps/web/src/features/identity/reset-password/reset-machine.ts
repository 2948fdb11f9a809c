import { assign, setup } from 'xstate';
import { areCodesSpent } from '../../../lib/sign-in/flow/spent-codes.ts';

export type ResetMode = 'EMAIL' | 'SMS';

/** The screens one can go back to, in their order. */
export const resetSteps = ['email', 'mode', 'sent', 'code', 'password'] as const;
export type ResetStep = (typeof resetSteps)[number];

/** The user's inputs and the step of the flow: never a code or a password, since it is kept in the tab. */
export interface ResetContext {
  email: string;
  isEmailGiven: boolean;
  mode: ResetMode;
  /** When codes were asked for, for the limit of three an hour: the server answers as if nothing were. */
  askedAtMs: number[];
  /** Lives 15 minutes and serves once. */
  resetToken: string | null;
  hasExpired: boolean;
}

export type ResetEvent =
  | { type: 'EMAIL_GIVEN'; email: string }
  | { type: 'CODE_ASKED'; mode: ResetMode; atMs: number }
  | { type: 'GO_ON' }
  | { type: 'CODE_ACCEPTED'; resetToken: string }
  | { type: 'LINK_ACCEPTED'; resetToken: string }
  | { type: 'PASSWORD_CHANGED' }
  | { type: 'TOKEN_EXPIRED' }
  | { type: 'DRAFT'; email: string }
  | { type: 'SHOW'; step: ResetStep };

const start: ResetContext = {
  email: '',
  isEmailGiven: false,
  mode: 'EMAIL',
  askedAtMs: [],
  resetToken: null,
  hasExpired: false,
};

const isOpen: Record<ResetStep, (context: ResetContext) => boolean> = {
  email: () => true,
  mode: ({ isEmailGiven }) => isEmailGiven,
  sent: ({ askedAtMs }) => askedAtMs.length > 0,
  code: ({ askedAtMs }) => askedAtMs.length > 0,
  password: ({ resetToken }) => resetToken !== null,
};

/** Whether what comes before a step is done: the browser's back and forward go no further. */
export const canShow = (step: ResetStep, context: ResetContext): boolean => isOpen[step](context);

export const isSpent = ({ askedAtMs }: ResetContext, nowMs: number): boolean => areCodesSpent(askedAtMs, nowMs);

export const resetMachine = setup({
  types: { context: {} as ResetContext, events: {} as ResetEvent },
  guards: {
    canShow: ({ context }, { step, asked }: { step: ResetStep; asked: ResetStep }) =>
      step === asked && canShow(step, context),
  },
  actions: {
    giveEmail: assign(({ context }, { email }: { email: string }) =>
      email === context.email && context.isEmailGiven
        ? { hasExpired: false }
        : { ...start, email, mode: context.mode, isEmailGiven: true },
    ),
    expire: assign({ resetToken: null, hasExpired: true }),
    // A new code ends the one before, and what it was exchanged for.
    askCode: assign(({ context }, { mode, atMs }: { mode: ResetMode; atMs: number }) => ({
      mode,
      askedAtMs: [...context.askedAtMs, atMs],
      resetToken: null,
      hasExpired: false,
    })),
  },
}).createMachine({
  id: 'resetPassword',
  context: start,
  initial: 'email',
  on: {
    // A person who followed a link has given no address here.
    TOKEN_EXPIRED: [
      { guard: ({ context }) => context.isEmailGiven, target: '.mode', actions: 'expire' },
      { target: '.email', actions: 'expire' },
    ],
    LINK_ACCEPTED: {
      target: '.password',
      actions: assign(({ event }) => ({ ...start, resetToken: event.resetToken })),
    },
    CODE_ASKED: { actions: { type: 'askCode', params: ({ event }) => event } },
    SHOW: resetSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    email: {
      on: {
        DRAFT: { actions: assign({ email: ({ event }) => event.email, isEmailGiven: false, askedAtMs: [] }) },
        EMAIL_GIVEN: { target: 'mode', actions: { type: 'giveEmail', params: ({ event }) => event } },
      },
    },
    mode: { on: { CODE_ASKED: { target: 'sent', actions: { type: 'askCode', params: ({ event }) => event } } } },
    sent: { on: { GO_ON: 'code' } },
    code: {
      on: {
        GO_ON: { guard: ({ context }) => context.resetToken !== null, target: 'password' },
        CODE_ACCEPTED: {
          target: 'password',
          actions: assign({ resetToken: ({ event }) => event.resetToken, hasExpired: false }),
        },
      },
    },
    password: { on: { PASSWORD_CHANGED: 'changed' } },
    changed: { type: 'final' },
  },
});
