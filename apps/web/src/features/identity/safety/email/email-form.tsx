import { requestEmailChangeCode } from '@perenne/contract/email-change';
import { useEffect, useEffectEvent } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../../lib/api/api-error.ts';
import { contractResolver } from '../../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../../lib/forms/form.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ModalActions } from '../../../../ui/overlays/modal.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import css from '../safety.module.css';

const resolver = contractResolver(requestEmailChangeCode.body);

interface Asked {
  email: string;
  password: string;
}

interface EmailFormProps {
  current: string;
  /** The former input, on the way back. */
  asked: Asked;
  /** The server's refusal. */
  error: unknown;
  isPending: boolean;
  onAsk: (asked: Asked) => void;
  onClose: () => void;
}

export function EmailForm({ current, asked, error, isPending, onAsk, onClose }: EmailFormProps) {
  const t = useTranslations('safety');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { control, handleSubmit, setError } = useForm({ resolver, defaultValues: asked });
  const isSame = useWatch({ control, name: 'email' }).trim().toLowerCase() === current.toLowerCase();
  const place = useEffectEvent((failure: unknown) => void setServerErrors(failure, ['email', 'password'], setError));
  useEffect(() => place(error), [error]);
  const of = {
    email: isApiError(error, 'EmailIsForbidden') ? errorMessage(error) : undefined,
    password: isApiError(error, 'InvalidUserPassword') ? errorMessage(error) : undefined,
  };
  const isElsewhere = error !== undefined && !of.email && !of.password && !isApiError(error, 'InvalidRequest');
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => void handleSubmit((values) => (isSame ? undefined : onAsk(values)))(event)}
    >
      <p className={css.text}>{t('emailIntro')}</p>
      {isElsewhere && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      <Controller
        control={control}
        name="email"
        render={({ field, fieldState }) => {
          const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
          return (
            <TextField
              {...props}
              errorMessage={broken ?? (isSame ? t('emailSame') : of.email)}
              label={t('emailNew')}
              type="email"
              inputMode="email"
              autoComplete="email"
              isRequired
              // The dialog was opened to type here.
              autoFocus
            />
          );
        }}
      />
      <Controller
        control={control}
        name="password"
        render={({ field, fieldState }) => {
          const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
          return (
            <PasswordField
              {...props}
              errorMessage={broken ?? of.password}
              label={t('emailPassword')}
              autoComplete="current-password"
              isRequired
            />
          );
        }}
      />
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('emailSubmit')}
        </Button>
      </ModalActions>
    </form>
  );
}
