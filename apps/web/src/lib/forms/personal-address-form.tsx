import { type ReactNode, useEffect, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import css from '../sign-in/flow/flow.module.css';
import { focusFault } from '../sign-in/flow/focus-fault.ts';
import { useFieldProps } from './form.ts';
import { domainOf, isPersonalAddress } from './personal-address.ts';

interface PersonalAddressFormProps {
  form: UseFormReturn<{ email: string }>;
  label: string;
  hint?: string;
  /** The server's objection to the address, in words. */
  refusal: string | undefined;
  onAddress: (email: string) => Promise<unknown>;
  /** The buttons. */
  children: ReactNode;
}

/** The address of a safe's owner: one that looks professional is asked about first. */
export function PersonalAddressForm({ form, label, hint, refusal, onAddress, children }: PersonalAddressFormProps) {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const [doubtful, setDoubtful] = useState<string>();
  useEffect(() => {
    if (refusal) focusFault();
  }, [refusal]);
  const submit = ({ email }: { email: string }) => {
    if (isPersonalAddress(email)) return onAddress(email);
    setDoubtful(email);
    return undefined;
  };
  return (
    <>
      <form className={css.form} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Controller
          control={form.control}
          name="email"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <TextField
                {...props}
                errorMessage={broken ?? refusal}
                label={label}
                hint={hint}
                type="email"
                inputMode="email"
                autoComplete="email"
                isRequired
              />
            );
          }}
        />
        {children}
      </form>
      {doubtful !== undefined && (
        <ConfirmDialog
          title={t('warningTitle')}
          confirmLabel={t('warningConfirm')}
          cancelLabel={t('warningCancel')}
          onClose={() => setDoubtful(undefined)}
          onConfirm={() => {
            setDoubtful(undefined);
            void onAddress(doubtful);
          }}
        >
          <p>{t('warningText', { domain: domainOf(doubtful) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
