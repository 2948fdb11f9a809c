import { type Control, Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useFieldProps } from '../../lib/forms/form.ts';
import { ActivationCodeField } from '../../ui/fields/code-field.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Identity } from './flow/activation-context.ts';

/** The employer's code, and its facts of the person. */
export function IdentityFields<Values extends Identity>(props: { control: Control<Values, unknown, Values> }) {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  // The three names are those of every form that holds them.
  const control = props.control as unknown as Control<Identity>;
  return (
    <>
      <Controller
        control={control}
        name="activationCode"
        render={({ field, fieldState }) => (
          <ActivationCodeField {...fieldProps(field, fieldState)} label={t('code')} hint={t('codeHint')} isRequired />
        )}
      />
      <Controller
        control={control}
        name="lastName"
        render={({ field, fieldState }) => (
          <TextField
            {...fieldProps(field, fieldState)}
            label={t('lastName')}
            hint={t('lastNameHint')}
            autoComplete="family-name"
            isRequired
          />
        )}
      />
      <Controller
        control={control}
        name="birthDate"
        render={({ field, fieldState }) => {
          const { inputRef: _, ...date } = fieldProps(field, fieldState);
          return <DateField {...date} label={t('birthDate')} isRequired />;
        }}
      />
    </>
  );
}
