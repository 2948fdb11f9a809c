import { useTranslations } from 'use-intl';
import {
  StepActions as FlowActions,
  type StepActionsProps as FlowActionsProps,
  StepBack,
} from '../../lib/sign-in/flow/step.tsx';

interface StepActionsProps extends Omit<FlowActionsProps, 'back'> {
  onBack?: () => void;
}

export function StepActions({ onBack, ...props }: StepActionsProps) {
  const t = useTranslations('identityFlow');
  return <FlowActions {...props} back={onBack && <StepBack label={t('back')} onPress={onBack} />} />;
}
