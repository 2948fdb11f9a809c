import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { Facts } from '../../../lib/sign-in/flow/facts.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { ActivationActor } from '../flow/activation-actor.ts';
import { readKept } from '../flow/kept.ts';
import { StepActions } from '../step-frame.tsx';

/** Whom FranceConnect has recognised, and for which employer. */
export function RecognisedStep() {
  const t = useTranslations('activation');
  const formats = useFormats();
  const { send } = ActivationActor.useActorRef();
  const canFederate = ActivationActor.useSelector(({ context }) => context.hasAcceptedTerms);
  const known = readKept('known');
  const { firstName, lastName, birthDate } = known?.profile ?? { firstName: '', lastName: '', birthDate: '' };
  return (
    <StepFrame title={t('recognisedTitle', { firstName })} text={t('recognisedText')}>
      <Facts
        facts={[
          [t('name'), `${firstName} ${lastName}`],
          [t('birthDate'), birthDate && formats.calendarDate(birthDate)],
          [t('employer'), known?.employer.name ?? ''],
        ]}
      />
      <StepActions
        submitLabel={t('recognisedSubmit')}
        onPress={() => send({ type: 'RECOGNISED' })}
        backTo={canFederate ? 'method' : 'delivery'}
        backLabel={t('recognisedNot')}
      />
    </StepFrame>
  );
}
