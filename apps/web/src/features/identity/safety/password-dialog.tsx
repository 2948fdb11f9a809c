import {
  brokenPasswordRules,
  givenPassword,
  newPassword,
  type PasswordRule,
  passwordRules,
} from '@perenne/contract/fields';
import { changePassword } from '@perenne/contract/passwords';
import { listSessions } from '@perenne/contract/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/forms/form.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { PasswordField, PasswordRules } from '../../../ui/fields/password-field.tsx';
import css from './safety.module.css';

const schema = z
  .object({
    currentPassword: givenPassword,
    password: newPassword.refine((value) => brokenPasswordRules(value).length === 0, { params: { rule: 'password' } }),
    confirmation: z.string().min(1),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    params: { rule: 'same' },
    // Checked also while the password still breaks a rule.
    when: () => true,
  });
const resolver = contractResolver(schema);

type Passwords = z.output<typeof schema>;
const noPasswords: Passwords = { currentPassword: '', password: '', confirmation: '' };

const ruleNames = {
  length: 'ruleLength',
  uppercase: 'ruleUppercase',
  lowercase: 'ruleLowercase',
  digit: 'ruleDigit',
  specials: 'ruleSpecials',
} as const satisfies Record<PasswordRule, string>;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('safety');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [refusals, setRefusals] = useState<Partial<Passwords>>({});
  const { control, handleSubmit, setError } = useForm({ resolver, defaultValues: noPasswords });
  const { run, isPending, error } = useAction(async (body: Passwords) => {
    setRefusals({});
    try {
      await call(changePassword, { body });
      notify({ text: t('passwordDone'), duration: 6000 });
      void queries.invalidateQueries({ queryKey: [listSessions.id] });
      onClose();
    } catch (failure) {
      if (isApiError(failure, 'InvalidUserPassword')) setRefusals({ currentPassword: errorMessage(failure) });
      else if (isApiError(failure, 'PasswordPolicyError')) setRefusals({ password: errorMessage(failure) });
      else if (!setServerErrors(failure, ['currentPassword', 'password', 'confirmation'], setError)) throw failure;
    }
  });
  return (
    <Modal title={t('passwordChange')} onClose={onClose} size="small">
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        {error !== undefined && (
          <div className={css.fault}>
            <Alert tone="danger" isLive>
              {errorMessage(error)}
            </Alert>
          </div>
        )}
        <Field
          control={control}
          name="currentPassword"
          label={t('passwordCurrent')}
          refusal={refusals.currentPassword}
        />
        <Field control={control} name="password" label={t('passwordNew')} refusal={refusals.password} />
        <KeptRules control={control} />
        <Field control={control} name="confirmation" label={t('passwordConfirmation')} />
        <p className={css.text}>{t('passwordOthers')}</p>
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('passwordSubmit')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

interface FieldProps {
  control: Control<Passwords>;
  name: keyof Passwords;
  label: string;
  refusal?: string | undefined;
}

function Field({ control, name, label, refusal }: FieldProps) {
  const fieldProps = useFieldProps();
  const isCurrent = name === 'currentPassword';
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const { errorMessage, ...props } = fieldProps(field, fieldState);
        return (
          <PasswordField
            {...props}
            errorMessage={errorMessage ?? refusal}
            label={label}
            autoComplete={isCurrent ? 'current-password' : 'new-password'}
            // The dialog was opened to type here.
            autoFocus={isCurrent}
            isRequired
          />
        );
      }}
    />
  );
}

function KeptRules({ control }: { control: Control<Passwords> }) {
  const t = useTranslations('safety');
  const password = useWatch({ control, name: 'password' });
  const rules = (Object.keys(passwordRules) as PasswordRule[]).map((rule) => ({
    label: t(ruleNames[rule]),
    isKept: passwordRules[rule](password),
  }));
  return <PasswordRules rules={rules} />;
}
