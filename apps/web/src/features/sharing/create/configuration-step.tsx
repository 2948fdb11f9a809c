import { shareDurations } from '@perenne/contract/shares';
import { useEffect, useEffectEvent, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { nowMs } from '../../../lib/browser/clock.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { StepActions, StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { useFieldProps } from '../../../lib/forms/form.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { endAfter } from '../end-after.ts';
import css from './create-share.module.css';
import { ShareActor, useChange, useShare } from './share-actor.ts';
import { titleSchema } from './share-context.ts';

const resolver = contractResolver(z.object({ title: titleSchema }));

/** The name of the share, and its duration. */
export function ConfigurationStep() {
  const t = useTranslations('newShare');
  const formats = useFormats();
  const fieldProps = useFieldProps();
  const { send } = ShareActor.useActorRef();
  const { title, durationDays } = useShare();
  const change = useChange();
  const [from] = useState(nowMs);
  const { control, handleSubmit, subscribe } = useForm({ resolver, defaultValues: { title } });
  const keep = useEffectEvent(change);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep({ title: values.title }) }),
    [subscribe],
  );
  return (
    <StepFrame title={t('configurationTitle')} text={t('configurationText')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => void handleSubmit(() => send({ type: 'DONE' }))(event)}
      >
        <Controller
          control={control}
          name="title"
          render={({ field, fieldState }) => (
            <TextField
              {...fieldProps(field, fieldState)}
              label={t('shareTitle')}
              hint={t('shareTitleHint')}
              autoComplete="off"
              isRequired
            />
          )}
        />
        <Select
          label={t('duration')}
          options={shareDurations.map((days) => ({ id: String(days), label: t('days', { days }) }))}
          value={String(durationDays)}
          hint={t('durationHint', { date: formats.dateLong(endAfter(durationDays, from)) })}
          onChange={(id) => {
            const chosen = shareDurations.find((days) => String(days) === id);
            if (chosen) change({ durationDays: chosen });
          }}
        />
        <StepActions submitLabel={t('next')} />
      </form>
    </StepFrame>
  );
}
