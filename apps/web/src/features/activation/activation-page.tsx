import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { makeQueryClient } from '../../lib/api/endpoint-query.ts';
import { useFlowHistory, useKeptFlow } from '../../lib/sign-in/kept-flow.ts';
import { ActivationActor } from './flow/activation-actor.ts';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { type ActivationStep, activationSteps, canShow } from './flow/activation-context.ts';
import { type ActivationEntry, activationKey, startActivation } from './flow/activation-snapshot.ts';
import { ActivationStepper } from './activation-stepper.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { DeliveryStep } from './steps/delivery-step.tsx';
import { EmailCodeStep } from './steps/email-code-step.tsx';
import { EmailStep } from './steps/email-step.tsx';
import { ExistingSafeStep } from './steps/existing-safe-step.tsx';
import { FetchingMergeStep } from './steps/fetching-merge-step.tsx';
import { forgetKept } from './flow/kept.ts';
import { MergeStep } from './steps/merge-step.tsx';
import { MethodStep } from './steps/method-step.tsx';
import { OpenElsewhereStep } from './steps/open-elsewhere-step.tsx';
import { PasswordStep } from './steps/password-step.tsx';
import { ProfileStep } from './steps/profile-step.tsx';
import { RecognisedStep } from './steps/recognised-step.tsx';
import { RecognisingStep } from './steps/recognising-step.tsx';
import { RecoveryStep } from './steps/recovery-step.tsx';
import { RefusalCodeStep } from './refusal/refusal-code-step.tsx';
import { RefusalDisabledStep } from './refusal/refusal-disabled-step.tsx';
import { RefusalStep } from './refusal/refusal-step.tsx';
import { RefusedStep } from './refusal/refused-step.tsx';
import { SecondFactorStep } from './steps/second-factor-step.tsx';

interface ActivationPageProps {
  entry: ActivationEntry;
  /** The step that the address names. */
  askedStep: string | undefined;
  /** Puts a step in the address: a new entry of the history, or in place of the current one. */
  onStep: (step: ActivationStep, options: { replace: boolean }) => void;
  onEnter: () => void;
}

export function ActivationPage(props: ActivationPageProps) {
  const [queries] = useState(makeQueryClient);
  const [snapshot] = useState(() => startActivation(props.entry));
  return (
    <QueryClientProvider client={queries}>
      <ActivationActor.Provider options={{ snapshot }}>
        <Flow {...props} />
      </ActivationActor.Provider>
    </QueryClientProvider>
  );
}

const screens: Record<ActivationStep | 'recognising' | 'fetchingMergeInfo', ComponentType> = {
  delivery: DeliveryStep,
  method: MethodStep,
  code: CodeStep,
  recognising: RecognisingStep,
  recognised: RecognisedStep,
  email: EmailStep,
  emailCode: EmailCodeStep,
  profile: ProfileStep,
  password: PasswordStep,
  existingSafe: ExistingSafeStep,
  fetchingMergeInfo: FetchingMergeStep,
  secondFactor: SecondFactorStep,
  merge: MergeStep,
  refusal: RefusalStep,
  refusalCode: RefusalCodeStep,
  refused: RefusedStep,
  refusalDisabled: RefusalDisabledStep,
};

function Flow({ askedStep, onStep, onEnter }: ActivationPageProps) {
  const state = useFlow(askedStep, onStep);
  if (state === 'activated' || state === 'merged')
    return <RecoveryStep isMerged={state === 'merged'} onEnter={onEnter} />;
  if (state === 'openElsewhere') return <OpenElsewhereStep onEnter={onEnter} />;
  const Screen = screens[state];
  return (
    <div className={flow.page}>
      <ActivationStepper state={state} />
      <Screen key={state} />
    </div>
  );
}

const asStep = (state: string | undefined): ActivationStep | null =>
  activationSteps.find((step) => step === state) ?? null;

/** The kept state, and the address, follow the machine. */
function useFlow(askedStep: string | undefined, onStep: ActivationPageProps['onStep']) {
  const actor = ActivationActor.useActorRef();
  const state = ActivationActor.useSelector((snapshot) => snapshot.value);
  const isOver = ActivationActor.useSelector((snapshot) => snapshot.status === 'done');
  useKeptFlow(activationKey, actor);
  useEffect(() => {
    if (isOver) forgetKept();
  }, [isOver]);
  useFlowHistory({
    step: asStep(state),
    asked: asStep(askedStep) ?? undefined,
    canShow: (step) => canShow(step, actor.getSnapshot().context),
    show: (step) => actor.send({ type: 'SHOW', step }),
    onStep,
  });
  return state;
}
