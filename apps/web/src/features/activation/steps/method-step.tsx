import { IconId, IconMailOpened } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { beginFederation } from '../../../lib/sign-in/federation.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import { FranceConnect } from '../france-connect.tsx';
import { StepBack } from '../step-frame.tsx';

const icon = { size: 26, stroke: 1.6, 'aria-hidden': true } as const;

/** The user says who they are, by the employer's code or by the State's word. */
export function MethodStep() {
  const t = useTranslations('activation');
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const expired = ActivationActor.useSelector((snapshot) => snapshot.context.expired);
  const { run, isPending, error } = useAction(beginFederation);
  return (
    <StepFrame title={t('methodTitle')} text={t('methodText')} fault={error ? errorMessage(error) : undefined}>
      {expired === 'activation' && !error && <Alert tone="info">{t('expiredFederation')}</Alert>}
      <div className={css.ways}>
        <section className={css.way}>
          <IconMailOpened {...icon} />
          <div>
            <h2>{t('byCode')}</h2>
            <p>{t('byCodeText')}</p>
            <Button variant="primary" onPress={() => send({ type: 'SHOW', step: 'code' })}>
              {t('byCodeWay')}
            </Button>
          </div>
        </section>
        <section className={css.way}>
          <IconId {...icon} />
          <div>
            <h2>{t('byFederation')}</h2>
            <p>{t('byFederationText')}</p>
            <FranceConnect isPending={isPending} onPress={() => void run('activation')} />
          </div>
        </section>
      </div>
      <StepBack to="delivery" />
    </StepFrame>
  );
}
