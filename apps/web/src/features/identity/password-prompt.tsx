import { givenPassword } from '@perenne/contract/fields';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isApiError } from '../../lib/api/api-error.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/forms/form.ts';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { Modal, ModalActions } from '../../ui/overlays/modal.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import css from './password-prompt.module.css';

const resolver = contractResolver(
  z.object({ password: givenPassword, acknowledged: z.boolean().refine(Boolean, { params: { rule: 'accepted' } }) }),
);

interface PasswordPromptProps {
  title: string;
  children?: ReactNode;
  submitLabel: string;
  isDanger?: boolean;
  /** A sentence to tick before going on, for what cannot be undone. */
  acknowledgement?: string;
  /** Throws what the server refuses; a wrong password is shown beside its field. */
  onConfirm: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks who is signed in for their password before something grave. */
export function PasswordPrompt(props: PasswordPromptProps) {
  const { title, children, submitLabel, isDanger, acknowledgement, onConfirm, onClose } = props;
  const t = useTranslations('safety');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit, setError } = useForm({
    resolver,
    defaultValues: { password: '', acknowledged: acknowledgement === undefined },
  });
  const { run, isPending, error } = useAction(async ({ password }: { password: string }) => {
    setRefusal(undefined);
    try {
      await onConfirm(password);
    } catch (failure) {
      if (isApiError(failure, 'InvalidUserPassword')) setRefusal(errorMessage(failure));
      else if (!setServerErrors(failure, ['password'], setError)) throw failure;
    }
  });
  return (
    <Modal title={title} onClose={onClose} size="small">
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <div className={css.text}>{children ?? <p>{t('confirmPasswordText')}</p>}</div>
        {error !== undefined && (
          <Alert tone="danger" isLive>
            {errorMessage(error)}
          </Alert>
        )}
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...fields } = fieldProps(field, fieldState);
            return (
              <PasswordField
                {...fields}
                errorMessage={broken ?? refusal}
                label={t('confirmPassword')}
                autoComplete="current-password"
                isRequired
                // The dialog was opened to type here.
                autoFocus
              />
            );
          }}
        />
        {acknowledgement && (
          <Controller
            control={control}
            name="acknowledged"
            render={({ field, fieldState }) => {
              const { value, inputRef, ...fields } = fieldProps(field, fieldState);
              return (
                <CheckboxField {...fields} inputRef={inputRef} isSelected={value}>
                  {acknowledgement}
                </CheckboxField>
              );
            }}
          />
        )}
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
            {submitLabel}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
