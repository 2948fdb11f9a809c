import { IconChevronDown } from '../buttons/icons.ts';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useTranslations } from 'use-intl';
import { classNames } from '../buttons/class-names.ts';
import { type FieldError, FieldMessage } from './field-message.tsx';
import type { Option } from './select.tsx';
import field from './field.module.css';
import menu from '../overlays/menu.module.css';
import select from './select.module.css';

interface ComboBoxProps {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  isOptional?: boolean;
  hint?: string;
  errorMessage?: FieldError | undefined;
  isDisabled?: boolean;
}

/** A list long enough to be searched by typing: countries, folders. */
export function ComboBox(props: ComboBoxProps) {
  const { label, options, value, onChange, onBlur, isOptional, hint, errorMessage, isDisabled } = props;
  const t = useTranslations('ui');
  const messageId = useId();
  return (
    <AriaComboBox
      className={field.field ?? ''}
      defaultItems={options}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      {...(onBlur ? { onBlur } : {})}
      isDisabled={isDisabled ?? false}
      isInvalid={errorMessage !== undefined}
      aria-describedby={messageId}
      validationBehavior="aria"
      allowsEmptyCollection
    >
      <Label className={field.label}>
        {label}
        {isOptional && <span className={field.optional}>{t('optional')}</span>}
      </Label>
      <div className={field.control}>
        <Input className={field.input ?? ''} autoComplete="off" />
        <Button className={classNames(menu.opener)} aria-label={t('open')}>
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </Button>
      </div>
      <FieldMessage id={messageId} label={label} errorMessage={errorMessage} hint={hint} />
      <Popover className={classNames(menu.popover, select.popover)}>
        <ListBox<Option>
          className={select.list ?? ''}
          renderEmptyState={() => <p className={menu.none}>{t('noMatch')}</p>}
        >
          {(option) => (
            <ListBoxItem id={option.id} className={menu.item ?? ''}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
