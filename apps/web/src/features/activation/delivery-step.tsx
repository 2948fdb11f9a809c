import { IconFileText, IconMailbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import type { Delivery } from './activation-machine.ts';
import { StepActions, StepFrame } from './step-frame.tsx';

const icon = { size: 26, stroke: 1.6, 'aria-hidden': true } as const;

/** In a new tab: what is entered here stays. */
const termsLink = (words: ReactNode) => (
  <Link to="/terms" target="_blank">
    {words}
  </Link>
);

export function DeliveryStep() {
  const t = useTranslations('activation');
  const forms = useTranslations('forms');
  const { send } = ActivationActor.useActorRef();
  const context = ActivationActor.useSelector((snapshot) => snapshot.context);
  const [delivery, setDelivery] = useState<Delivery>(context.delivery ?? 'electronic');
  const [hasAcceptedTerms, setAccepted] = useState(context.hasAcceptedTerms);
  const [isRefused, setRefused] = useState(false);
  const needsTerms = delivery === 'electronic';
  const goOn = () => {
    if (needsTerms && !hasAcceptedTerms) setRefused(true);
    else send({ type: 'DELIVERY_CHOSEN', delivery, hasAcceptedTerms });
  };
  return (
    <StepFrame title={t('deliveryTitle')} text={t('deliveryText')}>
      <ChoiceCards
        label={t('deliveryLabel')}
        value={delivery}
        onChange={setDelivery}
        choices={[
          { id: 'electronic', title: t('electronic'), text: t('electronicText'), icon: <IconFileText {...icon} /> },
          { id: 'refused', title: t('refuse'), text: t('refuseText'), icon: <IconMailbox {...icon} /> },
        ]}
      />
      <div className={css.terms} hidden={!needsTerms}>
        <Checkbox
          isSelected={hasAcceptedTerms}
          onChange={(isAccepted) => {
            setAccepted(isAccepted);
            setRefused(false);
          }}
          errorMessage={isRefused ? forms('accepted') : undefined}
        >
          {t.rich('terms', { link: termsLink })}
        </Checkbox>
      </div>
      <StepActions submitLabel={t('next')} onPress={goOn} />
      <p className={css.aside}>
        {t('haveAccount')}
        <Link to="/login">{t('signIn')}</Link>
      </p>
    </StepFrame>
  );
}

/** Refusing needs no account: the law asks for a word in writing. */
export function RefusalStep() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return (
    <StepFrame title={t('refusalTitle')} text={t('refusalText')}>
      <div className={css.text}>
        <p>{t('refusalLater')}</p>
      </div>
      <div className={css.actions}>
        <Button onPress={() => send({ type: 'SHOW', step: 'delivery' })}>{t('refusalBack')}</Button>
      </div>
    </StepFrame>
  );
}
