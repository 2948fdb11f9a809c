import { loginToMergeInActivation } from '@perenne/contract/activation';
import { login } from '@perenne/contract/identity';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { CredentialFields } from '../../../lib/forms/credential-fields.tsx';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { beginFederation } from '../../../lib/sign-in/federation.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { useRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { FranceConnect } from '../france-connect.tsx';
import { takeProof } from '../flow/prove-safe.ts';
import { StepActions } from '../step-frame.tsx';
import { useActivationCall } from '../flow/use-activation-call.ts';

const schema = login.body.pick({ email: true, password: true });
const resolver = contractResolver(schema);
type Credentials = z.output<typeof schema>;

/** An owner of a safe receives this employer's documents there: its password opens the way, or FranceConnect. */
export function ExistingSafeStep() {
  const t = useTranslations('activation');
  const conf = useRuntimeConf();
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const { email, isEmailTaken, expired } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const form = useForm({ resolver, defaultValues: { email: isEmailTaken ? email : '', password: '' } });
  const { control, handleSubmit, setError } = form;
  const proof = useActivationCall(async (body: Credentials, token) => {
    try {
      send(takeProof(await call(loginToMergeInActivation, { body, token })));
    } catch (failure) {
      if (!setServerErrors(failure, ['email', 'password'], setError)) throw failure;
    }
  });
  const federation = useAction(beginFederation);
  const failure = proof.error ?? federation.error;
  const fault = isApiError(failure, 'UserIsNotActivated')
    ? t('mergeNotActivated')
    : failure === undefined
      ? undefined
      : errorMessage(failure);
  return (
    <StepFrame
      title={isEmailTaken ? t('existingSafeTaken') : t('existingSafeTitle')}
      text={isEmailTaken ? t('existingSafeTakenText', { email }) : t('existingSafeText')}
      fault={fault}
    >
      {expired === 'merge' && !fault && <Alert tone="info">{t('expiredMerge')}</Alert>}
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(proof.run)(event)}>
        <CredentialFields control={control} labels={{ email: t('safeEmail'), password: t('safePassword') }} />
        <Link to="/reset-password" target="_blank" className={flow.textLink}>
          {t('forgotten')}
        </Link>
        <StepActions
          submitLabel={t('existingSafeSubmit')}
          isPending={proof.isPending}
          backTo="email"
          backLabel={isEmailTaken ? t('otherEmail') : t('back')}
        />
      </form>
      {conf?.franceConnect && (
        <div className={flow.federation}>
          <p>{t('orFederation')}</p>
          <FranceConnect isPending={federation.isPending} onPress={() => void federation.run('activation-merge')} />
        </div>
      )}
    </StepFrame>
  );
}
