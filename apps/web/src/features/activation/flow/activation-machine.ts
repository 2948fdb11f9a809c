import { assign, setup } from 'xstate';
import {
  type ActivationContext,
  activationSteps,
  type ActivationStep,
  beginAs,
  canShow,
  type Delivery,
  type Identity,
  type Known,
  noEmailProof,
  noProof,
  type ProfileInput,
  startContext,
} from './activation-context.ts';

type Drafts = Partial<Pick<ActivationContext, 'delivery' | 'identity' | 'email' | 'profile' | 'refusalPhone'>>;

export type ActivationEvent =
  | { type: 'DELIVERY_CHOSEN'; delivery: Delivery; hasAcceptedTerms: boolean; canFederate: boolean }
  | { type: 'CODE_ACCEPTED'; identity: Identity; known: Known }
  /** Back from FranceConnect, under a token of that identifier; null without one. */
  | { type: 'FEDERATION_RETURNED'; federationId: string | null }
  /** The pages that FranceConnect sends back to were left. */
  | { type: 'LEFT_FEDERATION' }
  | { type: 'FEDERATION_ACCEPTED'; federationId: string; known: Known }
  | { type: 'RECOGNISED' }
  | { type: 'EMAIL_CODE_SENT'; email: string }
  | { type: 'EMAIL_PROVED' }
  | { type: 'EMAIL_TAKEN' }
  | { type: 'EMAIL_UNPROVED' }
  | { type: 'PROFILE_FILLED'; profile: ProfileInput }
  | { type: 'ACTIVATED' }
  /** Back from FranceConnect, to learn which safe is theirs. */
  | { type: 'MERGE_RETURNED' }
  | { type: 'SECOND_FACTOR_ASKED' }
  | { type: 'SAFE_PROVED' }
  | { type: 'MERGE_EXPIRED' }
  | { type: 'MERGED' }
  | { type: 'REFUSAL_CODE_SENT'; identity: Identity; phone: string; atMs: number }
  | { type: 'REFUSAL_CODE_SENT_AGAIN'; atMs: number }
  | { type: 'REFUSAL_DISABLED' }
  | { type: 'REFUSED'; on: string }
  | { type: 'TOKEN_EXPIRED' }
  | { type: 'OPENED_ELSEWHERE' }
  | { type: 'DRAFT'; changes: Drafts }
  | { type: 'SHOW'; step: ActivationStep };

export const activationMachine = setup({
  types: { context: {} as ActivationContext, events: {} as ActivationEvent },
  guards: {
    canShow: ({ context }, { step, asked }: { step: ActivationStep; asked: ActivationStep }) =>
      step === asked && canShow(step, context),
    refuses: ({ event }) => event.type === 'DELIVERY_CHOSEN' && event.delivery === 'refused',
    cannotRefuse: ({ context, event }) =>
      event.type === 'DELIVERY_CHOSEN' && event.delivery === 'refused' && context.isBegun && context.isRefusalDisabled,
    isBegun: ({ context }) => context.isBegun,
    isElectronic: ({ context }) => context.delivery === 'electronic' && context.hasAcceptedTerms,
    offersFederation: ({ event }) => event.type === 'DELIVERY_CHOSEN' && event.canFederate,
    hasRefused: ({ context, event }) =>
      event.type === 'DELIVERY_CHOSEN' && event.delivery === 'refused' && context.refusedOn !== null,
    isKnownReturn: ({ context, event }) =>
      event.type === 'FEDERATION_RETURNED' &&
      context.isBegun &&
      event.federationId !== null &&
      event.federationId === context.federationId,
    isSafeProved: ({ context }) => context.isBegun && context.isSafeProved,
    canChooseMethod: ({ context }) => canShow('method', context),
    isUnderWay: ({ context }) => canShow('existingSafe', context),
    isRefusing: ({ context }) => context.delivery === 'refused',
    cameByFederation: ({ context }) => context.method === 'federation',
  },
  actions: {
    chooseDelivery: assign(({ context, event }) => {
      if (event.type !== 'DELIVERY_CHOSEN') return {};
      const { delivery, hasAcceptedTerms, canFederate } = event;
      // Without a token, it is not known whose employer refuses refusals.
      const isRefusalDisabled = context.isBegun && context.isRefusalDisabled;
      return {
        delivery,
        hasAcceptedTerms: delivery === 'electronic' && hasAcceptedTerms,
        canFederate,
        isRefusalDisabled,
      };
    }),
    acceptCode: assign(({ context, event }) => {
      if (event.type !== 'CODE_ACCEPTED') return {};
      return { ...beginAs({ ...context, identity: event.identity }, event.known), method: 'code' as const };
    }),
    acceptFederation: assign(({ context, event }) => {
      if (event.type !== 'FEDERATION_ACCEPTED') return {};
      const { federationId, known } = event;
      return { ...beginAs(context, known), method: 'federation' as const, federationId, canFederate: true };
    }),
    keepDraft: assign(({ context, event }) => {
      if (event.type !== 'DRAFT') return {};
      const { email = context.email } = event.changes;
      // Another address has yet to be proved.
      return { ...(email === context.email ? {} : noEmailProof), ...event.changes };
    }),
    forgetToken: assign({ ...noProof, isBegun: false, federationId: null, expired: 'activation' }),
    forgetRefusal: assign({ isRefusalCodeSent: false, expired: 'refusal' }),
    forgetSafe: assign({ isSecondFactorAsked: false, isSafeProved: false, expired: 'merge' }),
  },
}).createMachine({
  id: 'activation',
  context: startContext,
  initial: 'delivery',
  on: {
    DRAFT: { actions: 'keepDraft' },
    FEDERATION_RETURNED: [{ guard: 'isKnownReturn', target: '.recognised' }, { target: '.recognising' }],
    MERGE_RETURNED: [{ guard: 'isSafeProved', target: '.merge' }, { target: '.fetchingMergeInfo' }],
    REFUSAL_DISABLED: { target: '.refusalDisabled', actions: assign({ isRefusalDisabled: true }) },
    TOKEN_EXPIRED: [
      { guard: 'isRefusing', target: '.refusal', actions: 'forgetRefusal' },
      { guard: 'cameByFederation', target: '.method', actions: 'forgetToken' },
      { target: '.code', actions: 'forgetToken' },
    ],
    OPENED_ELSEWHERE: '.openElsewhere',
    SHOW: activationSteps.map((step) => ({
      guard: { type: 'canShow' as const, params: ({ event }) => ({ step, asked: event.step }) },
      target: `.${step}` as const,
    })),
  },
  states: {
    delivery: {
      on: {
        DELIVERY_CHOSEN: [
          { guard: 'hasRefused', target: 'refused', actions: 'chooseDelivery' },
          { guard: 'cannotRefuse', target: 'refusalDisabled', actions: 'chooseDelivery' },
          { guard: 'refuses', target: 'refusal', actions: 'chooseDelivery' },
          { guard: 'isBegun', target: 'email', actions: 'chooseDelivery' },
          { guard: 'offersFederation', target: 'method', actions: 'chooseDelivery' },
          { target: 'code', actions: 'chooseDelivery' },
        ],
      },
    },
    method: {},
    code: { on: { CODE_ACCEPTED: { target: 'email', actions: 'acceptCode' } } },
    recognising: {
      on: {
        FEDERATION_ACCEPTED: { target: 'recognised', actions: 'acceptFederation' },
        LEFT_FEDERATION: [{ guard: 'canChooseMethod', target: 'method' }, { target: 'delivery' }],
      },
    },
    // A newcomer from the sign-in page has yet to choose the delivery.
    recognised: { on: { RECOGNISED: [{ guard: 'isElectronic', target: 'email' }, { target: 'delivery' }] } },
    email: {
      on: {
        EMAIL_CODE_SENT: {
          target: 'emailCode',
          actions: assign({
            email: ({ event }) => event.email,
            ...noEmailProof,
            isEmailSent: true,
          }),
        },
      },
    },
    emailCode: {
      on: {
        EMAIL_PROVED: { target: 'profile', actions: assign({ isEmailProved: true }) },
        EMAIL_TAKEN: { target: 'existingSafe', actions: assign({ isEmailTaken: true }) },
      },
    },
    profile: {
      on: {
        PROFILE_FILLED: {
          target: 'password',
          actions: assign({ profile: ({ event }) => event.profile, isProfileFilled: true }),
        },
      },
    },
    password: {
      on: {
        ACTIVATED: 'activated',
        EMAIL_TAKEN: { target: 'existingSafe', actions: assign({ isEmailTaken: true, isEmailProved: false }) },
        EMAIL_UNPROVED: { target: 'email', actions: assign({ isEmailSent: false, isEmailProved: false }) },
      },
    },
    existingSafe: {
      on: {
        SECOND_FACTOR_ASKED: { target: 'secondFactor', actions: assign({ isSecondFactorAsked: true, expired: null }) },
        SAFE_PROVED: { target: 'merge', actions: assign({ isSafeProved: true, expired: null }) },
      },
    },
    fetchingMergeInfo: {
      on: {
        LEFT_FEDERATION: [{ guard: 'isUnderWay', target: 'existingSafe' }, { target: 'delivery' }],
        SECOND_FACTOR_ASKED: { target: 'secondFactor', actions: assign({ isSecondFactorAsked: true, expired: null }) },
        SAFE_PROVED: { target: 'merge', actions: assign({ isSafeProved: true, expired: null }) },
      },
    },
    secondFactor: {
      on: {
        SAFE_PROVED: { target: 'merge', actions: assign({ isSecondFactorAsked: false, isSafeProved: true }) },
        MERGE_EXPIRED: { target: 'existingSafe', actions: 'forgetSafe' },
      },
    },
    merge: {
      on: { MERGED: 'merged', MERGE_EXPIRED: { target: 'existingSafe', actions: 'forgetSafe' } },
    },
    refusal: {
      on: {
        REFUSAL_CODE_SENT: {
          target: 'refusalCode',
          actions: assign({
            identity: ({ event }) => event.identity,
            refusalPhone: ({ event }) => event.phone,
            isRefusalCodeSent: true,
            refusalCodesAskedAtMs: ({ context, event }) => [...context.refusalCodesAskedAtMs, event.atMs],
            expired: null,
          }),
        },
      },
    },
    refusalCode: {
      on: {
        REFUSAL_CODE_SENT_AGAIN: {
          actions: assign({
            refusalCodesAskedAtMs: ({ context, event }) => [...context.refusalCodesAskedAtMs, event.atMs],
          }),
        },
        REFUSED: {
          target: 'refused',
          actions: assign({ refusedOn: ({ context, event }) => context.refusedOn ?? event.on }),
        },
      },
    },
    refused: {},
    refusalDisabled: {},
    activated: { type: 'final' },
    merged: { type: 'final' },
    openElsewhere: { type: 'final' },
  },
});
