import { type Collector, collectorLimits, giveMfaCode } from '@perenne/contract/collectors';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { isStillAwaited, putCollector, refreshCollectors } from '../../../lib/documents/collector-queries.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { useFieldProps } from '../../../lib/forms/form.ts';
import { useSingleMutation } from '../../../lib/api/use-single-mutation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ModalActions } from '../../../ui/overlays/modal.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useResendCode } from '../collector-actions.ts';
import css from '../collectors.module.css';
import { useNow } from '../use-now.ts';

const resolver = contractResolver(giveMfaCode.body);

interface CodeFormProps {
  collector: Collector;
  onGiven: () => void;
  close: ReactNode;
}

/** The code that the partner has sent: what it looks like is the partner's own affair. */
export function CodeForm({ collector, onGiven, close }: CodeFormProps) {
  const t = useTranslations('collectors.code');
  const fieldProps = useFieldProps();
  const give = useGiveCode(onGiven);
  const { alert, mfa } = collector;
  // The form says that the last code was wrong until its owner types another one.
  const [typedFor, setTypedFor] = useState<string>();
  const isWrong = alert?.previousCodeWrong === true && typedFor !== mfa?.canResendAt;
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const submit = handleSubmit(({ code }) => give.mutate({ code, askedFor: collector }));
  const refusal = give.refusal ?? (isWrong ? t('wrong') : undefined);
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.text}>{t('text', { name: collector.agent.name })}</p>
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => {
          const { errorMessage, onChange, ...props } = fieldProps(field, fieldState);
          return (
            <TextField
              {...props}
              label={t('label')}
              errorMessage={errorMessage ?? refusal}
              onChange={(typed) => {
                setTypedFor(mfa?.canResendAt);
                onChange(typed);
              }}
              inputClassName={css.code ?? ''}
              maxLength={collectorLimits.mfaCode}
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck="false"
              isRequired
              autoFocus
            />
          );
        }}
      />
      <p className={css.hint}>
        <TimeLeft collector={collector} />
      </p>
      <Again collector={collector} />
      <ModalActions>
        {close}
        <Button type="submit" variant="primary" isPending={give.isPending}>
          {t('submit')}
        </Button>
      </ModalActions>
    </form>
  );
}

type Given = { code: string; askedFor: Collector };

function useGiveCode(onGiven: () => void) {
  const t = useTranslations('collectors.code');
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: ({ code, askedFor: { id } }: Given) => call(giveMfaCode, { params: { id }, body: { code } }),
    onSuccess: async (collector, { askedFor }) => {
      // The run has gone on meanwhile, and may ask for another code, which is being typed.
      if (!isStillAwaited(queries, askedFor)) return;
      onGiven();
      await putCollector(queries, collector);
    },
    onError: async () => {
      focusFault();
      await refreshCollectors(queries);
    },
  });
  const isLate = isApiError(error, 'ExpiredVerificationCode');
  return { mutate, isPending, refusal: error ? (isLate ? t('late') : errorMessage(error)) : undefined };
}

const secondMs = 1_000;

const secondsUntil = (instant: string | undefined, now: number): number =>
  instant ? Math.max(0, Math.ceil((Date.parse(instant) - now) / secondMs)) : 0;

/** Shown, and read in its place: announced each second, it would drown everything else. */
function TimeLeft({ collector: { mfa } }: { collector: Collector }) {
  const t = useTranslations('collectors.code');
  const left = secondsUntil(mfa?.expiresAt, useNow(secondMs));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return <span className="num">{t('left', { time })}</span>;
}

function Again({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors.code');
  const resend = useResendCode(collector);
  const seconds = secondsUntil(collector.mfa?.canResendAt, useNow(secondMs));
  return (
    <Button
      variant="quiet"
      className={css.again ?? ''}
      isDisabled={seconds > 0}
      isPending={resend.isPending}
      onPress={() => resend.mutate(undefined)}
    >
      {seconds > 0 ? t('wait', { seconds }) : t('again')}
    </Button>
  );
}
