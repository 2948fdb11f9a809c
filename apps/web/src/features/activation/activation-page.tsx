import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Stepper } from '../../ui/stepper.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import { type ActivationStep, activationSteps, canShow } from './activation-machine.ts';
import { forgetActivation, keepActivation, readActivation } from './activation-snapshot.ts';
import { CodeStep } from './code-step.tsx';
import { DeliveryStep, RefusalStep } from './delivery-step.tsx';
import { EmailCodeStep } from './email-code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { RecoveryStep } from './recovery-step.tsx';

interface ActivationPageProps {
  /** The step that the address names. */
  askedStep: string | undefined;
  /** Puts a step in the address: a new entry of the history, or in place of the current one. */
  onStep: (step: ActivationStep, options: { replace: boolean }) => void;
  onEnter: () => void;
}

export function ActivationPage(props: ActivationPageProps) {
  const [snapshot] = useState(readActivation);
  return (
    <ActivationActor.Provider {...(snapshot ? { options: { snapshot } } : {})}>
      <Flow {...props} />
    </ActivationActor.Provider>
  );
}

const stages: Record<ActivationStep, number> = {
  delivery: 0,
  refusal: 0,
  code: 1,
  email: 2,
  emailCode: 2,
  profile: 3,
  password: 4,
};

function Flow({ askedStep, onStep, onEnter }: ActivationPageProps) {
  const t = useTranslations('activation');
  const state = ActivationActor.useSelector((snapshot) => snapshot.value);
  useKept();
  useHistory(askedStep, onStep);
  if (state === 'activated') return <RecoveryStep onEnter={onEnter} />;
  const names = [t('stepDelivery'), t('stepCode'), t('stepEmail'), t('stepProfile'), t('stepPassword')];
  return (
    <div className={css.page}>
      <Stepper steps={names} current={stages[state]} />
      <Step key={state} step={state} />
    </div>
  );
}

function Step({ step }: { step: ActivationStep }) {
  switch (step) {
    case 'delivery':
      return <DeliveryStep />;
    case 'refusal':
      return <RefusalStep />;
    case 'code':
      return <CodeStep />;
    case 'email':
      return <EmailStep />;
    case 'emailCode':
      return <EmailCodeStep />;
    case 'profile':
      return <ProfileStep />;
    case 'password':
      return <PasswordStep />;
  }
}

/** Every change is kept for a reload, until the safe is open. */
function useKept() {
  const actor = ActivationActor.useActorRef();
  useEffect(() => {
    const { unsubscribe } = actor.subscribe({
      next: (snapshot) => {
        if (snapshot.status === 'active') keepActivation(actor.getPersistedSnapshot());
        else forgetActivation();
      },
    });
    return unsubscribe;
  }, [actor]);
}

/** The address follows the machine, and the browser's back and forward move the machine where it may go. */
function useHistory(askedStep: string | undefined, onStep: ActivationPageProps['onStep']) {
  const actor = ActivationActor.useActorRef();
  const state = ActivationActor.useSelector((snapshot) => snapshot.value);
  const shown = useRef(state);
  const asked = activationSteps.find((step) => step === askedStep);
  useEffect(() => {
    const { value, context } = actor.getSnapshot();
    if (value === 'activated' || asked === value) return;
    if (asked && canShow(asked, context)) actor.send({ type: 'SHOW', step: asked });
    else if (asked) onStep(value, { replace: true });
    // Only a change of the address is answered here; onStep is new at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actor, asked]);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    if (state !== 'activated' && asked !== state) onStep(state, { replace: false });
    // Only a change of the machine is answered here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state]);
}
