import { IconFileText, IconMailbox } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { useRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import type { Delivery } from '../flow/activation-context.ts';
import { StepActions } from '../step-frame.tsx';
import { Terms } from '../terms.tsx';

const icon = { size: 26, stroke: 1.6, 'aria-hidden': true } as const;

export function DeliveryStep() {
  const t = useTranslations('activation');
  const canFederate = useRuntimeConf()?.franceConnect ?? false;
  const { send } = ActivationActor.useActorRef();
  const context = ActivationActor.useSelector((snapshot) => snapshot.context);
  const delivery = context.delivery ?? 'electronic';
  const [hasAcceptedTerms, setAccepted] = useState(context.hasAcceptedTerms);
  const [isMissing, setMissing] = useState(false);
  const needsTerms = delivery === 'electronic';
  const goOn = () => {
    if (needsTerms && !hasAcceptedTerms) {
      setMissing(true);
      focusFault();
    } else send({ type: 'DELIVERY_CHOSEN', delivery, hasAcceptedTerms, canFederate });
  };
  return (
    <StepFrame title={t('deliveryTitle')} text={t('deliveryText')}>
      <ChoiceCards
        label={t('deliveryLabel')}
        value={delivery}
        onChange={(picked: Delivery) => send({ type: 'DRAFT', changes: { delivery: picked } })}
        choices={[
          { id: 'electronic', title: t('electronic'), text: t('electronicText'), icon: <IconFileText {...icon} /> },
          { id: 'refused', title: t('refuse'), text: t('refuseText'), icon: <IconMailbox {...icon} /> },
        ]}
      />
      <div hidden={!needsTerms}>
        <Terms
          isAccepted={hasAcceptedTerms}
          isMissing={isMissing}
          onChange={(isAccepted) => {
            setAccepted(isAccepted);
            setMissing(false);
          }}
        />
      </div>
      <StepActions submitLabel={t('next')} onPress={goOn} />
      <p className={css.aside}>
        {t('haveAccount')}
        <Link to="/login">{t('signIn')}</Link>
      </p>
    </StepFrame>
  );
}
