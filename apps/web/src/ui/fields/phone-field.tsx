import { groupPhone } from './phone-grouping.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PhoneFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

export function PhoneField({ value, onChange, ...props }: PhoneFieldProps) {
  return (
    <TextField
      placeholder="06 12 34 56 78"
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={value}
      onChange={(typed) => onChange(typed.length > value.length ? groupPhone(typed) : typed)}
    />
  );
}
