import { type Agent, type Collector, createCollector } from '@perenne/contract/collectors';
import { calendarDate } from '@perenne/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { call, type CallInput } from '../../../lib/api/call.ts';
import { putCollector, refreshCollectors } from '../../../lib/documents/collector-queries.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { StepActions, StepBack } from '../../../lib/sign-in/flow/step.tsx';
import { useFaultMessage, useFieldProps } from '../../../lib/forms/form.ts';
import { useSingleMutation } from '../../../lib/api/use-single-mutation.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import type { AccountValues } from '../agent-fields.tsx';
import { sentCredentials } from '../agent-schema.ts';
import { CategorySelect, useCategoryOf, usualKinds } from '../category-select.tsx';
import css from '../collectors.module.css';
import { concernsAccount } from './connect-machine.ts';

interface FilingStepProps {
  agent: Agent;
  account: AccountValues;
  onBack: () => void;
  onRefused: (error: Error) => void;
  onCreated: (collector: Collector) => void;
}

interface Values {
  since: string;
  authorised: boolean;
}

const resolver = contractResolver<Values, { since: string; authorised: true }>(
  z.object({ since: z.union([z.literal(''), calendarDate]), authorised: z.boolean().pipe(z.literal(true)) }),
);

/** The place of documents, their first day, and the word of their owner, without which nobody signs in for them. */
export function FilingStep({ agent, account, onBack, onRefused, onCreated }: FilingStepProps) {
  const t = useTranslations('newCollector');
  const errorMessage = useErrorMessage();
  const usualId = useCategoryOf(...usualKinds(agent));
  const [chosenId, setCategory] = useState<string>();
  const categoryId = chosenId ?? usualId;
  const create = useCreate({ onRefused, onCreated });
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { since: '', authorised: false } });
  const submit = handleSubmit(({ since, authorised }) =>
    create.mutate({
      ...{ agentId: agent.id, accountName: account.accountName, authorised },
      credentials: sentCredentials(agent.fields, account.credentials),
      ...(categoryId ? { categoryId } : {}),
      ...(since ? { since } : {}),
    }),
  );
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <CategorySelect value={categoryId ?? null} onChange={setCategory} />
      <Bounds control={control} name={agent.name} />
      {create.error && !concernsAccount(create.error) && (
        <Alert tone="danger" isLive>
          {errorMessage(create.error)}
        </Alert>
      )}
      <StepActions
        submitLabel={t('submit')}
        isPending={create.isPending}
        back={<StepBack label={t('back')} onPress={onBack} />}
      />
    </form>
  );
}

type FormControl = ReturnType<typeof useForm<Values, unknown, { since: string; authorised: true }>>['control'];

function Bounds({ control, name }: { control: FormControl; name: string }) {
  const t = useTranslations('newCollector');
  const fieldProps = useFieldProps();
  const faultMessage = useFaultMessage();
  return (
    <>
      <Controller
        control={control}
        name="since"
        render={({ field, fieldState }) => {
          const { inputRef: _, ...props } = fieldProps(field, fieldState);
          return <DateField {...props} label={t('since')} hint={t('sinceHint')} />;
        }}
      />
      <Controller
        control={control}
        name="authorised"
        render={({ field, fieldState }) => (
          <CheckboxField
            isSelected={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            errorMessage={faultMessage(fieldState.error?.message)}
          >
            {t('authorise', { name })}
          </CheckboxField>
        )}
      />
    </>
  );
}

function useCreate({ onRefused, onCreated }: Pick<FilingStepProps, 'onRefused' | 'onCreated'>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: CallInput<typeof createCollector>['body']) => call(createCollector, { body }),
    onSuccess: async (collector) => {
      await putCollector(queries, collector);
      onCreated(collector);
    },
    onError: (error) => {
      onRefused(error);
      // Another window may have connected it, or the answer of the first try was lost.
      return refreshCollectors(queries);
    },
  });
}
