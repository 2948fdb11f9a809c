import { type Control, Controller, type ControllerFieldState, type ControllerRenderProps } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useFieldProps } from '../../lib/forms/form.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { AgentField, TypedCredentials } from './agent-schema.ts';
import css from './collectors.module.css';

export interface AccountValues {
  accountName: string;
  credentials: TypedCredentials;
}

/** The kept values that go with a change: an empty field alone says that its value stays. */
export interface Removal {
  names: ReadonlySet<string>;
  onChange: (name: string, isRemoved: boolean) => void;
}

interface AgentFieldsProps {
  control: Control<AccountValues, unknown, AccountValues>;
  fields: readonly AgentField[];
  /** A kept value need not be typed again. */
  isChange?: boolean;
  removal?: Removal | undefined;
}

/** The credentials that a partner asks for. The browser fills in none of them: it knows those of this safe. */
export const AgentFields = ({ control, fields, isChange = false, removal }: AgentFieldsProps) =>
  fields.map((declared) => (
    <Controller
      key={declared.name}
      control={control}
      name={`credentials.${declared.name}`}
      render={({ field, fieldState }) => (
        <>
          <AgentInput
            declared={declared}
            isChange={isChange}
            isRemoved={removal?.names.has(declared.name) ?? false}
            field={field}
            state={fieldState}
          />
          {removal && !declared.required && <RemoveBox declared={declared} removal={removal} />}
        </>
      )}
    />
  ));

interface AgentInputProps {
  declared: AgentField;
  isChange: boolean;
  isRemoved: boolean;
  field: ControllerRenderProps<AccountValues, `credentials.${string}`>;
  state: ControllerFieldState;
}

function AgentInput({ declared, isChange, isRemoved, field, state }: AgentInputProps) {
  const { type, label, help, required, secret, options = [] } = declared;
  const fieldProps = useFieldProps();
  const { inputRef, value, ...own } = fieldProps(field, state);
  const isRequired = required && !isChange;
  const common = { ...own, value, label, isDisabled: isRemoved, ...(help ? { hint: help } : {}) };
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

function RemoveBox({ declared: { name, label }, removal }: { declared: AgentField; removal: Removal }) {
  const t = useTranslations('collectors');
  return (
    <div className={css.remove}>
      <Checkbox
        aria-label={t('removedNamed', { field: label })}
        isSelected={removal.names.has(name)}
        onChange={(isSelected) => removal.onChange(name, isSelected)}
      >
        {t('removed')}
      </Checkbox>
    </div>
  );
}
