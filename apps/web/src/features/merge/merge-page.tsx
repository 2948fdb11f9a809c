import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { useFlowHistory, useKeptFlow } from '../../lib/sign-in/kept-flow.ts';
import { Stepper } from '../../ui/layout/stepper.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DoneStep } from './done-step.tsx';
import { ExplainStep } from './explain-step.tsx';
import { MergeActor, mergeKey, startMerge } from './merge-actor.ts';
import { canShow, type MergeStep, mergeSteps } from './merge-machine.ts';
import { ProveStep } from './prove-step.tsx';
import { ReceiveStep } from './receive-step.tsx';
import { RecognisingStep } from './recognising-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SummaryStep } from './summary-step.tsx';

/** The step of the address that FranceConnect's return leads to: no screen of its own. */
const fromFederation = 'france-connect';

/** An owner receives another safe of their own. The flow lives through a reload, and through a return from FranceConnect. */
export function MergePage() {
  const { step } = useSearch({ from: '/safe/account/merge' });
  const [snapshot] = useState(() => startMerge(step === fromFederation));
  return (
    <MergeActor.Provider options={{ snapshot }}>
      <Flow />
    </MergeActor.Provider>
  );
}

type Screen = MergeStep | 'recognising' | 'receiving';

const screens: Record<Screen, ComponentType> = {
  explain: ExplainStep,
  prove: ProveStep,
  recognising: RecognisingStep,
  secondFactor: SecondFactorStep,
  summary: SummaryStep,
  confirm: ConfirmStep,
  receiving: ReceiveStep,
};

const stages: Record<Screen, number> = {
  explain: 0,
  prove: 1,
  recognising: 1,
  secondFactor: 1,
  summary: 2,
  confirm: 3,
  receiving: 3,
};

function Flow() {
  const t = useTranslations('merge');
  const actor = MergeActor.useActorRef();
  const state = MergeActor.useSelector((snapshot) => snapshot.value);
  const { step: asked } = useSearch({ from: '/safe/account/merge' });
  const navigate = useNavigate();
  const show = (step: string, { replace }: { replace: boolean }) =>
    void navigate({ to: '/account/merge', search: { step }, replace });
  const [key] = useState(mergeKey);
  useKeptFlow(key, actor);
  // The return serves once: neither the back button nor a reload leads through it again.
  const leaveReturn = useEffectEvent(() => {
    if (asked === fromFederation) show('prove', { replace: true });
  });
  useEffect(() => leaveReturn(), []);
  useFlowHistory({
    step: mergeSteps.find((name) => name === state) ?? null,
    asked: mergeSteps.find((name) => name === asked) ?? 'explain',
    canShow: (named) => canShow(named, actor.getSnapshot().context),
    show: (named) => actor.send({ type: 'SHOW', step: named }),
    onStep: show,
  });
  if (state === 'done') return <DoneStep />;
  const Screen = screens[state];
  return (
    <div className={flow.page}>
      <Stepper steps={[t('stepExplain'), t('stepProve'), t('stepSummary'), t('stepConfirm')]} current={stages[state]} />
      <Screen key={state} />
    </div>
  );
}
