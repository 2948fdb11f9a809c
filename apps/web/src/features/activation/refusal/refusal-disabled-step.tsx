import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import { readKept } from '../flow/kept.ts';
import { StepActions } from '../step-frame.tsx';

/** The employer takes no refusal here; the law still lets one object (L.3243-2), and this says how. */
export function RefusalDisabledStep() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const employer = readKept('known')?.employer.name;
  return (
    <StepFrame
      title={t('refusalDisabledTitle')}
      text={employer ? t('refusalDisabledBy', { employer }) : t('refusalDisabledText')}
    >
      <Alert tone="info" title={t('refusalRightTitle')}>
        {t('refusalRight')}
      </Alert>
      <h2 className={css.subtitle}>{t('refusalNextTitle')}</h2>
      <ul className={css.list}>
        <li>{t('refusalNextWrite')}</li>
        <li>{t('refusalNextDate')}</li>
        <li>{t('refusalNextMeanwhile')}</li>
      </ul>
      <StepActions submitLabel={t('refusalActivate')} onPress={() => send({ type: 'SHOW', step: 'delivery' })} />
    </StepFrame>
  );
}
