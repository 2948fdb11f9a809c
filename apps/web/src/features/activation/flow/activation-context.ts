import type { activate, ActivationInfo, sendActivationInfo } from '@perenne/contract/activation';
import type { z } from 'zod';

export type Delivery = 'electronic' | 'refused';
export type Identity = z.input<typeof sendActivationInfo.body>;
export type ProfileInput = Omit<z.input<typeof activate.body>['profile'], 'birthDate'>;
/** The server's facts of a newcomer, without the token. */
export type Known = Omit<ActivationInfo, 'activationToken'>;
type Person = Pick<Known['profile'], 'firstName' | 'lastName' | 'birthDate'>;

/** The screens one can go back to; an address names them. */
export const activationSteps = [
  ...(['delivery', 'method', 'code', 'recognised', 'email', 'emailCode', 'profile', 'password'] as const),
  ...(['existingSafe', 'secondFactor', 'merge'] as const),
  ...(['refusal', 'refusalCode', 'refused', 'refusalDisabled'] as const),
] as const;
export type ActivationStep = (typeof activationSteps)[number];

/**
 * The user's inputs and the step of the flow. Never a password, a token or an answer of the server: this is kept for
 * a reload (`lib/browser/tab-memory.ts`), and they are kept apart (`kept.ts`) or not at all.
 */
export interface ActivationContext {
  delivery: Delivery | null;
  hasAcceptedTerms: boolean;
  /** This installation offers FranceConnect. */
  canFederate: boolean;
  method: 'code' | 'federation';
  identity: Identity;
  /** The identifier of the federation's token that was taken; another one is another person. */
  federationId: string | null;
  /** There is an activation token. */
  isBegun: boolean;
  /** The newcomer whom the server named last: the facts that follow are theirs. */
  person: Person | null;
  email: string;
  isEmailSent: boolean;
  isEmailProved: boolean;
  isEmailTaken: boolean;
  profile: ProfileInput;
  isProfileFilled: boolean;
  isSecondFactorAsked: boolean;
  isSafeProved: boolean;
  refusalPhone: string;
  isRefusalDisabled: boolean;
  isRefusalCodeSent: boolean;
  /** When codes of a refusal were asked for, for the limit of three an hour. */
  refusalCodesAskedAtMs: number[];
  /** `YYYY-MM-DD`. */
  refusedOn: string | null;
  /** The part that has ended and must be done again. */
  expired: 'activation' | 'refusal' | 'merge' | null;
}

export const startContext: ActivationContext = {
  delivery: null,
  hasAcceptedTerms: false,
  canFederate: false,
  method: 'code',
  identity: { activationCode: '', lastName: '', birthDate: '' },
  federationId: null,
  isBegun: false,
  person: null,
  email: '',
  isEmailSent: false,
  isEmailProved: false,
  isEmailTaken: false,
  profile: { firstName: '', lastName: '', phone: '', address: '', postalCode: '', city: '', country: 'FR' },
  isProfileFilled: false,
  isSecondFactorAsked: false,
  isSafeProved: false,
  refusalPhone: '',
  isRefusalDisabled: false,
  isRefusalCodeSent: false,
  refusalCodesAskedAtMs: [],
  refusedOn: null,
  expired: null,
};

const isElectronic = ({ delivery, hasAcceptedTerms }: ActivationContext) =>
  delivery === 'electronic' && hasAcceptedTerms;
const isUnderWay = (context: ActivationContext) => isElectronic(context) && context.isBegun;

const isOpen: Record<ActivationStep, (context: ActivationContext) => boolean> = {
  delivery: () => true,
  method: (context) => isElectronic(context) && context.canFederate,
  code: isElectronic,
  recognised: ({ isBegun, method }) => isBegun && method === 'federation',
  email: isUnderWay,
  emailCode: (context) => isUnderWay(context) && context.isEmailSent,
  profile: (context) => isUnderWay(context) && context.isEmailProved,
  password: (context) => isUnderWay(context) && context.isEmailProved && context.isProfileFilled,
  existingSafe: isUnderWay,
  secondFactor: (context) => isUnderWay(context) && context.isSecondFactorAsked,
  merge: (context) => isUnderWay(context) && context.isSafeProved,
  refusal: ({ delivery, isRefusalDisabled, refusedOn }) =>
    delivery === 'refused' && !isRefusalDisabled && refusedOn === null,
  refusalCode: ({ delivery, isRefusalCodeSent, refusedOn }) =>
    delivery === 'refused' && isRefusalCodeSent && refusedOn === null,
  refused: ({ refusedOn }) => refusedOn !== null,
  refusalDisabled: ({ delivery, isRefusalDisabled }) => delivery === 'refused' && isRefusalDisabled,
};

/** Whether what comes before a step is done: the browser's back and forward go no further. */
export const canShow = (step: ActivationStep, context: ActivationContext): boolean => isOpen[step](context);

const fillProfile = (profile: ProfileInput, known: Known['profile']): ProfileInput => ({
  ...profile,
  firstName: profile.firstName || known.firstName,
  lastName: profile.lastName || known.lastName,
  phone: profile.phone || (known.phone ?? ''),
});

const isSame = (one: Person, other: Person): boolean =>
  one.firstName === other.firstName && one.lastName === other.lastName && one.birthDate === other.birthDate;

/** A new token starts new proofs; what was typed before it stays, unless it was somebody else's. */
export function beginAs(context: ActivationContext, known: Known): Partial<ActivationContext> {
  const { profile, employer } = known;
  const { firstName, lastName, birthDate } = profile;
  const person: Person = { firstName, lastName, birthDate };
  const typed = context.person && !isSame(context.person, person) ? startContext : context;
  return {
    identity: { ...context.identity, birthDate },
    isBegun: true,
    person,
    email: typed.email || (profile.email ?? ''),
    profile: fillProfile(typed.profile, profile),
    isProfileFilled: typed.isProfileFilled,
    refusalPhone: typed.refusalPhone,
    isRefusalCodeSent: typed.isRefusalCodeSent,
    refusalCodesAskedAtMs: typed.refusalCodesAskedAtMs,
    refusedOn: typed.refusedOn,
    isRefusalDisabled: !employer.refusalAllowed,
    ...noProof,
    expired: null,
  };
}

export const noEmailProof = { isEmailSent: false, isEmailProved: false, isEmailTaken: false } as const;

export const noProof = {
  ...noEmailProof,
  isSecondFactorAsked: false,
  isSafeProved: false,
} as const;
