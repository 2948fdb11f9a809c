import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readKeptFlow, useFlowHistory, useKeptFlow } from '../../../lib/sign-in/kept-flow.ts';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { ChangedStep } from './changed-step.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { LinkStep } from './link-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ResetActor } from './reset-actor.ts';
import { canShow, resetMachine, type ResetStep, resetSteps } from './reset-machine.ts';
import { SentStep } from './sent-step.tsx';

const key = 'resetPassword';

interface ResetPasswordPageProps {
  /** The token of the link of the mail, where that was followed. */
  token: string | undefined;
  /** The step that the address names. */
  askedStep: string | undefined;
  /** Puts a step in the address: a new entry of the history, or in place of the current one. */
  onStep: (step: ResetStep, options: { replace: boolean }) => void;
}

export function ResetPasswordPage(props: ResetPasswordPageProps) {
  const [snapshot] = useState(() => readKeptFlow(key, resetMachine));
  return (
    <ResetActor.Provider {...(snapshot ? { options: { snapshot } } : {})}>
      <Flow {...props} />
    </ResetActor.Provider>
  );
}

const stages: Record<ResetStep, number> = { email: 0, mode: 1, sent: 2, code: 2, password: 3 };

function Flow({ token, askedStep, onStep }: ResetPasswordPageProps) {
  const t = useTranslations('resetPassword');
  const actor = ResetActor.useActorRef();
  const state = ResetActor.useSelector((snapshot) => snapshot.value);
  useKeptFlow(key, actor);
  useFlowHistory({
    step: state === 'changed' ? null : state,
    // An address without a step is the first one's.
    asked: resetSteps.find((step) => step === askedStep) ?? 'email',
    canShow: (step) => canShow(step, actor.getSnapshot().context),
    show: (step) => actor.send({ type: 'SHOW', step }),
    onStep,
  });
  const [isFollowing, setFollowing] = useState(token !== undefined);
  if (isFollowing) return <LinkStep token={token ?? ''} onDone={() => setFollowing(false)} />;
  if (state === 'changed') return <ChangedStep />;
  const names = [t('stepEmail'), t('stepMode'), t('stepCode'), t('stepPassword')];
  return (
    <div className={flow.page}>
      <Stepper steps={names} current={stages[state]} />
      <Step key={state} step={state} />
    </div>
  );
}

function Step({ step }: { step: ResetStep }) {
  switch (step) {
    case 'email':
      return <EmailStep />;
    case 'mode':
      return <ModeStep />;
    case 'sent':
      return <SentStep />;
    case 'code':
      return <CodeStep />;
    case 'password':
      return <PasswordStep />;
  }
}
