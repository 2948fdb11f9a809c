import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useFieldProps } from './form.ts';

interface LoginFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  label: string;
}

/** The address that one signs in with. */
export function LoginField<Values extends FieldValues, Output>(props: LoginFieldProps<Values, Output>) {
  const { control, name, label } = props;
  const fieldProps = useFieldProps();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          {...fieldProps(field, fieldState)}
          label={label}
          type="email"
          inputMode="email"
          autoComplete="username"
          isRequired
        />
      )}
    />
  );
}

interface CredentialFieldsProps {
  control: Control<{ email: string; password: string }>;
  labels: { email: string; password: string };
}

/** The usual credentials of a safe. */
export function CredentialFields({ control, labels }: CredentialFieldsProps) {
  const fieldProps = useFieldProps();
  return (
    <>
      <LoginField control={control} name="email" label={labels.email} />
      <Controller
        control={control}
        name="password"
        render={({ field, fieldState }) => (
          <PasswordField
            {...fieldProps(field, fieldState)}
            label={labels.password}
            autoComplete="current-password"
            isRequired
          />
        )}
      />
    </>
  );
}
