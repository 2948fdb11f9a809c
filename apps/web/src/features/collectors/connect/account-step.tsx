import { type Agent, patchCollector } from '@perenne/contract/collectors';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { StepActions, StepBack } from '../../../lib/sign-in/flow/step.tsx';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountName } from '../account-name.tsx';
import { type AccountValues, AgentFields } from '../agent-fields.tsx';
import { blankCredentials, credentialsSchema } from '../agent-schema.ts';
import css from '../collectors.module.css';

interface AccountStepProps {
  agent: Agent;
  account: AccountValues | null;
  refusal: Error | null;
  onBack: () => void;
  onDone: (account: AccountValues) => void;
}

export function AccountStep({ agent, account, refusal, onBack, onDone }: AccountStepProps) {
  const t = useTranslations('newCollector');
  const errorMessage = useErrorMessage();
  const { fields, name } = agent;
  const { control, handleSubmit, setError } = useForm<AccountValues, unknown, AccountValues>({
    resolver: contractResolver(
      z.object({
        accountName: patchCollector.body.shape.accountName.unwrap(),
        credentials: credentialsSchema(fields, false),
      }),
    ),
    defaultValues: account ?? { accountName: name, credentials: blankCredentials(fields) },
  });
  const showRefusal = useEffectEvent(() => {
    const names = ['accountName', ...fields.map((field) => `credentials.${field.name}` as const)] as const;
    if (refusal) setServerErrors(refusal, names, setError);
  });
  useEffect(() => showRefusal(), []);
  return (
    <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(onDone)(event)}>
      <p className={css.text}>{t('accountText', { name })}</p>
      {refusal && (
        <Alert tone="danger" isLive>
          {errorMessage(refusal)}
        </Alert>
      )}
      <AgentFields control={control} fields={fields} />
      <AccountName control={control} />
      <StepActions submitLabel={t('next')} back={<StepBack label={t('back')} onPress={onBack} />} />
    </form>
  );
}
