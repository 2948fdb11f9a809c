import { resendActivationCode } from '@perenne/contract/activation';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/forms/form.ts';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Modal, ModalActions } from '../../ui/overlays/modal.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ActivationActor } from './flow/activation-actor.ts';
import flow from '../../lib/sign-in/flow/flow.module.css';
import css from './activation.module.css';

type Body = z.input<typeof resendActivationCode.body>;

const checked = contractResolver(resendActivationCode.body);
/** A contact left empty is not sent. */
const withoutEmpty = ({ email, phone, ...rest }: Body): Body => ({
  ...rest,
  ...(email ? { email } : {}),
  ...(phone ? { phone } : {}),
});

export function ResendCodeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('activation');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { lastName, birthDate } = ActivationActor.useSelector((snapshot) => snapshot.context.identity);
  const { control, handleSubmit, setError } = useForm<Body>({
    resolver: (values, context, options) => checked(withoutEmpty(values), context, options),
    defaultValues: { lastName, birthDate, email: '', phone: '' },
  });
  const { run, isPending, error } = useAction(async (body: Body) => {
    try {
      await call(resendActivationCode, { body: withoutEmpty(body) });
      notify({ type: 'info', text: t('resendDone'), duration: 8000 });
      onClose();
    } catch (failure) {
      if (!setServerErrors(failure, ['lastName', 'birthDate', 'email', 'phone'], setError)) throw failure;
    }
  });
  return (
    <Modal title={t('resendTitle')} onClose={onClose}>
      <p className={css.dialogText}>{t('resendText')}</p>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <Controller
          control={control}
          name="lastName"
          render={({ field, fieldState }) => (
            <TextField {...fieldProps(field, fieldState)} label={t('lastName')} autoComplete="family-name" isRequired />
          )}
        />
        <Controller
          control={control}
          name="birthDate"
          render={({ field, fieldState }) => {
            const { inputRef: _, ...props } = fieldProps(field, fieldState);
            return <DateField {...props} label={t('birthDate')} isRequired />;
          }}
        />
        <Controller
          control={control}
          name="email"
          render={({ field, fieldState }) => {
            const { value = '', ...props } = fieldProps(field, fieldState);
            return <TextField {...props} value={value} label={t('resendEmail')} type="email" autoComplete="email" />;
          }}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => {
            const { value = '', ...props } = fieldProps(field, fieldState);
            return <PhoneField {...props} value={value} label={t('resendPhone')} />;
          }}
        />
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('resendSubmit')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
