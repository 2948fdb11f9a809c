import { useEffect } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { PasswordField, PasswordRules } from '../../ui/fields/password-field.tsx';
import { focusFault } from '../sign-in/flow/focus-fault.ts';
import { useFieldProps } from './form.ts';
import { usePasswordRules } from './new-password.ts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

interface NewPasswordFieldsProps {
  control: Control<NewPassword>;
  /** The account's address, for the browser's own list of passwords. */
  email: string;
  /** The server's objection to the password, in words. */
  refusal: string | undefined;
  labels: { password: string; confirmation: string };
}

/** A chosen password, the rules as it keeps them, and its confirmation. */
export function NewPasswordFields({ control, email, refusal, labels }: NewPasswordFieldsProps) {
  const fieldProps = useFieldProps();
  const rules = usePasswordRules(useWatch({ control, name: 'password' }));
  useEffect(() => {
    if (refusal) focusFault();
  }, [refusal]);
  const field = (name: keyof NewPassword, refused?: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: input, fieldState }) => {
        const { errorMessage, ...props } = fieldProps(input, fieldState);
        return (
          <PasswordField
            {...props}
            errorMessage={errorMessage ?? refused}
            label={labels[name]}
            autoComplete="new-password"
            isRequired
          />
        );
      }}
    />
  );
  return (
    <>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      {field('password', refusal)}
      <PasswordRules rules={rules} />
      {field('confirmation')}
    </>
  );
}
