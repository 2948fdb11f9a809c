import { type ReactNode, type Ref, useId } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { useTranslations } from 'use-intl';
import { classNames } from '../buttons/class-names.ts';
import { type FieldError, FieldMessage } from './field-message.tsx';
import css from './field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid'> {
  label: string;
  /** Said beside the label when the field may stay empty. */
  isOptional?: boolean;
  hint?: ReactNode;
  errorMessage?: FieldError | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  inputClassName?: string;
  autoCapitalize?: 'none' | 'words' | 'characters';
  start?: ReactNode;
  end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, isOptional, hint, errorMessage, placeholder, inputRef, ...own } = props;
  const { inputClassName, autoCapitalize, start, end, ...field } = own;
  const t = useTranslations('ui');
  const messageId = useId();
  return (
    <AriaTextField
      {...field}
      className={css.field ?? ''}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      aria-describedby={messageId}
    >
      <Label className={css.label}>
        {label}
        {isOptional && <span className={css.optional}>{t('optional')}</span>}
      </Label>
      <div className={css.control}>
        {start && <span className={css.adornment}>{start}</span>}
        <Input
          className={classNames(css.input, inputClassName)}
          {...(inputRef ? { ref: inputRef } : {})}
          {...(placeholder ? { placeholder } : {})}
          {...(autoCapitalize ? { autoCapitalize } : {})}
        />
        {end && <span className={css.end}>{end}</span>}
      </div>
      <FieldMessage id={messageId} label={label} errorMessage={errorMessage} hint={hint} />
    </AriaTextField>
  );
}
