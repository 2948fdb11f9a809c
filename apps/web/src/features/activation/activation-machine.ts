import type { activate, sendActivationInfo } from '@perenne/contract/activation';
import type { Answer } from '@perenne/contract/endpoint';
import { assign, setup } from 'xstate';
import type { z } from 'zod';

export type Delivery = 'electronic' | 'refused';
export type Identity = z.input<typeof sendActivationInfo.body>;
export type ProfileInput = Omit<z.input<typeof activate.body>['profile'], 'birthDate'>;

/** The screens one can go back to, in their order. */
export const activationSteps = ['delivery', 'refusal', 'code', 'email', 'emailCode', 'profile', 'password'] as const;
export type ActivationStep = (typeof activationSteps)[number];

/** What the user entered and where the flow stands. Never a password: this is kept in sessionStorage. */
export interface ActivationContext {
  delivery: Delivery | null;
  hasAcceptedTerms: boolean;
  identity: Identity;
  activationToken: string | null;
  employerName: string;
  email: string;
  isEmailSent: boolean;
  isEmailProved: boolean;
  profile: ProfileInput;
  isProfileFilled: boolean;
  hasExpired: boolean;
}

export type ActivationEvent =
  | { type: 'DELIVERY_CHOSEN'; delivery: Delivery; hasAcceptedTerms: boolean }
  | { type: 'CODE_ACCEPTED'; identity: Identity; answer: Answer<typeof sendActivationInfo> }
  | { type: 'EMAIL_CODE_SENT'; email: string }
  | { type: 'EMAIL_PROVED' }
  | { type: 'PROFILE_FILLED'; profile: ProfileInput }
  | { type: 'ACTIVATED' }
  | { type: 'TOKEN_EXPIRED' }
  | { type: 'DRAFT'; changes: Partial<Pick<ActivationContext, 'identity' | 'email' | 'profile'>> }
  | { type: 'SHOW'; step: ActivationStep };

const start: ActivationContext = {
  delivery: null,
  hasAcceptedTerms: false,
  identity: { activationCode: '', lastName: '', birthDate: '' },
  activationToken: null,
  employerName: '',
  email: '',
  isEmailSent: false,
  isEmailProved: false,
  profile: { firstName: '', lastName: '', phone: '', address: '', postalCode: '', city: '', country: 'FR' },
  isProfileFilled: false,
  hasExpired: false,
};

const isOpen: Record<ActivationStep, (context: ActivationContext) => boolean> = {
  delivery: () => true,
  refusal: ({ delivery }) => delivery === 'refused',
  code: ({ delivery, hasAcceptedTerms }) => delivery === 'electronic' && hasAcceptedTerms,
  email: ({ activationToken }) => activationToken !== null,
  emailCode: ({ activationToken, isEmailSent }) => activationToken !== null && isEmailSent,
  profile: ({ activationToken, isEmailProved }) => activationToken !== null && isEmailProved,
  password: ({ activationToken, isEmailProved, isProfileFilled }) =>
    activationToken !== null && isEmailProved && isProfileFilled,
};

/** Whether what comes before a step is done: the browser's back and forward go no further. */
export const canShow = (step: ActivationStep, context: ActivationContext): boolean => isOpen[step](context);

const fillProfile = (profile: ProfileInput, known: Answer<typeof sendActivationInfo>['profile']): ProfileInput => ({
  ...profile,
  firstName: profile.firstName || known.firstName,
  lastName: profile.lastName || known.lastName,
  phone: profile.phone || (known.phone ?? ''),
});

export const activationMachine = setup({
  types: { context: {} as ActivationContext, events: {} as ActivationEvent },
  guards: {
    canShow: ({ context }, { step, asked }: { step: ActivationStep; asked: ActivationStep }) =>
      step === asked && canShow(step, context),
  },
  actions: {
    acceptCode: assign(({ context, event }) => {
      if (event.type !== 'CODE_ACCEPTED') return {};
      const { activationToken, profile, employer } = event.answer;
      return {
        identity: event.identity,
        activationToken,
        employerName: employer.name,
        email: context.email || (profile.email ?? ''),
        profile: fillProfile(context.profile, profile),
        // A new token starts a new proof.
        isEmailSent: false,
        isEmailProved: false,
        hasExpired: false,
      };
    }),
    keepDraft: assign(({ event }) => (event.type === 'DRAFT' ? event.changes : {})),
    forgetToken: assign({ activationToken: null, isEmailSent: false, isEmailProved: false, hasExpired: true }),
  },
}).createMachine({
  id: 'activation',
  context: start,
  initial: 'delivery',
  on: {
    DRAFT: { actions: 'keepDraft' },
    TOKEN_EXPIRED: { target: '.code', actions: 'forgetToken' },
    SHOW: activationSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    delivery: {
      on: {
        DELIVERY_CHOSEN: [
          {
            guard: ({ event }) => event.delivery === 'refused',
            target: 'refusal',
            actions: assign({ delivery: 'refused', hasAcceptedTerms: false }),
          },
          { target: 'code', actions: assign({ delivery: 'electronic', hasAcceptedTerms: true }) },
        ],
      },
    },
    refusal: {},
    code: { on: { CODE_ACCEPTED: { target: 'email', actions: 'acceptCode' } } },
    email: {
      on: {
        EMAIL_CODE_SENT: {
          target: 'emailCode',
          actions: assign({ email: ({ event }) => event.email, isEmailSent: true, isEmailProved: false }),
        },
      },
    },
    emailCode: { on: { EMAIL_PROVED: { target: 'profile', actions: assign({ isEmailProved: true }) } } },
    profile: {
      on: {
        PROFILE_FILLED: {
          target: 'password',
          actions: assign({ profile: ({ event }) => event.profile, isProfileFilled: true }),
        },
      },
    },
    password: { on: { ACTIVATED: 'activated' } },
    activated: { type: 'final' },
  },
});
