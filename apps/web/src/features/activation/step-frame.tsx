import { useTranslations } from 'use-intl';
import flow from '../../lib/sign-in/flow/flow.module.css';
import {
  StepActions as FlowActions,
  type StepActionsProps as FlowActionsProps,
  StepBack as Back,
} from '../../lib/sign-in/flow/step.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ActivationActor } from './flow/activation-actor.ts';
import css from './activation.module.css';
import type { ActivationStep } from './flow/activation-context.ts';

interface StepActionsProps extends Omit<FlowActionsProps, 'back'> {
  backTo?: ActivationStep;
  /** Default: "Retour". */
  backLabel?: string;
}

export const StepActions = ({ backTo, backLabel, ...props }: StepActionsProps) => (
  <FlowActions {...props} back={backTo && <BackButton to={backTo} label={backLabel} />} />
);

/** For a screen that has other ways on than one button. */
export const StepBack = ({ to, label }: { to: ActivationStep; label?: string }) => (
  <div className={css.back}>
    <BackButton to={to} label={label} />
  </div>
);

function BackButton({ to, label }: { to: ActivationStep; label: string | undefined }) {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return <Back label={label ?? t('back')} onPress={() => send({ type: 'SHOW', step: to })} />;
}

/** The way on where the one that was taken leads nowhere. */
export const OtherWays = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <div className={css.ways}>
    <Button className={flow.link ?? ''} onPress={onPress}>
      {label}
    </Button>
  </div>
);
