import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useFieldProps } from '../../../../lib/forms/form.ts';
import { TextField } from '../../../../ui/fields/text-field.tsx';

interface PasskeyNameFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** The owner's name for a key; the dialog was opened to type here. */
export function PasskeyNameField<Values extends FieldValues, Output>(props: PasskeyNameFieldProps<Values, Output>) {
  const { control, name } = props;
  const t = useTranslations('secondFactorSettings');
  const fieldProps = useFieldProps();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          {...fieldProps(field, fieldState)}
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          autoComplete="off"
          isRequired
          autoFocus
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        />
      )}
    />
  );
}
