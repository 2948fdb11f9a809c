import { useTranslations } from 'use-intl';
import { Stepper } from '../../ui/layout/stepper.tsx';
import { ActivationActor } from './flow/activation-actor.ts';
import type { ActivationStep } from './flow/activation-context.ts';

type Screen = ActivationStep | 'recognising' | 'fetchingMergeInfo';

const branches = {
  open: ['stepDelivery', 'stepCode', 'stepEmail', 'stepProfile', 'stepPassword'],
  merge: ['stepDelivery', 'stepCode', 'stepExistingSafe', 'stepMerge'],
  refusal: ['stepDelivery', 'stepRefusal', 'stepRefusalCode', 'stepRefused'],
} as const;

const places: Record<Screen, [branch: keyof typeof branches, step: number]> = {
  delivery: ['open', 0],
  method: ['open', 1],
  code: ['open', 1],
  recognising: ['open', 1],
  recognised: ['open', 1],
  email: ['open', 2],
  emailCode: ['open', 2],
  profile: ['open', 3],
  password: ['open', 4],
  existingSafe: ['merge', 2],
  fetchingMergeInfo: ['merge', 2],
  secondFactor: ['merge', 2],
  merge: ['merge', 3],
  refusal: ['refusal', 1],
  refusalDisabled: ['refusal', 1],
  refusalCode: ['refusal', 2],
  refused: ['refusal', 3],
};

/** A choice of delivery counts the steps of the way that is picked, before it is confirmed: no total changes after it. */
export function ActivationStepper({ state }: { state: Screen }) {
  const t = useTranslations('activation');
  const isRefusing = ActivationActor.useSelector(({ context }) => context.delivery === 'refused');
  const [usual, step] = places[state];
  const branch = state === 'delivery' && isRefusing ? 'refusal' : usual;
  return <Stepper steps={branches[branch].map((name) => t(name))} current={step} />;
}
