import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { CredentialFields } from '../../lib/forms/credential-fields.tsx';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { setServerErrors } from '../../lib/forms/form.ts';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { credentialsResolver } from './credentials.ts';
import css from './login-page.module.css';
import { signIn, type WayIn, type WayOn } from './sign-in.ts';

interface LoginFormProps extends Partial<WayIn> {
  /** The `sub` of FranceConnect that is to be linked to the account. */
  franceConnectSub?: string;
  onDone: (wayOn: WayOn) => void;
}

export function LoginForm({ franceConnectSub, onDone, isFaultShown = true, onBegin }: LoginFormProps) {
  const t = useTranslations('login');
  const errorMessage = useErrorMessage('login');
  const [refusal, setRefusal] = useState<'noToken' | 'otherVersion'>();
  const { control, handleSubmit, setError, clearErrors } = useForm({
    resolver: credentialsResolver,
    defaultValues: { email: '', password: '' },
  });
  const { run, isPending, error } = useAction(async (credentials: { email: string; password: string }) => {
    setRefusal(undefined);
    try {
      const outcome = await signIn({ ...credentials, ...(franceConnectSub === undefined ? {} : { franceConnectSub }) });
      if (outcome.kind === 'noToken' || outcome.kind === 'otherVersion') setRefusal(outcome.kind);
      else if (outcome.kind !== 'leaving') onDone(outcome);
    } catch (failure) {
      if (!setServerErrors(failure, ['email', 'password'], setError)) throw failure;
    }
  });
  // Another way was begun: what is under the fields is about this one.
  useEffect(() => {
    if (!isFaultShown) clearErrors();
  }, [isFaultShown, clearErrors]);
  const fault = error ? errorMessage(error) : refusal && t(refusal);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        onBegin?.();
        void handleSubmit(run)(event);
      }}
    >
      {fault && isFaultShown && (
        <div className={css.fault}>
          <Alert tone="danger" isLive>
            {fault}
          </Alert>
        </div>
      )}
      <CredentialFields control={control} labels={{ email: t('email'), password: t('password') }} />
      <Link to="/reset-password" className={css.forgotten}>
        {t('forgotten')}
      </Link>
      <Button type="submit" variant="primary" isPending={isPending} {...(css.wide ? { className: css.wide } : {})}>
        {t('submit')}
      </Button>
    </form>
  );
}
