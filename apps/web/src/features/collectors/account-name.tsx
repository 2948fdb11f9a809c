import { type Control, Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useFieldProps } from '../../lib/forms/form.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { AccountValues } from './agent-fields.tsx';

/** The owner's name for a collector; its documents say it. */
export function AccountName({ control }: { control: Control<AccountValues, unknown, AccountValues> }) {
  const t = useTranslations('collectors');
  const fieldProps = useFieldProps();
  return (
    <Controller
      control={control}
      name="accountName"
      render={({ field, fieldState }) => (
        <TextField
          {...fieldProps(field, fieldState)}
          label={t('accountName')}
          hint={t('accountNameHint')}
          autoComplete="off"
          isRequired
        />
      )}
    />
  );
}
