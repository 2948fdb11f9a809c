import { beginPasskey, confirmPasskey, requestSecondFactorCode } from '@perenne/contract/second-factor';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { contractResolver } from '../../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../../lib/forms/form.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';
import { createPasskey, type PasskeyFault, passkeyFaultOf } from './create-passkey.ts';
import { MailCodeStep } from '../email/mail-code-step.tsx';
import { PasskeyNameField } from './passkey-name-field.tsx';
import css from '../safety.module.css';

const resolver = contractResolver(
  z.object({ name: confirmPasskey.body.shape.name, password: beginPasskey.body.shape.password }),
);

type Typed = { name: string; password: string };

const faultNames = {
  cancelled: 'passkeyCancelled',
  known: 'passkeyKnown',
} as const satisfies Record<PasskeyFault, string>;

interface PasskeyDialogProps {
  /** The first second factor needs a mailed code too. */
  isFirst: boolean;
  onAdded: (recoveryCodes?: readonly string[]) => void;
  onClose: () => void;
}

/** The password first and, for the first factor, a mailed code; then the browser makes the key with its owner. */
export function PasskeyDialog({ isFirst, onAdded, onClose }: PasskeyDialogProps) {
  const t = useTranslations('secondFactorSettings');
  const safety = useTranslations('safety');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const [fault, setFault] = useState<PasskeyFault>();
  const { control, handleSubmit, setError } = useForm({
    resolver,
    defaultValues: { name: t('passkeyDefault'), password: '' },
  });
  /** The typed values, while the mailed code is awaited. */
  const [asked, setAsked] = useState<Typed>();
  const askCode = async (typed: Typed) => {
    await call(requestSecondFactorCode, { body: { password: typed.password } });
    setAsked(typed);
  };
  const add = async ({ name, password }: Typed, code?: string) => {
    const { options } = await call(beginPasskey, { body: { password, code } });
    const response = await createPasskey(options);
    const { recoveryCodes } = await call(confirmPasskey, { body: { name, response } });
    notify({ text: t('passkeyDone') });
    onClose();
    onAdded(recoveryCodes);
  };
  const { run, isPending, error } = useAction(async (values: Typed) => {
    setRefusal(undefined);
    setFault(undefined);
    try {
      await (isFirst ? askCode(values) : add(values));
    } catch (failure) {
      const found = passkeyFaultOf(failure);
      if (found) setFault(found);
      else if (isApiError(failure, 'InvalidUserPassword')) setRefusal(errorMessage(failure));
      else if (!setServerErrors(failure, ['name', 'password'], setError)) throw failure;
    }
  });
  if (asked) {
    return (
      <MailCodeStep
        title={t('passkeyAdd')}
        onCode={async (code) => {
          try {
            await add(asked, code);
          } catch (failure) {
            const found = passkeyFaultOf(failure);
            if (!found) throw failure;
            // The code has served: another try begins with the password.
            setFault(found);
            setAsked(undefined);
          }
        }}
        onSendAgain={() => askCode(asked)}
        onClose={onClose}
      />
    );
  }
  const message = fault ? t(faultNames[fault]) : error !== undefined && errorMessage(error);
  return (
    <Modal title={t('passkeyAdd')} onClose={onClose} size="small">
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        {message && (
          <div className={css.fault}>
            <Alert tone={fault ? 'warning' : 'danger'} isLive>
              {message}
            </Alert>
          </div>
        )}
        <PasskeyNameField control={control} name="name" />
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <PasswordField
                {...props}
                errorMessage={broken ?? refusal}
                label={safety('confirmPassword')}
                autoComplete="current-password"
                isRequired
              />
            );
          }}
        />
        <p className={css.text} aria-live="polite">
          {isPending && t('passkeyWait')}
        </p>
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('passkeyCreate')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
