import { IconCheck, IconChevronDown } from '../buttons/icons.ts';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useTranslations } from 'use-intl';
import { classNames } from '../buttons/class-names.ts';
import { type FieldError, FieldMessage } from './field-message.tsx';
import field from './field.module.css';
import menu from '../overlays/menu.module.css';
import css from './select.module.css';

export interface Option<Id extends string = string> {
  id: Id;
  label: string;
}

interface SelectProps<Id extends string> {
  label: string;
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  onBlur?: () => void;
  isOptional?: boolean;
  placeholder?: string;
  hint?: string;
  /** Given, also as undefined, where something can be wrong: room is kept for it. */
  errorMessage?: FieldError | undefined;
  isDisabled?: boolean;
}

export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, value, onChange, onBlur, isOptional, placeholder, hint, errorMessage, isDisabled } = props;
  const t = useTranslations('ui');
  const messageId = useId();
  const hasMessage = hint !== undefined || 'errorMessage' in props;
  return (
    <AriaSelect
      className={field.field ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) onChange(chosen.id);
      }}
      {...(onBlur ? { onBlur } : {})}
      isDisabled={isDisabled ?? false}
      isInvalid={errorMessage !== undefined}
      placeholder={placeholder ?? t('choose')}
      {...(hasMessage ? { 'aria-describedby': messageId } : {})}
      validationBehavior="aria"
    >
      <Label className={field.label}>
        {label}
        {isOptional && <span className={field.optional}>{t('optional')}</span>}
      </Label>
      <Button className={classNames(field.control, css.trigger)}>
        <SelectValue className={css.value ?? ''} />
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </Button>
      {hasMessage && <FieldMessage id={messageId} label={label} errorMessage={errorMessage} hint={hint} />}
      <Popover className={classNames(menu.popover, css.popover)}>
        <ListBox items={options} className={css.list ?? ''}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={menu.item ?? ''}>
              <span className={css.option}>{option.label}</span>
              <IconCheck size={18} stroke={2} aria-hidden className={css.check} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
