import { type Control, Controller, type ControllerFieldState, type ControllerRenderProps } from 'react-hook-form';
import { useFieldProps } from '../../lib/forms/form.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { AgentField, TypedCredentials } from './agent-schema.ts';

export interface AccountValues {
  accountName: string;
  credentials: TypedCredentials;
}

interface AgentFieldsProps {
  control: Control<AccountValues, unknown, AccountValues>;
  fields: readonly AgentField[];
  /** A kept value need not be typed again. */
  isChange?: boolean;
}

/** The credentials that a partner asks for. The browser fills in none of them: it knows those of this safe. */
export const AgentFields = ({ control, fields, isChange = false }: AgentFieldsProps) =>
  fields.map((declared) => (
    <Controller
      key={declared.name}
      control={control}
      name={`credentials.${declared.name}`}
      render={({ field, fieldState }) => (
        <AgentInput declared={declared} isChange={isChange} field={field} state={fieldState} />
      )}
    />
  ));

interface AgentInputProps {
  declared: AgentField;
  isChange: boolean;
  field: ControllerRenderProps<AccountValues, `credentials.${string}`>;
  state: ControllerFieldState;
}

function AgentInput({ declared, isChange, field, state }: AgentInputProps) {
  const { type, label, help, required, secret, options = [] } = declared;
  const fieldProps = useFieldProps();
  const { inputRef, value, ...own } = fieldProps(field, state);
  const isRequired = required && !isChange;
  const common = { ...own, value, label, ...(help ? { hint: help } : {}) };
  if (type === 'choice') {
    const choices = options.map((option) => ({ id: option.value, label: option.label }));
    return <Select {...common} options={choices} value={value || null} isOptional={!required} />;
  }
  if (type === 'date') return <DateField {...common} isRequired={isRequired} />;
  const text = { ...common, inputRef, isRequired, isOptional: !required && !isChange };
  if (secret || type === 'password') return <PasswordField {...text} autoComplete="new-password" />;
  return (
    <TextField
      {...text}
      type={type === 'email' || type === 'url' ? type : 'text'}
      inputMode={type === 'number' ? 'numeric' : type === 'text' ? 'text' : type}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck="false"
    />
  );
}
