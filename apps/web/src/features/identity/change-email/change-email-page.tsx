import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readKeptFlow, useFlowHistory, useKeptFlow } from '../../../lib/sign-in/kept-flow.ts';
import { forgetInTab } from '../../../lib/browser/tab-memory.ts';
import { removeToken } from '../../../lib/api/tokens.ts';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { AddressStep } from './address-step.tsx';
import { ChangeActor, ChangeEndContext } from './change-actor.ts';
import { canShow, changeMachine, type ChangeStep, changeSteps } from './change-machine.ts';
import { CodeStep } from './code-step.tsx';
import { OpeningStep } from './opening-step.tsx';

const key = 'changeEmail';

interface ChangeEmailPageProps {
  /** The step that the address names. */
  askedStep: string | undefined;
  /** Puts a step in the address: a new entry of the history, or in place of the current one. */
  onStep: (step: ChangeStep, options: { replace: boolean }) => void;
  /** The address is replaced and the safe open. */
  onOpened: () => void;
  /** The token of this flow no longer serves. */
  onEnded: () => void;
}

export function ChangeEmailPage({ onEnded, ...props }: ChangeEmailPageProps) {
  const [snapshot] = useState(() => readKeptFlow(key, changeMachine));
  const end = () => {
    removeToken('invalidUserToken');
    forgetInTab(key);
    onEnded();
  };
  return (
    <ChangeActor.Provider {...(snapshot ? { options: { snapshot } } : {})}>
      <ChangeEndContext value={end}>
        <Flow {...props} />
      </ChangeEndContext>
    </ChangeActor.Provider>
  );
}

const stages: Record<ChangeStep, number> = { email: 0, code: 1, opening: 2 };

function Flow({ askedStep, onStep, onOpened }: Omit<ChangeEmailPageProps, 'onEnded'>) {
  const t = useTranslations('changeEmail');
  const actor = ChangeActor.useActorRef();
  const state = ChangeActor.useSelector((snapshot) => snapshot.value);
  const step = state === 'opened' ? null : state;
  useKeptFlow(key, actor);
  useFlowHistory({
    step,
    // An address without a step is the first one's.
    asked: changeSteps.find((known) => known === askedStep) ?? 'email',
    canShow: (asked) => canShow(asked, actor.getSnapshot().context),
    show: (asked) => actor.send({ type: 'SHOW', step: asked }),
    onStep,
  });
  return (
    <div className={flow.page}>
      <Stepper steps={[t('stepEmail'), t('stepCode'), t('stepOpening')]} current={stages[step ?? 'opening']} />
      {step === 'email' && <AddressStep />}
      {step === 'code' && <CodeStep />}
      {(step === 'opening' || step === null) && <OpeningStep onOpened={onOpened} />}
    </div>
  );
}
