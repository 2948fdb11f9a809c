import { groupActivationCode } from './activation-code-grouping.ts';
import { GroupedField, type GroupedFieldProps } from './grouped-field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import css from './code-field.module.css';

type CodeFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'inputClassName'> & {
  value: string;
  onChange: (value: string) => void;
  /** Called once, when the last character is there. */
  onComplete?: (value: string) => void;
};

const digits = 6;

/** Six digits in one input: pasting, SMS autofill and screen readers work as anywhere else. */
export function CodeField({ value, onChange, onComplete, ...props }: CodeFieldProps) {
  const change = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete?.(code);
  };
  return (
    <TextField
      {...props}
      value={value}
      onChange={change}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck="false"
      inputClassName={css.digits ?? ''}
    />
  );
}

export function ActivationCodeField(props: GroupedFieldProps) {
  return (
    <GroupedField
      placeholder="XXXX-XXXX-XXXX"
      {...props}
      type="text"
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck="false"
      inputClassName={css.letters ?? ''}
      group={groupActivationCode}
    />
  );
}
