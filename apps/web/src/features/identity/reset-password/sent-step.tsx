import { useTranslations } from 'use-intl';
import css from '../flow.module.css';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { ResetActor } from './reset-actor.ts';

/** Says what was asked for, in the same words whether the address has a safe or not. */
export function SentStep() {
  const t = useTranslations('resetPassword');
  const { send } = ResetActor.useActorRef();
  const { email, mode } = ResetActor.useSelector((snapshot) => snapshot.context);
  return (
    <StepFrame title={t('sentTitle')} text={t(`sentText${mode}`, { email })}>
      <ul className={css.tips}>
        <li>{t('sentValid')}</li>
        <li>{t(`sentTip${mode}`)}</li>
      </ul>
      <StepActions
        submitLabel={t('sentSubmit')}
        onBack={() => send({ type: 'SHOW', step: 'mode' })}
        onPress={() => send({ type: 'GO_ON' })}
      />
    </StepFrame>
  );
}
