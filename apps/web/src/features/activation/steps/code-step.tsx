import { sendActivationInfo } from '@perenne/contract/activation';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { call } from '../../../lib/api/call.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import type { Identity } from '../flow/activation-context.ts';
import { IdentityFields } from '../identity-fields.tsx';
import { keep } from '../flow/kept.ts';
import { ResendCodeDialog } from '../resend-code-dialog.tsx';
import { StepActions } from '../step-frame.tsx';
import { useDraft } from '../flow/use-draft.ts';

const resolver = contractResolver(sendActivationInfo.body);

export function CodeStep() {
  const t = useTranslations('activation');
  const errorMessage = useErrorMessage('activation');
  const { send } = ActivationActor.useActorRef();
  const { identity, expired, canFederate } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const [isResending, setResending] = useState(false);
  const form = useForm({ resolver, defaultValues: identity });
  useDraft(form, (values) => send({ type: 'DRAFT', changes: { identity: values } }));
  const { run, isPending, error } = useAction(async (body: Identity) => {
    try {
      const { activationToken, ...known } = await call(sendActivationInfo, { body });
      keep('activationToken', activationToken);
      keep('known', known);
      send({ type: 'CODE_ACCEPTED', identity: body, known });
    } catch (failure) {
      if (!setServerErrors(failure, ['activationCode', 'lastName', 'birthDate'], form.setError)) throw failure;
    }
  });
  return (
    <StepFrame title={t('codeTitle')} text={t('codeText')} fault={error ? errorMessage(error) : undefined}>
      {expired === 'activation' && !error && <Alert tone="info">{t('expired')}</Alert>}
      <form className={flow.form} noValidate onSubmit={(event) => void form.handleSubmit(run)(event)}>
        <IdentityFields control={form.control} />
        <Button variant="quiet" className={flow.link ?? ''} onPress={() => setResending(true)}>
          {t('noCode')}
        </Button>
        <StepActions submitLabel={t('next')} isPending={isPending} backTo={canFederate ? 'method' : 'delivery'} />
      </form>
      {isResending && <ResendCodeDialog onClose={() => setResending(false)} />}
    </StepFrame>
  );
}
