import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusFault } from '../../lib/sign-in/flow/focus-fault.ts';
import { StepActions, StepBack, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { MergeActor } from './merge-actor.ts';
import css from './merge.module.css';

/** The last word: it cannot be undone. */
export function ConfirmStep() {
  const t = useTranslations('merge');
  const { send } = MergeActor.useActorRef();
  const [isAcknowledged, setAcknowledged] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const goOn = () => {
    if (isAcknowledged) return send({ type: 'CONFIRMED' });
    setMissing(true);
    return focusFault();
  };
  return (
    <StepFrame title={t('confirmTitle')} text={t('confirmText')}>
      <Alert tone="warning">{t('confirmWarning')}</Alert>
      <div className={css.room}>
        <CheckboxField
          isSelected={isAcknowledged}
          onChange={(accepted) => {
            setAcknowledged(accepted);
            setMissing(false);
          }}
          errorMessage={isMissing ? t('acknowledgementMissing') : undefined}
        >
          {t('acknowledgement')}
        </CheckboxField>
      </div>
      <StepActions
        submitLabel={t('confirm')}
        onPress={goOn}
        back={<StepBack label={t('back')} onPress={() => send({ type: 'SHOW', step: 'summary' })} />}
      />
    </StepFrame>
  );
}
